"""What the page on CI and ``verify init`` give to build servers, run as their shells would run it."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.run_command import build, verify
from verify.setup import WORKFLOW
from verify.supply import CHECKOUT

PAGE = (Path(__file__).parents[1] / "docs" / "ci.md").read_text()
BLOCKS: list[Any] = [yaml.safe_load(block) for block in re.findall(r"^```yaml\n(.*?)^```$", PAGE, re.M | re.S)]
OLD = "# Continuity\n\n- One\n  <!-- id: old-fact | depends-on: no-where -->\n"
NEW = OLD + "- Two\n  <!-- id: new-fact | depends-on: no-where -->\n"
BRANCHES = f"""
commits:
  - date: 2026-03-01T10:00:00Z
    files: {{memory/continuity.md: {OLD!r}}}
  - date: 2026-03-02T10:00:00Z
    branch: side
    files: {{memory/continuity.md: {NEW!r}}}
"""


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    origin = build(tmp_path / "origin", BRANCHES)
    subprocess.run(["git", "clone", "-q", "--branch", "side", str(origin), str(tmp_path / "clone")], check=True)
    return tmp_path / "clone"


def run(folder: Path, command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run what a build server would, with the program of this project under its other name."""
    program = folder.parent / "memory-verify"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m verify "$@"\n')
    program.chmod(0o755)
    surroundings = {"PATH": f"{folder.parent}:{os.environ['PATH']}", "HOME": str(folder.parent), "CI": "true"}
    given = surroundings | environment
    return subprocess.run(["bash", "-c", command], cwd=folder, env=given, capture_output=True, text=True, check=False)


def commands(clone: Path) -> dict[str, tuple[str, dict[str, str]]]:
    """Each command with the variables of a pull request."""
    gitlab = next(block["memory"] for block in BLOCKS if "memory" in block)
    azure = next(block for block in BLOCKS if set(block) == {"steps"})
    assert verify("init", clone, "--yes").status == 0
    workflow = yaml.safe_load((clone / WORKFLOW).read_text())
    merge_request = {"CI_MERGE_REQUEST_DIFF_BASE_SHA": "1", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main"}
    return {
        "gitlab": (gitlab["script"][-1], merge_request),
        "azure": (azure["steps"][3]["bash"], {"SYSTEM_PULLREQUEST_TARGETBRANCH": "refs/heads/main"}),
        "github": (workflow["jobs"]["memory"]["steps"][-1]["run"], {"GITHUB_BASE_REF": "main"}),
    }


@pytest.mark.parametrize("service", ["gitlab", "azure", "github"])
def test_a_branch_is_judged_against_its_base_and_the_rest_as_a_whole(clone: Path, service: str) -> None:
    command, pull_request = commands(clone)[service]
    for environment, stood in ((pull_request, True), ({}, False)):
        done = run(clone, command, **environment)
        assert (done.returncode, "new-fact" in done.stdout) == (1, True), done.stderr
        assert ("old-fact" in done.stdout) is not stood
    assert (clone / "verify.xml").exists() is (service != "github")
    assert (clone / "gl-code-quality-report.json").exists() is (service == "gitlab")


@pytest.mark.parametrize("service", ["gitlab", "azure", "github"])
def test_a_shallow_clone_is_incomplete(tmp_path: Path, clone: Path, service: str) -> None:
    shallow = tmp_path / "shallow"
    source = f"file://{tmp_path / 'origin'}"
    subprocess.run(["git", "clone", "-q", "--depth", "1", "--branch", "side", source, str(shallow)], check=True)
    command, _ = commands(clone)[service]
    assert run(shallow, command).returncode == 3


def test_the_hook_without_pre_commit_works(clone: Path) -> None:
    (hook,) = re.findall(r"^```sh\n(.*?)^```$", PAGE, re.M | re.S)
    assert run(clone, hook).returncode == 0
    (clone / "memory" / "continuity.md").write_text(NEW.replace("new-fact", "newer-fact"))
    assert run(clone, f"git add -A\n{hook}").returncode == 1


def test_the_page_pins_what_init_pins() -> None:
    assert f"- uses: {CHECKOUT}\n" in PAGE


@pytest.mark.parametrize("service", ["gitlab", "azure", "github"])
def test_a_pushed_tag_does_not_take_the_place_of_the_base(clone: Path, service: str) -> None:
    command, pull_request = commands(clone)[service]
    subprocess.run(["git", "-C", str(clone), "tag", "origin/main", "HEAD"], check=True)
    done = run(clone, command, **pull_request)
    assert (done.returncode, "new-fact" in done.stdout) == (1, True), done.stderr


def test_nothing_of_the_checkout_is_run_by_an_installation(clone: Path) -> None:
    assert verify("init", clone, "--yes").status == 0
    for text in (PAGE, (clone / WORKFLOW).read_text()):
        lines = [line for line in text.splitlines() if "pip install" in line]
        assert lines
        assert all("python -I -m pip install" in line for line in lines)
