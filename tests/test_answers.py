"""An answer that is kept is the answer that would be given, or none."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryFile

import pytest

from tests.loaded import LOADED
from tests.log_store import commit, git
from tests.run_command import build, verify
from verify.answers.asking import asking_for
from verify.cli import run
from verify.planting import plant
from verify.specimen import specimens

MEMORY = """
commits:
- files:
    src/retry.py: |
      limit = 3
    memory/continuity.md: |
      # Continuity

      ## Key Decisions

      - Retry three times, see `src/retry.py`
        <!-- id: retry | created: 2026-01-01 | tier: active | anchors: src/retry.py#limit -->
      - Queue per shop, see `docs/queue.md`
        <!-- id: queue | created: 2026-01-01 | tier: active | supersedes: nothing -->
    memory/sessions/2026-01-01-090000.md: |
      # Session

      ## Memory References

      - Created: retry, queue
"""
SESSION = "# Session\n\n## Memory References\n\n- Referenced: {}\n"
OPTIONS = ((), ("--format", "json"), ("--no-history", "--strict"), ("--staged",))
Outcome = tuple[int, bytes]


@pytest.fixture(autouse=True)
def not_in_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    for name in [name for name in os.environ if name.startswith(("GIT_C", "GIT_N")) and "COMMITTER" not in name]:
        monkeypatch.delenv(name)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return build(tmp_path / "store", MEMORY)


def ask(root: Path, *options: str) -> tuple[Outcome, bool]:
    """Return the answer, and whether it was kept."""
    arguments = ["check", str(root), *options]
    asking = asking_for(arguments, os.environ)
    assert asking
    known = asking.find()
    if known:
        return known, True
    before = sys.stdout, sys.stderr
    with TemporaryFile("w+", encoding="utf-8", newline="") as said, TemporaryFile("w+") as complained:
        sys.stdout, sys.stderr = said, complained
        try:
            status = asking.through(lambda: run(arguments))
            said.seek(0)
            return (status, said.read().encode()), False
        finally:
            sys.stdout, sys.stderr = before


def fresh(root: Path, *options: str) -> Outcome:
    outcome = verify("check", root, "--no-cache", *options)
    return outcome.status, outcome.stdout.encode()


def is_kept(root: Path, *options: str) -> bool:
    assert ask(root, *options)[0] == fresh(root, *options)
    answer, kept = ask(root, *options)
    assert answer == fresh(root, *options)
    return kept


def _write(root: Path, path: str, text: str) -> None:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text(text)


def _edit(root: Path, path: str, old: str, new: str) -> None:
    if (root / path).exists():
        (root / path).write_text((root / path).read_text().replace(old, new))


def _switch(root: Path) -> None:
    here = git(root, "branch", "--show-current").strip()
    git(root, "stash", "-q", "-u", fails=False)
    git(root, "checkout", "-q", *(("-b", "other") if here != "other" and not _has(root, "other") else ("-",)))


def _has(root: Path, branch: str) -> bool:
    return bool(git(root, "branch", "--list", branch).strip())


def _commit(root: Path) -> None:
    git(root, "add", "-A")
    if git(root, "status", "--porcelain"):
        commit(root, "x")


STEPS: tuple[Callable[[Path, int], object], ...] = (
    lambda root, n: _edit(root, "memory/continuity.md", "three", "seven"),
    lambda root, n: _edit(root, "memory/continuity.md", "seven", "three"),
    lambda root, n: _write(root, f"memory/sessions/2026-01-02-0900{n:02}.md", SESSION.format("retry")),
    lambda root, n: _write(root, f"memory/sessions/2026-01-02-0900{n:02}.md", SESSION.format("retri")),
    lambda root, n: _edit(root, "src/retry.py", "3", "4"),
    lambda root, n: (root / "src/retry.py").unlink(missing_ok=True),
    lambda root, n: _write(root, "src/retry.py", "limit = 3\n"),
    lambda root, n: _write(root, "docs/queue.md", "# Queue\n"),
    lambda root, n: _write(root, ".gitattributes", f"src/*.py ident\n# {n}\n"),
    lambda root, n: _write(root, ".gitignore", "docs/\n"),
    lambda root, n: _write(root, "verify.toml", f'fail-on = "{("note", "error", "never")[n % 3]}"\n'),
    lambda root, n: (root / "verify.toml").unlink(missing_ok=True),
    lambda root, n: git(root, "add", "-A"),
    lambda root, n: _commit(root),
    lambda root, n: git(root, "commit", "-q", "--amend", "-m", f"again {n}"),
    lambda root, n: _switch(root),
    lambda root, n: git(root, "pack-refs", "--all"),
    lambda root, n: git(root, "gc", "-q"),
    lambda root, n: git(root, "rm", "-q", "--cached", "-r", "--ignore-unmatch", "memory/sessions"),
    lambda root, n: os.utime(root / "memory/continuity.md"),
)


@pytest.mark.parametrize("seed", range(4))
def test_no_answer_is_given_that_would_not_be_given_anew(root: Path, seed: int) -> None:
    random = Random(seed)
    kept = 0
    for number in range(16):
        random.choice(STEPS)(root, number)
        options = random.choice(OPTIONS)
        (answer, _), expected = ask(root, *options), fresh(root, *options)
        assert answer == expected, number
        again, found = ask(root, *options)
        assert again == expected, number
        kept += found
    assert kept >= 8


def test_an_edit_of_the_same_size_and_time_is_seen(root: Path) -> None:
    store = root / "memory/continuity.md"
    text = store.read_text()
    assert is_kept(root)
    state = store.stat()
    store.write_text(text.replace("id: queue", "id: retry"))
    os.utime(store, ns=(state.st_atime_ns, state.st_mtime_ns))
    assert b"duplicate-id" in ask(root)[0][1]
    store.write_text(text)
    os.utime(store, ns=(state.st_atime_ns, state.st_mtime_ns))
    assert b"duplicate-id" not in ask(root)[0][1]


def test_a_link_that_leads_elsewhere_is_seen(root: Path) -> None:
    for name in ("one", "other"):
        (root / name).mkdir()
    (root / "one/queue.md").write_text("x")
    (root / "docs").symlink_to("one")
    assert is_kept(root)
    (root / "docs").unlink()
    (root / "docs").symlink_to("other")
    assert ask(root)[0] == fresh(root)


def test_a_changed_baseline_is_seen(root: Path) -> None:
    _write(root, "verify.toml", 'baseline = "verify-baseline.jsonl"\n')
    assert verify("baseline", root).status == 0
    text = (root / "verify-baseline.jsonl").read_text()
    assert is_kept(root)
    for subject in ("elsewhere", "queue"):
        _write(root, "verify-baseline.jsonl", text.replace('"queue"', f'"{subject}"'))
        answer, kept = ask(root)
        assert (answer, kept) == (fresh(root), False)
        assert answer[0] == (subject == "elsewhere")


def test_what_cannot_be_keyed_is_not_kept(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    named = (["--config", "x"], ["--baseline", "x"])
    for unusual in (["--since", "HEAD"], ["--rev", "HEAD"], ["-o", "json=x"], ["--no-cache"], *named, ["."]):
        assert asking_for(["check", str(root), *unusual], os.environ) is None
    assert asking_for(["history", "retry"], os.environ) is None
    for name, value in (("CI", "true"), ("GIT_DIR", "x"), ("GIT_INDEX_FILE", "x")):
        with monkeypatch.context() as context:
            context.setenv(name, value)
            assert asking_for(["check", str(root)], os.environ) is None
    git(root, "config", "core.attributesFile", "/nowhere")
    assert not is_kept(root)


def test_a_folder_outside_git_is_answered_from_the_cache_of_the_user(root: Path) -> None:
    (root / ".git").rename(root.parent / "elsewhere")
    before = sorted(root.rglob("*"))
    assert is_kept(root)
    assert sorted(root.rglob("*")) == before
    for path, text in (("memory/sessions/2026-01-02-090000.md", SESSION), ("other/memory/continuity.md", "")):
        _write(root, path, text)
        assert (ask(root)[0], is_kept(root)) == (fresh(root), True)
    git(root, "init", "-q")
    assert ask(root) == (fresh(root), False)


def test_an_incomplete_run_is_not_kept(root: Path) -> None:
    (root / "memory/more.md").write_bytes(b"\xff")
    assert ask(root)[0][0] == 3
    assert not ask(root)[1]


@pytest.mark.parametrize("how", ["cut", "turned", "empty", "other", "folder"])
def test_a_damaged_answer_is_none(root: Path, how: str) -> None:
    assert is_kept(root)
    (file,) = (root / ".git/verify/answers").iterdir()
    content = file.read_bytes()
    file.unlink()
    if how == "folder":
        file.mkdir()
    else:
        turned = content.replace(b"retry", b"retri")
        file.write_bytes({"cut": content[:-9], "turned": turned, "empty": b"", "other": b"1\n2\n3"}[how])
    assert ask(root) == (fresh(root), False)
    assert is_kept(root) is (how != "folder")


@pytest.mark.parametrize("linked", ["verify", "verify/answers"])
def test_nothing_is_written_through_a_link(root: Path, tmp_path: Path, linked: str) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    place = root / ".git" / linked
    place.parent.mkdir(exist_ok=True)
    place.symlink_to(elsewhere)
    assert not is_kept(root)
    assert [path.name for path in elsewhere.iterdir() if path.name != "history.sqlite"] == []


def test_few_answers_are_kept(root: Path) -> None:
    for number in range(20):
        ask(root, "--as-of", f"2026-03-{number + 1:02}")
    assert len(list((root / ".git/verify/answers").iterdir())) == 16
    assert is_kept(root)


WATCHED = """
import os, sys
root = os.path.realpath(sys.argv[-1])
opened = set()
def hook(event, arguments):
    if event in {"open", "os.scandir", "os.listdir"} and isinstance(arguments[0], str):
        path = os.path.abspath(arguments[0])
        if path.startswith(root) and not path.startswith(root + "/.git/"):
            opened.add(path)
