"""``verify init`` shows what it would write, never changes a file, and what it writes works."""

import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml

from tests.run_command import build, check, verify
from verify import __version__
from verify.baseline import NAME
from verify.graph.work import OWN_FILES
from verify.setup import HOOKS, SETTINGS, WORKFLOW

PROJECT = Path(__file__).parents[1]
WRITTEN = (SETTINGS, WORKFLOW, HOOKS)
MEMORY = 'commits: [{date: 2026-03-01T10:00:00Z, files: {memory/continuity.md: "# Continuity\\n"}}]'


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return build(tmp_path / "r", MEMORY)


def files(root: Path) -> dict[str, str]:
    found = (path for path in root.rglob("*") if path.is_file() and ".git" not in path.relative_to(root).parts)
    return {path.relative_to(root).as_posix(): path.read_text() for path in found}


def test_without_yes_nothing_is_written(root: Path) -> None:
    before = files(root)
    outcome = verify("init", root)
    assert (outcome.status, files(root)) == (0, before)
    assert all(f"would write {name}:\n" in outcome.stdout for name in WRITTEN)
    assert outcome.stdout.endswith("nothing was written; `verify init --yes` writes it\n")


def test_what_is_shown_is_what_is_written(root: Path) -> None:
    shown = verify("init", root).stdout
    assert verify("init", root, "--yes").status == 0
    for name in WRITTEN:
        assert all(line in shown for line in (root / name).read_text().splitlines())
    assert sorted(files(root)) == sorted(["memory/continuity.md", *WRITTEN])


@pytest.mark.parametrize("arguments", [(), ("--from", "acme/memory-verify")])
def test_what_it_writes_is_well_formed(root: Path, arguments: tuple[str, ...]) -> None:
    assert verify("init", root, "--yes", *arguments).status == 0
    assert tomllib.loads((root / SETTINGS).read_text()) == {"fail-on": "warning"}
    workflow = yaml.safe_load((root / WORKFLOW).read_text())
    assert workflow["permissions"] == {"contents": "read"}
    steps = workflow["jobs"]["memory"]["steps"]
    assert steps[0]["with"]["fetch-depth"] == 0
    assert "${{" not in (root / WORKFLOW).read_text()
    (hooks,) = yaml.safe_load((root / HOOKS).read_text())["repos"]
    if arguments:
        assert steps[1] == {"uses": f"acme/memory-verify@v{__version__}"}
        assert (hooks["repo"], hooks["rev"]) == ("https://github.com/acme/memory-verify", f"v{__version__}")
    else:
        (published,) = yaml.safe_load((PROJECT / ".pre-commit-hooks.yaml").read_text())
        (hook,) = hooks["hooks"]
        assert {hook[key] == published[key] for key in ("id", "name", "entry", "always_run", "pass_filenames")} == {
            True
        }
        assert hook["additional_dependencies"] == [f"memory-verify=={__version__}"]
    assert check(root).status == 0


@pytest.mark.parametrize("home", ["acme", "a/b/c", "acme/x; rm", "acme/x\n- run: y", "-a/b", "../x"])
def test_a_repository_is_named_by_owner_and_name(root: Path, home: str) -> None:
    assert (verify("init", root, "--from", home).status, verify("init", root, "--yes", "--from", home).status) == (2, 2)
    assert sorted(files(root)) == ["memory/continuity.md"]


SPECS = [
    "git+https://example.org/team/memory-verify@v0.1.0",
    "memory-verify @ https://example.org/memory_verify-0.1.0-py3-none-any.whl#sha256=00",
    "/opt/wheels/memory_verify-0.1.0-py3-none-any.whl",
    "memory-verify[all]>=0.1,<1; python_version > '3.10'",
    'it\'s "quoted": $(touch owned) `touch owned` $HOME \\ * ! & | , ] } {%',
    "memory-verify",
    "ofen-prüfung @ file:///Bäckerei/ofen.whl",
]


