"""The GitHub Action: its script run with a faked environment, and its inputs held against their table."""

import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml

from tests.run_command import build

PROJECT = Path(__file__).parents[1]
ACTION = yaml.safe_load((PROJECT / "action.yml").read_text())
SCRIPTS = PROJECT / ".github" / "action"
BROKEN = "- {0}\n  <!-- id: {0} | depends-on: no-where -->\n"
OLD = "# Continuity\n\n" + BROKEN.format("old-fact")
REPOSITORY = f"""
commits:
  - date: 2026-03-01T10:00:00Z
    files: {{README.md: x, memory/continuity.md: {OLD!r}}}
"""


@dataclass(frozen=True, slots=True)
class Job:
    """A job of GitHub Actions in a checkout."""

    checkout: Path
    runner: Path

    def run(self, **environment: str) -> subprocess.CompletedProcess[str]:
        surroundings = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.runner),
            "RUNNER_TEMP": str(self.runner),
            "GITHUB_OUTPUT": str(self.runner / "output"),
            "GITHUB_STEP_SUMMARY": str(self.runner / "summary"),
            "GITHUB_REPOSITORY": "acme/bread",
            "GIT_CONFIG_GLOBAL": os.devnull,
            "VERIFY_FAIL_ON": "warning",
        }
        command = ["bash", str(SCRIPTS / "run.sh")]
        return subprocess.run(
            command, cwd=self.checkout, env=surroundings | environment, capture_output=True, text=True, check=False
        )

    @property
    def outputs(self) -> dict[str, str]:
        return dict(line.split("=", 1) for line in (self.runner / "output").read_text().splitlines())

    @property
    def summary(self) -> str:
        file = self.runner / "summary"
        return file.read_text() if file.exists() else ""


def run_git(root: Path, *command: str) -> None:
    subprocess.run(["git", "-C", str(root), *command], check=True, capture_output=True)


def commit(root: Path, name: str, text: str) -> None:
    (root / name).write_text(text)
    run_git(root, "add", "-A")
    run_git(root, "commit", "-qm", "change")


def job(folder: Path, checkout: Path) -> Job:
    """A job whose ``memory-verify`` is the one that is tested."""
    bin_folder = folder / "runner" / "memory-verify" / "bin"
    bin_folder.mkdir(parents=True)
    program = bin_folder / "memory-verify"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m verify "$@"\n')
    program.chmod(0o755)
    (bin_folder / "python").symlink_to(sys.executable)
    return Job(checkout, folder / "runner")


@pytest.fixture
def origin(tmp_path: Path) -> Path:
    root = build(tmp_path / "origin", REPOSITORY)
    run_git(root, "checkout", "-q", "-b", "side")
    commit(root, "memory/continuity.md", OLD + BROKEN.format("new-fact"))
    # What GitHub checks out for a pull request is a merge of the two.
    run_git(root, "checkout", "-q", "-b", "merge", "main")
    run_git(root, "merge", "-q", "--no-ff", "-m", "merge", "side")
    return root


@pytest.fixture
def pull_request(tmp_path: Path, origin: Path) -> Job:
    run_git(tmp_path, "clone", "-q", "--branch", "merge", f"file://{origin}", "checkout")
    return job(tmp_path, tmp_path / "checkout")


PULL_REQUEST = {"GITHUB_EVENT_NAME": "pull_request", "GITHUB_BASE_REF": "main", "VERIFY_HEAD_REPOSITORY": "acme/bread"}


def test_a_pull_request_is_blamed_for_what_it_brings(pull_request: Job) -> None:
    done = pull_request.run(**PULL_REQUEST)
    assert (done.returncode, pull_request.outputs["status"]) == (1, "1"), done.stderr
    assert re.search(r"^::error .*file=memory/continuity\.md,.*line=6", done.stdout, re.MULTILINE), done.stdout
    assert "old-fact" not in done.stdout
    assert "new-fact" in pull_request.summary
    assert Path(pull_request.outputs["sarif"]).is_file()
    assert "upload" not in pull_request.outputs


def test_a_push_is_judged_as_a_whole(pull_request: Job) -> None:
    done = pull_request.run(GITHUB_EVENT_NAME="push", GITHUB_BASE_REF="")
    assert done.returncode == 1
    assert {"old-fact", "new-fact"} <= set(re.findall(r"\w+-fact", pull_request.summary))