from verify.packages import load_own_packages
assert load_own_packages() is None
from verify.answers import asking
from verify.cli import run
asked = asking.asking_for(["check", root], os.environ)
marked = set()
asked._answers.keep = lambda answer, marks: marked.update(path for path, _, _ in marks)
sys.addaudithook(hook)
asked.through(lambda: run(["check", root]))
if not marked:
    sys.exit("not kept")
print("\\n".join(sorted(opened - marked)) or "all of", len(opened), file=sys.stderr)
"""


KINDS = (
    *("dangling-memory-link", "wrong-active-topic", "adr-mismatch", "unsealed-change", "dead-gate", "missing-anchor"),
    *("diverged-rule", "missing-source-note"),
)


@pytest.mark.parametrize("outside", [False, True])
@pytest.mark.parametrize("check", KINDS)
def test_whatever_a_run_opens_is_in_its_footprint(tmp_path: Path, check: str, outside: bool) -> None:
    specimen = next(specimen for specimen in specimens(check) if specimen.bad)
    plant(specimen.plan, tmp_path)
    (tmp_path / "verify.toml").write_text('fail-on = "never"\n')
    if outside:
        (tmp_path / ".git").rename(tmp_path.parent / f"{tmp_path.name}-git")
    done = subprocess.run([sys.executable, "-c", WATCHED, tmp_path], capture_output=True, text=True, check=True)
    assert done.stderr.startswith("all of ")
    assert int(done.stderr.split()[2]) > 2


HEAVY = {
    *("click", "yaml", "markdown_it", "networkx", "dataclasses", "subprocess", "pathlib", "typing", "re", "json"),
    *("hashlib", "sqlite3", "tempfile", "inspect", "checks", "reports", "verify.cli", "verify.git", "verify.model"),
}


@pytest.mark.parametrize("arguments", [("check",)])
def test_an_unchanged_run_loads_next_to_nothing(root: Path, arguments: tuple[str, ...]) -> None:
    for path in (root, root / ".git"):
        for file in path.rglob("*"):
            os.utime(file, (1_700_000_000, 1_700_000_000))
    command = [sys.executable, "-I", "-c", LOADED, *arguments, str(root)]
    first, *_, last = (subprocess.run(command, capture_output=True, text=True, check=False) for _ in range(2))
    assert (last.returncode, last.stdout) == (first.returncode, first.stdout)
    assert "click" in first.stderr.split()
    # What was changed within the last seconds is compared by its content.
    assert HEAVY & {*last.stderr.split()} <= {"hashlib"}


def test_another_file_of_git_is_followed(root: Path, tmp_path: Path) -> None:
    assert is_kept(root)
    elsewhere = tmp_path / "config"
    elsewhere.write_text((root / ".git/config").read_text())
    (root / ".git/config").unlink()
    (root / ".git/config").symlink_to(elsewhere)
    assert is_kept(root)
    elsewhere.write_text(elsewhere.read_text() + "[core]\n\tattributesFile = /nowhere\n")
    assert not is_kept(root)


def test_a_head_in_an_unusual_form_is_not_kept(root: Path) -> None:
    git(root, "symbolic-ref", "refs/heads/alias", "refs/heads/main")
    git(root, "symbolic-ref", "HEAD", "refs/heads/alias")
    assert asking_for(["check", str(root)], os.environ) is None


def test_an_answer_that_others_may_have_written_is_none(root: Path) -> None:
    assert is_kept(root)
    (file,) = (root / ".git/verify/answers").iterdir()
    file.chmod(0o666)
    assert not ask(root)[1]
    file.unlink()
    os.mkfifo(file)
    assert ask(root) == (fresh(root), False)


@pytest.mark.parametrize("redirected", [">/dev/full", ">&-"])
def test_what_cannot_be_written_ends_as_it_does_without_answers(root: Path, redirected: str) -> None:
    def run_with(*options: str) -> tuple[int, str]:
        command = f'"$0" -m verify check "$@" {redirected}'
        shell = ["sh", "-c", command, sys.executable, str(root), *options]
        done = subprocess.run(shell, capture_output=True, text=True, check=False)
        return done.returncode, done.stderr

    expected = run_with("--no-cache")
    assert "Traceback" not in expected[1]
    assert run_with() == expected
    assert is_kept(root)
    assert run_with() == expected