@pytest.mark.parametrize("spec", SPECS)
def test_any_requirement_of_pip_arrives_as_it_is(root: Path, spec: str) -> None:
    outcome = verify("init", root, "--yes", "--install", spec)
    assert outcome.status == 0, outcome.stderr
    assert f"the workflow and the hook install {spec}, " in outcome.stdout
    ((hook,),) = (repo["hooks"] for repo in yaml.safe_load((root / HOOKS).read_text())["repos"])
    assert hook["additional_dependencies"] == [spec]
    steps = yaml.safe_load((root / WORKFLOW).read_text())["jobs"]["memory"]["steps"]
    (command,) = (step["run"] for step in steps if " pip install " in step.get("run", ""))
    shown = subprocess.run(
        ["bash", "-c", 'python() { printf "%s\\n" "$@"; }\n' + command],
        cwd=root,
        capture_output=True,
        text=True,
        check=True,
    )
    assert shown.stdout.split("\n") == ["-I", "-m", "pip", "install", spec, ""]
    assert not (root / "owned").exists()


@pytest.mark.parametrize(
    "spec",
    [
        *("", " ", "a\nb", "a\rb", "a\tb", "a\x1b[31m", "a\u202eb", "a\u2028b", "a\udcff", "x" * 2000),
        *("-r x", "${{ secrets.X }}", "git+https://user:" + "Zq8Xv2LmN4pRt6WyB1cD" + "@example.org/x"),
    ],
)
def test_no_requirement_breaks_out(root: Path, spec: str) -> None:
    outcome = verify("init", root, "--yes", "--install", spec)
    assert (outcome.status, outcome.stderr.count("\n"), sorted(files(root))) == (2, 1, ["memory/continuity.md"])
    assert "Zq8Xv2LmN4pRt6WyB1cD" not in outcome.stderr


def test_there_is_one_source(root: Path) -> None:
    assert verify("init", root, "--from", "acme/memory-verify", "--install", "memory-verify").status == 2


def test_it_says_where_the_program_comes_from(root: Path) -> None:
    usual = verify("init", root).stdout
    assert f"the workflow and the hook install memory-verify=={__version__} from the package index" in usual
    assert "--from OWNER/NAME" in usual
    assert "--install SPEC" in usual
    assert (
        f"the workflow and the hook take https://github.com/acme/memory-verify at v{__version__}"
        in verify("init", root, "--from", "acme/memory-verify").stdout
    )


@pytest.mark.parametrize(
    "arguments", [(), ("--from", "acme/memory-verify"), ("--install", "git+https://example.org/x")]
)
def test_what_it_wrote_is_as_it_should_be(root: Path, arguments: tuple[str, ...]) -> None:
    assert verify("init", root, "--yes", *arguments).status == 0
    for again in (verify("init", root, *arguments), verify("init", root, "--yes", *arguments)):
        assert all(f"{name} is as it should be\n" in again.stdout for name in WRITTEN)
        assert "should hold" not in again.stdout
        assert "nothing was written" not in again.stdout


def test_what_holds_the_needed_lines_is_as_it_should_be(root: Path) -> None:
    assert verify("init", root, "--yes").status == 0
    (root / SETTINGS).write_text('baseline = "b.jsonl"\nfail-on="warning"\n')
    (root / HOOKS).write_bytes(b"# ours\r\n" + (root / HOOKS).read_bytes().replace(b"\n", b"\r\n") + b"  - repo: x\r\n")
    (root / WORKFLOW).write_text((root / WORKFLOW).read_text().replace("name: verify", "name: all"))
    assert verify("init", root).stdout.count(" is as it should be\n") == 3


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (SETTINGS, ""),
        (SETTINGS, 'fail-on = "error"\n'),
        (SETTINGS, '[severity]\nfail-on = "warning"\n'),
        (SETTINGS, '# fail-on = "warning"\n'),
        (SETTINGS, "a = " + "[" * 9000),
        (SETTINGS, '"'),
        ("pyproject.toml", '[tool.verify]\nfail-on = "error"\n'),
        ("pyproject.toml", '[tool.verify.severity]\nfail-on = "warning"\n'),
        (HOOKS, "repos: []\n"),
        (WORKFLOW, "x: " + "[" * 9000),
    ],
)
def test_what_lacks_them_is_told(root: Path, name: str, text: str) -> None:
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_text(text)
    outcome = verify("init", root)
    assert (outcome.status, outcome.stderr) == (0, "")
    assert f"{name} is there already and stays as it is; it should hold:\n" in outcome.stdout


