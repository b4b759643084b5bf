"""Whatever git is configured to do, here and for the user, one commit gives one answer."""

import subprocess
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.run_command import build, check, verify
from verify.git import own_environment
from verify.model.history import Commit
from verify.readers.records import Records
from verify.readers.repository import open_repository
from verify.readers.trailers import read_trailers
from verify.readers.walk import read_commits

MEMORY = """
commits:
  - date: 2026-03-01T10:00:00Z
    sessions: {2026-03-01-090000: []}
    files:
      memory/continuity.md: "## Key Decisions\\n\\n- One\\n  <!-- id: one-fact -->\\n- Two\\n  <!-- id: two-fact -->\\n"
      memory/vision.md: "- V\\n  <!-- id: the-vision -->\\n"
  - date: 2026-03-02T10:00:00Z
    files: {src/a.py: "1\\n"}
  - date: 2026-03-03T10:00:00Z
    files: {memory/continuity.md: "## Key Decisions\\n\\n- Uno\\n  <!-- id: one-fact -->\\n", memory/a.md: "a\\n"}
"""
CONFIGURED = (
    "log.follow=true",
    "log.showSignature=true",
    "log.diffMerges=combined",
    "log.decorate=full",
    "log.mailmap=true",
    "log.abbrevCommit=true",
    "log.date=human",
    "log.showRoot=false",
    "format.pretty=oneline",
    "format.notes=true",
    "notes.displayRef=refs/notes/*",
    "i18n.logOutputEncoding=latin1",
    "i18n.commitEncoding=latin1",
    "core.quotePath=true",
    "core.abbrev=4",
    "core.commentChar=S",
    "core.commentString=S",
    "core.disambiguate=blob",
    "color.ui=always",
    "color.diff=always",
    "diff.orderFile=ORDER",
    "diff.orderFile=/nowhere/at/all",
    "diff.ignoreSubmodules=all",
    "submodule.memory/part.ignore=all",
    "diff.submodule=log",
    "diff.renames=copies",
    "diff.renameLimit=1",
    "diff.algorithm=patience",
    "diff.relative=true",
    "diff.noprefix=true",
    "diff.external=false",
    "merge.renames=false",
    "grep.patternType=fixed",
    "trailer.separators==#",
    "trailer.separators=%",
    "trailer.serves.key=Serves #",
    "trailer.prose.key=Also",
    "trailer.serves.ifExists=replace",
)


def git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(["git", "-C", str(folder), *arguments], check=True, capture_output=True, text=True)
    return done.stdout.strip()


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """A memory that was moved, with a merge, a submodule, and messages of which trailers can be misread."""
    shop = build(tmp_path / "shop", MEMORY)
    git(shop, "reset", "-q", "--hard")
    (shop / "ORDER").write_text("memory/vision.md\nmemory/b.md\n")
    for message in (
        "Whole\n\nServes: one-fact\nSession: none",
        "Mixed\n\nAlso: x\nprose\nServes: two-fact",
        "é\n\nServes % x",
    ):
        (shop / "memory" / "b.md").write_text(message)
        git(shop, "add", "memory")
        git(shop, "commit", "-q", "-m", message)
    git(shop, "checkout", "-q", "-b", "side", "HEAD~2")
    git(shop, "commit", "-q", "--allow-empty", "-m", "Side\n\nServes = the-vision")
    (shop / ".gitmodules").write_text('[submodule "memory/part"]\n\tpath = memory/part\n\turl = .\n\tignore = all\n')
    for name in ("HEAD", "main"):
        git(shop, "update-index", "--add", "--cacheinfo", f"160000,{git(shop, 'rev-parse', name)},memory/part")
        git(shop, "commit", "-q", "-m", f"Part at {name}")
    git(shop, "update-index", "--force-remove", "memory/part")
    git(shop, "commit", "-q", "-m", "No part")
    git(shop, "merge", "-q", "-m", "Merge\n\nRealizes: the-vision", "main")
    (shop / "agent").mkdir()
    git(shop, "mv", "memory", "agent/memory")
    git(shop, "commit", "-q", "-a", "-m", "Move")
    return shop


def configure(shop: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str, setting: str) -> None:
    key, _, value = setting.partition("=")
    value = str(shop / "ORDER") if value == "ORDER" else value
    if where == "user":
        monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "gitconfig"))
    git(shop, "config", "--global" if where == "user" else "--local", key, value)