def test_a_pull_request_without_the_branch_of_its_base_uses_the_commit(pull_request: Job) -> None:
    base = subprocess.check_output(["git", "-C", str(pull_request.checkout), "rev-parse", "origin/main"], text=True)
    run_git(pull_request.checkout, "update-ref", "-d", "refs/remotes/origin/main")
    assert "old-fact" not in pull_request.run(**PULL_REQUEST, VERIFY_BASE_COMMIT=base.strip()).stdout


def test_the_base_may_be_given(pull_request: Job) -> None:
    assert pull_request.run(**PULL_REQUEST, VERIFY_SINCE="HEAD").returncode == 0


def test_a_shallow_checkout_is_incomplete_and_says_what_mends_it(tmp_path: Path, origin: Path) -> None:
    run_git(tmp_path, "clone", "-q", "--depth", "1", "--branch", "merge", f"file://{origin}", "shallow")
    shallow = job(tmp_path, tmp_path / "shallow")
    done = shallow.run(**PULL_REQUEST)
    assert (done.returncode, shallow.outputs) == (3, {"status": "3"})
    assert done.stdout.count("\n") == 1
    assert done.stdout.startswith("::error title=memory-verify::")
    assert "'fetch-depth: 0'" in done.stdout


@pytest.mark.parametrize(
    ("repository", "event", "uploaded"),
    [("acme/bread", "pull_request", True), ("", "push", True), ("someone/bread", "pull_request", False)],
)
def test_only_what_may_be_uploaded_is(pull_request: Job, repository: str, event: str, uploaded: bool) -> None:
    given = PULL_REQUEST | {"VERIFY_HEAD_REPOSITORY": repository, "GITHUB_EVENT_NAME": event}
    done = pull_request.run(**given, VERIFY_UPLOAD="true")
    assert ("upload" in pull_request.outputs, "::notice " in done.stdout) == (uploaded, not uploaded)


def test_what_is_ignored_is_no_alert(pull_request: Job) -> None:
    entry = '{"check": "dangling-link", "path": "memory/continuity.md", "subject": "old-fact", "reason": "x"}\n'
    (pull_request.checkout / "b.jsonl").write_text(entry)
    pull_request.run(GITHUB_EVENT_NAME="push", VERIFY_BASELINE="b.jsonl", VERIFY_UPLOAD="true")
    subjects = []
    for name in ("sarif", "upload"):
        (run,) = json.loads(Path(pull_request.outputs[name]).read_text())["runs"]
        subjects.append({result["properties"]["subject"] for result in run["results"]})
    assert subjects[0] - subjects[1] == {"old-fact"}
    assert "new-fact" in subjects[1]


def test_where_the_base_is_checked_out_nothing_is_called_clean(pull_request: Job) -> None:
    run_git(pull_request.checkout, "checkout", "-q", "origin/main")
    done = pull_request.run(**(PULL_REQUEST | {"GITHUB_EVENT_NAME": "pull_request_target"}))
    assert (done.returncode, "use pull_request\n" in done.stdout) == (3, True)


@pytest.mark.parametrize("name", ["VERIFY_PATH", "VERIFY_SINCE", "VERIFY_FAIL_ON", "VERIFY_CONFIG", "VERIFY_BASELINE"])
@pytest.mark.parametrize(
    "value", ["$(touch pwned)", "x; touch pwned", "`touch pwned`", "--help", "-o json=pwned", "a\nb"]
)
def test_no_value_is_code_or_an_option(pull_request: Job, name: str, value: str) -> None:
    done = pull_request.run(**(PULL_REQUEST | {name: value}))
    assert (done.returncode, pull_request.outputs["status"]) == (2, "2"), done.stdout
    assert not list(pull_request.checkout.rglob("pwned"))
    assert "Usage:" not in done.stdout