def test_settings_in_the_project_file_can_be_as_they_should_be(root: Path) -> None:
    (root / "pyproject.toml").write_text('[tool.verify]\nfail-on = "warning"\n')
    assert "pyproject.toml is as it should be\n" in verify("init", root).stdout


def test_what_is_there_stays(root: Path) -> None:
    (root / SETTINGS).write_text('fail-on = "note"\n')
    (root / HOOKS).write_text("repos: []\n")
    outcome = verify("init", root, "--yes")
    assert (outcome.status, (root / SETTINGS).read_text(), (root / HOOKS).read_text()) == (
        0,
        'fail-on = "note"\n',
        "repos: []\n",
    )
    assert f"{HOOKS} is there already and stays as it is; it should hold:\n" in outcome.stdout
    assert "      - repo: local\n" in outcome.stdout
    assert (root / WORKFLOW).is_file()
    again = files(root)
    assert (verify("init", root, "--yes").status, files(root)) == (0, again)


@pytest.mark.parametrize(
    "spelling",
    [
        "[tool.verify]",
        "[ tool . verify ]",
        '[tool."verify"]',
        "[tool]\nverify = {}",
        'tool.verify.fail-on = "note"',
        '[[tool.verify.ignore]]\ncheck = "dangling-link"\nsubject = "x"\nreason = "y"',
    ],
)
def test_settings_in_the_project_file_stay_the_only_ones(root: Path, spelling: str) -> None:
    (root / "pyproject.toml").write_text(f"{spelling}\n")
    assert "pyproject.toml is there already" in verify("init", root, "--yes").stdout
    assert not (root / SETTINGS).exists()
    assert check(root).status == 0


@pytest.mark.parametrize(
    "text", ["# [tool.verify]\n", 'name = "[tool.verify]"\n', '[tool]\nother = "verify"\n', "tool = 1\n"]
)
def test_what_only_looks_like_settings_is_none(root: Path, text: str) -> None:
    (root / "pyproject.toml").write_text(text)
    assert verify("init", root, "--yes").status == 0
    assert (root / SETTINGS).exists()


@pytest.mark.parametrize("link", [".github", ".github/workflows", SETTINGS])
def test_no_link_is_followed(tmp_path: Path, root: Path, link: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (root / link).parent.mkdir(exist_ok=True)
    (root / link).symlink_to(outside / "file" if link == SETTINGS else outside)
    outcome = verify("init", root, "--yes")
    assert (outcome.status, outcome.stderr.count("\n"), list(outside.iterdir())) == (1, 1, [])


def test_adopting_it_is_no_work_that_a_session_must_tell_of() -> None:
    assert {*WRITTEN, NAME} == OWN_FILES


def test_from_a_folder_below_it_writes_at_the_root(root: Path) -> None:
    assert verify("init", root / "memory", "--yes").status == 0
    assert (root / SETTINGS).is_file()


def test_a_memory_elsewhere_is_named(tmp_path: Path) -> None:
    text = MEMORY.replace("memory/", 'parts/the "shop"/memory/').replace("files: {", "files: {'").replace("md:", "md':")
    root = build(tmp_path / "r", text)
    assert check(root).status == 3
    assert verify("init", root, "--yes").status == 0
    assert check(root).status == 0


def test_without_a_memory_it_says_so(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    outcome = verify("init", tmp_path, "--yes")
    assert outcome.status == 0
    assert "no memory was found yet" in outcome.stdout
    assert (tmp_path / WORKFLOW).is_file()


def test_without_git_there_are_only_settings(tmp_path: Path) -> None:
    root = build(tmp_path / "r", MEMORY + "\ngit: false\n")
    assert "without git" in verify("init", root, "--yes").stdout
    assert sorted(files(root)) == ["memory/continuity.md", SETTINGS]


def test_a_folder_that_cannot_be_written_is_one_line(root: Path) -> None:
    (root / ".github").write_text("a file")
    outcome = verify("init", root, "--yes")
    assert (outcome.status, outcome.stderr.count("\n")) == (2, 1)