def commits(shop: Path) -> list[Commit]:
    repository = open_repository(shop, None, staged=False)
    assert repository.git
    assert repository.head
    with repository.git:
        return read_commits(repository.git, repository.head, "agent/memory", Records())


@pytest.mark.parametrize("where", ["user", "repository"])
def test_no_configuration_changes_what_is_told(
    shop: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    expected, answer = commits(shop), check(shop / "agent", "--no-cache")
    assert any(commit.trailers for commit in expected)
    for setting in CONFIGURED:
        with monkeypatch.context() as patched:
            configure(shop, tmp_path, patched, where, setting)
            assert commits(shop) == expected, setting
            assert check(shop / "agent") == answer, setting
            git(shop, "config", "--global" if where == "user" else "--local", "--unset-all", setting.partition("=")[0])


@pytest.mark.parametrize("name", ["LITERAL", "GLOB", "NOGLOB", "ICASE"])
def test_no_variable_changes_how_a_path_is_meant(shop: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    expected = commits(shop)
    monkeypatch.setenv(f"GIT_{name}_PATHSPECS", "1")
    assert commits(shop) == expected


def test_a_program_that_merges_is_not_run(shop: Path) -> None:
    git(shop, "reset", "-q", "--hard")
    git(shop, "checkout", "-q", "-b", "other", "HEAD~1")
    git(shop, "config", "merge.own.driver", f"touch {shop}/ran; false")
    git(shop, "config", "merge.default", "own")
    (shop / ".gitattributes").write_text("* merge=own\n")
    for branch, text in (("side", "x\n{}\ny\nz\n"), ("other", "x\nw\ny\n{}\n")):
        git(shop, "checkout", "-q", branch)
        file = next(shop.glob("**/continuity.md"))
        file.write_text(file.read_text() + text.format(branch))
        git(shop, "commit", "-q", "-a", "-m", branch)
    check(shop, "--since", "side")
    verify("check", shop, "--since", "side")
    assert not (shop / "ran").exists()


LINES = (
    *("", "", "", " ", "\t", "\r", "#", "# a comment", "prose", "prose: with more", "a b: no key", ": nothing"),
    *("Serves: a-b", "serves:a-b, c-d", "SERVES : x", "Serves:", "Serves", "Serves = x", "Session: s\r", "--- "),
    *("Realizes: a", "Decision: b", "Other-key: c", "Other_key: c", "  folded", "\tfolded", " Serves: folded", "---"),
    *("Signed-off-by: A <a@b.c>", "(cherry picked from commit abc)", "Conflicts:", "\ta/path", "Zürich: x"),
    *("# ------------------------ >8 ------------------------", "Serves: é\u00a0"),
)


@settings(max_examples=30, deadline=None, derandomize=True)
@given(st.lists(st.lists(st.sampled_from(LINES), max_size=12), min_size=60, max_size=60), st.sampled_from(["", "\n"]))
def test_trailers_are_those_that_git_tells(messages: Sequence[Sequence[str]], end: str) -> None:
    texts = ["\n".join(lines) + end for lines in messages]
    with TemporaryDirectory() as name:
        for text, told in zip(texts, told_by_git(Path(name), texts), strict=True):
            assert [(t.key, t.value) for t in read_trailers(text)] == told, text


def told_by_git(folder: Path, texts: Sequence[str]) -> list[list[tuple[str, str]]]:
    def run(*arguments: str, given: bytes = b"") -> str:
        command = ["git", "-C", str(folder), *arguments]
        done = subprocess.run(command, input=given, check=True, capture_output=True, env=own_environment())
        return done.stdout.decode()

    run("init", "-q")
    who = "Dev <dev@example.invalid> 1780000000 +0000"
    head = f"commit refs/heads/main\nauthor {who}\ncommitter {who}\n".encode()
    bodies = [text.encode() for text in texts]
    run("fast-import", "--quiet", given=b"".join(head + b"data %d\n%b\n" % (len(body), body) for body in bodies))
    keys = "".join(f",key={key}" for key in ("Serves", "Realizes", "Decision", "Session"))
    told = run("log", "--reverse", "-z", f"--format=%(trailers:unfold,separator=%x1f{keys})%x01", "main")
    pairs = [[line.partition(":") for line in one.split("\x1f") if ":" in line] for one in told.split("\x01")[:-1]]
    return [[(key.strip("\0 ").lower(), value.strip()) for key, _, value in one] for one in pairs]