def test_values_are_taken(pull_request: Job) -> None:
    root = pull_request.checkout
    (root / "own.toml").write_text('fail-on = "never"\n')
    assert pull_request.run(**PULL_REQUEST, VERIFY_CONFIG="own.toml").returncode == 1
    assert pull_request.run(**(PULL_REQUEST | {"VERIFY_FAIL_ON": ""}), VERIFY_CONFIG="own.toml").returncode == 0
    entry = '{"check": "dangling-link", "path": "memory/continuity.md", "subject": "new-fact", "reason": "x"}\n'
    (root / "b.jsonl").write_text(entry)
    assert pull_request.run(**PULL_REQUEST, VERIFY_BASELINE="b.jsonl").returncode == 0


def test_the_summary_can_be_left_out(pull_request: Job) -> None:
    pull_request.run(**PULL_REQUEST, VERIFY_SUMMARY="false")
    assert pull_request.summary == ""


def test_no_answer_of_an_earlier_job_is_used(pull_request: Job) -> None:
    kept = pull_request.checkout / ".git" / "verify"
    pull_request.run(**PULL_REQUEST, CI="false")
    assert not kept.exists()


def test_no_expression_stands_in_a_script() -> None:
    for step in ACTION["runs"]["steps"]:
        assert "${{" not in step.get("run", "")
    assert all("${{" not in script.read_text() for script in SCRIPTS.iterdir())


def test_every_action_is_pinned_by_its_commit() -> None:
    used = [step["uses"] for step in ACTION["runs"]["steps"] if "uses" in step]
    assert len(used) == 3
    assert all(re.fullmatch(r"[\w.-]+/[\w./-]+@[0-9a-f]{40}", name) for name in used)


def test_every_input_reaches_the_script_or_a_step() -> None:
    used = set(re.findall(r"inputs\.([\w-]+)", (PROJECT / "action.yml").read_text()))
    assert used == set(ACTION["inputs"])
    given = next(step["env"] for step in ACTION["runs"]["steps"] if step.get("id") == "check")
    script = (SCRIPTS / "run.sh").read_text()
    assert all(f"${{{name}:-" in script or f"${name}" in script for name in given)


def test_the_page_lists_the_inputs() -> None:
    rows = re.findall(r"^\| `([\w-]+)` \| (.*) \| (.*) \|$", (PROJECT / "docs" / "ci.md").read_text(), re.MULTILINE)
    listed = {name: (default.strip("`"), text) for name, default, text in rows}
    told = {name: (one["default"] or "none", one["description"]) for name, one in ACTION["inputs"].items()}
    assert {name: listed.get(name) for name in told} == told


def test_the_cache_key_is_of_the_action_and_not_of_the_checkout(tmp_path: Path) -> None:
    output = tmp_path / "output"
    environment = {
        "PATH": os.environ["PATH"],
        "GITHUB_ACTION_PATH": str(PROJECT),
        "GITHUB_OUTPUT": str(output),
    }
    subprocess.run(["bash", str(SCRIPTS / "cache-key.sh")], cwd=tmp_path, env=environment, check=True)
    assert re.fullmatch(r"digest=[0-9a-f]{40}\n", output.read_text())


def test_nothing_of_the_checkout_is_run_by_the_installation(tmp_path: Path) -> None:
    checkout, runner, package = tmp_path / "checkout", tmp_path / "runner", tmp_path / "package"
    for folder in (checkout, runner, package):
        folder.mkdir()
    for name in ("venv", "pip", "ensurepip", "subprocess"):
        (checkout / f"{name}.py").write_text(f"open({str(tmp_path / 'pwned')!r}, 'w')\n")
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(runner),
        "RUNNER_TEMP": str(runner),
        "GITHUB_ACTION_PATH": str(package),
        "VERIFY_PYTHON": sys.executable,
        "PIP_NO_INDEX": "1",
    }
    command = ["bash", str(SCRIPTS / "install.sh")]
    done = subprocess.run(command, cwd=checkout, env=environment, capture_output=True, text=True, check=False)
    assert (runner / "memory-verify").is_dir(), done.stderr
    # There is no package to install, and pip itself says so.
    assert "not installable" in done.stderr
    assert not (tmp_path / "pwned").exists()


def test_every_python_of_a_script_leaves_the_checkout_alone() -> None:
    lines = [line for script in SCRIPTS.glob("*.sh") for line in script.read_text().splitlines()]
    calls = [found[1] for line in lines if (found := re.search(r'(?:python|VERIFY_PYTHON)"? (-\S+|\S+)', line))]
    assert calls == ["-I"] * 3
