"""The store of what was read is never an error, never followed out of its place, and never believed too much."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import pytest

from tests.run_command import Outcome, build, check
from verify import pack_table
from verify import store as store_module
from verify.model.history import Commit
from verify.model.location import CommitId
from verify.readers import known_commits
from verify.readers.raw_log import Walked
from verify.readers.repository import open_repository
from verify.store import Store

SHOP = """
commits:
  - date: 2026-03-01T10:00:00Z
    sessions: {2026-03-01-090000: []}
    files:
      memory/continuity.md: "## Key Decisions\\n\\n- One\\n  <!-- id: one-fact -->\\n- Two\\n  <!-- id: two-fact -->\\n"
  - date: 2026-03-02T10:00:00Z
    sessions: {2026-03-02-090000: []}
    files: {memory/continuity.md: "## Key Decisions\\n\\n- Uno\\n  <!-- id: one-fact -->\\n"}
  - date: 2026-03-03T10:00:00Z
    files: {memory/continuity.md: "## Key Decisions\\n\\n- One\\n  <!-- id: one-fact -->\\n"}
"""
NAME = ("-c", "user.name=Dev", "-c", "user.email=dev@example.invalid")


def git(folder: Path, *arguments: str) -> str:
    command = ["git", "-C", str(folder), *NAME, *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    return build(tmp_path / "shop", SHOP)


@pytest.fixture
def file(shop: Path) -> Path:
    return shop / ".git" / "verify" / "history.sqlite"


@pytest.fixture
def answer(shop: Path) -> Outcome:
    """The answer without a store: a lost fact, a decision that drifted and came back."""
    outcome = check(shop, "--no-cache")
    assert outcome.findings("lost-fact")
    assert outcome.findings("unrecorded-reversal")
    return outcome


@pytest.fixture
def git_log(shop: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[str]]:
    """Return the arguments of each walk over the history since the last call."""
    told, real = tmp_path / "told", subprocess.run(["which", "git"], capture_output=True, text=True, check=True).stdout
    wrapper = tmp_path / "bin" / "git"
    wrapper.parent.mkdir()
    wrapper.write_text(f'#!/bin/sh\necho "$*" >> {told}\nexec {real.strip()} "$@"\n')
    wrapper.chmod(0o755)
    monkeypatch.setenv("PATH", f"{wrapper.parent}{os.pathsep}{os.environ['PATH']}")

    def walks() -> list[str]:
        lines = told.read_text().splitlines() if told.exists() else []
        told.unlink(missing_ok=True)
        return [line for line in lines if " --full-history " in line and line.endswith(" :(literal)memory")]

    return walks


def test_only_what_is_new_is_asked_of_git(shop: Path, git_log: Callable[[], list[str]]) -> None:
    check(shop)
    assert len(git_log()) == 1
    check(shop)
    assert git_log() == []
    tip = git(shop, "rev-parse", "HEAD")
    git(shop, "commit", "-q", "--allow-empty", "-m", "next")
    check(shop)
    (walk,) = git_log()
    assert f"^{tip}" in walk
    check(shop, "--no-cache")
    assert len(git_log()) == 1


@pytest.mark.parametrize("length", [0, 1, 100, 4096, 6000, -1])
def test_a_truncated_store_is_thrown_away(shop: Path, file: Path, answer: Outcome, length: int) -> None:
    check(shop)
    content = file.read_bytes()
    file.write_bytes(content[:length])
    assert check(shop) == answer
    assert check(shop) == answer
    assert Store(file.parent, version(file)).read('commits ["memory"]')


def version(file: Path) -> str:
    with sqlite3.connect(file) as database:
        ((found,),) = database.execute("SELECT version FROM about").fetchall()
    database.close()
    return str(found)


@pytest.mark.parametrize("garbage", [b"no database at all " * 999, b"SQLite format 3\0" + b"\xff" * 9000, b"\0"])
def test_garbage_is_thrown_away(shop: Path, file: Path, answer: Outcome, garbage: bytes) -> None:
    file.parent.mkdir()
    file.write_bytes(garbage)
    assert check(shop) == answer
    assert check(shop) == answer
    assert file.read_bytes()[:16] == b"SQLite format 3\0"


def test_every_flipped_byte_is_noticed_or_harmless(shop: Path, file: Path, answer: Outcome) -> None:
    check(shop)
    content = file.read_bytes()
    for at in range(0, len(content), 311):
        file.write_bytes(content[:at] + bytes([content[at] ^ 0x5A]) + content[at + 1 :])
        assert check(shop) == answer, at


@pytest.mark.parametrize("place", ["verify", "verify/history.sqlite"])
def test_a_folder_or_a_link_in_its_place_is_left_alone(shop: Path, tmp_path: Path, answer: Outcome, place: str) -> None:
    stored, target = shop / ".git" / place, tmp_path / "target"
    stored.parent.mkdir(exist_ok=True)
    target.write_bytes(b"precious") if place.endswith("sqlite") else target.mkdir()
    stored.symlink_to(target)
    assert check(shop) == answer
    assert (target.read_bytes() == b"precious") if target.is_file() else not list(target.iterdir())
    stored.unlink()
    stored.symlink_to(tmp_path / "nowhere")
    assert check(shop) == answer
    assert not (tmp_path / "nowhere").exists()
    stored.unlink()
    (stored / "kept").mkdir(parents=True)
    assert check(shop) == answer
    assert (stored / "kept").is_dir()


def test_a_journal_that_is_a_link_is_not_followed(shop: Path, file: Path, tmp_path: Path, answer: Outcome) -> None:
    (tmp_path / "precious").write_text("precious")
    file.parent.mkdir()
    file.with_name("history.sqlite-journal").symlink_to(tmp_path / "precious")
    assert check(shop) == answer
    assert (tmp_path / "precious").read_text() == "precious"


def test_another_version_starts_afresh(file: Path) -> None:
    Store(file.parent, "1").add("a", b"old", alone=True)
    assert Store(file.parent, "2").read("a") == []
    Store(file.parent, "2").add("b", b"new", alone=True)
    assert Store(file.parent, "1").read("a") == []
    assert Store(file.parent, "2").read("b") == [b"new"]


def test_what_another_process_added_meanwhile_is_not_built_upon(file: Path) -> None:
    one, other = Store(file.parent, "1"), Store(file.parent, "1")
    one.add("a", b"first", alone=True)
    assert other.read("a") == [b"first"]
    one.add("a", b"second", alone=False)
    other.add("a", b"another second", alone=False)
    assert Store(file.parent, "1").read("a") == [b"first", b"second"]


def test_the_oldest_is_thrown_out_beyond_the_cap(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pack_table, "SIZE_CAP", 1000)
    store = Store(file.parent, "1")
    for scope in ("a", "b", "c"):
        store.add(scope, os.urandom(400), alone=True)
    assert [len(store.read(scope)) for scope in ("a", "b", "c")] == [0, 1, 1]
    store.add("c", os.urandom(900), alone=False)
    assert [len(store.read(scope)) for scope in ("a", "b", "c")] == [0, 0, 0]
    store.add("d", os.urandom(2000), alone=True)
    assert store.read("d") == []


def test_a_pack_that_unpacks_to_too_much_is_none(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Store(file.parent, "1").add("a", bytes(100_000), alone=True)
    monkeypatch.setattr(pack_table, "RAW_CAP", 1000)
    assert Store(file.parent, "1").read("a") == []
    assert not file.exists()


def test_many_packs_are_put_together(shop: Path, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known_commits, "PACKS_CAP", 3)
    counts = []
    for number in range(6):
        git(shop, "commit", "-q", "--allow-empty", "-m", f"{number}")
        assert check(shop) == check(shop, "--no-cache")
        counts.append(len(Store(file.parent, version(file)).read('commits ["memory"]')))
    assert counts == [1, 2, 3, 1, 2, 3]


def test_a_locked_store_is_done_without(
    shop: Path, file: Path, answer: Outcome, monkeypatch: pytest.MonkeyPatch
) -> None:
    check(shop)
    monkeypatch.setattr(store_module, "_PATIENCE", 0.01)
    database = sqlite3.connect(file, isolation_level=None)
    database.execute("BEGIN EXCLUSIVE")
    assert check(shop) == answer
    database.execute("COMMIT")
    database.close()
    assert file.exists()


def test_a_process_that_is_killed_while_writing_leaves_nothing_half(shop: Path, file: Path, answer: Outcome) -> None:
    check(shop)
    # So little memory for pages that they go to the file before the transaction ends.
    script = (
        "import os, sqlite3, sys; d = sqlite3.connect(sys.argv[1], isolation_level=None); "
        "d.execute('PRAGMA cache_size = 1'); d.execute('BEGIN IMMEDIATE'); "
        "d.execute('UPDATE pack SET content = zeroblob(500000)'); d.execute('DELETE FROM about'); "
        f"os.kill(os.getpid(), {int(signal.SIGKILL)})"
    )
    done = subprocess.run([sys.executable, "-c", script, str(file)], check=False)
    assert done.returncode == -signal.SIGKILL
    assert file.with_name("history.sqlite-journal").exists()
    assert check(shop) == answer
    assert [path.name for path in file.parent.iterdir()] == ["history.sqlite"]


def test_runs_at_the_same_time_agree(shop: Path, file: Path, answer: Outcome) -> None:
    command = [sys.executable, "-m", "verify", "check", str(shop), "--format", "json"]

    def run(_: int) -> str:
        return subprocess.run(command, check=False, capture_output=True, text=True).stdout

    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(run, range(8))) == {answer.stdout}
    assert Store(file.parent, version(file)).read('commits ["memory"]')


def test_a_read_only_git_directory_is_spared(
    shop: Path, file: Path, answer: Outcome, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writable = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: ".git" not in Path(path).parts and writable(path, mode))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert check(shop) == answer
    assert not file.parent.exists()
    (stored,) = (tmp_path / "cache" / "memory-verify").glob("*/history.sqlite")
    assert check(shop) == answer
    for cache in (str(stored), "relative", "/proc/nothing"):
        monkeypatch.setenv("XDG_CACHE_HOME", cache)
        assert check(shop) == answer


def forge(file: Path) -> None:
    """Let the store say that the lost fact never was."""
    known = Store(file.parent, version(file))
    with sqlite3.connect(file) as database:
        (scope,) = next(database.execute("SELECT scope FROM pack WHERE scope LIKE 'versions%'"))
    database.close()
    (pack,) = known.read(scope)
    start, facts, versions = json.loads(pack)
    kept = [[role, blob, [n for n in numbers if facts[n][0] != "two-fact"]] for role, blob, numbers in versions]
    known.add(scope, json.dumps([start, facts, kept]).encode(), alone=True)


@pytest.mark.parametrize(("value", "believed"), [("true", False), ("1", False), ("false", True), ("0", True)])
def test_nothing_kept_is_believed_in_ci(
    shop: Path, file: Path, answer: Outcome, monkeypatch: pytest.MonkeyPatch, value: str, believed: bool
) -> None:
    check(shop)
    forge(file)
    before = file.read_bytes()
    assert check(shop) != answer
    assert check(shop, "--no-cache") == answer
    monkeypatch.setenv("CI", value)
    assert (check(shop) != answer) is believed
    assert file.read_bytes() == before


def test_nothing_is_kept_in_ci(shop: Path, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    check(shop)
    assert not file.parent.exists()


def loosen(folder: Path) -> None:
    for pack in (folder / ".git" / "objects" / "pack").glob("*.pack"):
        aside = folder.parent / pack.name
        pack.rename(aside)
        with aside.open("rb") as content:
            subprocess.run(["git", "-C", str(folder), "unpack-objects", "-q"], stdin=content, check=True)


@pytest.mark.parametrize(
    "lost",
    ["HEAD~1", "HEAD~2", "HEAD~1^{tree}", "HEAD~1:memory", "HEAD~1:memory/sessions", "HEAD~1:memory/continuity.md"],
)
def test_what_is_missing_meanwhile_counts_as_without_a_store(shop: Path, answer: Outcome, lost: str) -> None:
    assert check(shop) == answer
    name = git(shop, "rev-parse", lost)
    loosen(shop)
    (shop / ".git" / "objects" / name[:2] / name[2:]).unlink()
    for _ in range(2):
        outcome = check(shop)
        assert outcome == check(shop, "--no-cache")
        told = next(c for c in outcome.report["checked"] if c["check"] == "lost-fact")
        assert told["verdict"] == "not-checked"


@pytest.mark.parametrize("options", [("--depth", "1"), ("--filter=blob:none",), ("--filter=tree:0",)])
def test_half_a_clone_keeps_nothing(shop: Path, tmp_path: Path, options: tuple[str, ...]) -> None:
    git(shop, "config", "uploadpack.allowFilter", "true")
    git(tmp_path, "clone", "-q", *options, f"file://{shop}", "half")
    assert check(tmp_path / "half").status in {0, 3}
    assert not (tmp_path / "half" / ".git" / "verify").exists()


def test_worktrees_share_a_store_and_a_bare_clone_has_one(shop: Path, file: Path, tmp_path: Path) -> None:
    git(shop, "worktree", "add", "-q", "--detach", str(tmp_path / "tree"), "main")
    check(tmp_path / "tree")
    assert file.exists()
    git(tmp_path, "clone", "-q", "--bare", str(shop), "bare.git")
    assert check(tmp_path / "bare.git", "--rev", "main").findings("lost-fact")
    assert (tmp_path / "bare.git" / "verify" / "history.sqlite").exists()


def test_nothing_of_it_is_loaded_where_it_is_not_wanted(shop: Path, file: Path) -> None:
    script = (
        "import sys; sys.argv[1:] = ['check', sys.argv[1], '--no-history', '--no-cache']; "
        "from verify.packages import *; load_own_packages(); "
        "from verify.cli import run; run(); sys.exit('sqlite3' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script, str(shop)], check=False, capture_output=True)
    assert done.returncode == 0, done.stderr
    assert not file.exists()


def test_a_store_holds_no_more_than_packed_records(shop: Path, file: Path) -> None:
    check(shop)
    with sqlite3.connect(file) as database:
        contents = [content for (content,) in database.execute("SELECT content FROM pack")]
    database.close()
    files, *history = (zlib.decompress(content[32:]) for content in contents)
    assert len(history) == 2
    assert all(isinstance(json.loads(content), list) for content in history)
    assert isinstance(msgspec.msgpack.decode(files), list)


def test_a_user_without_a_home_has_no_cache(shop: Path, answer: Outcome, monkeypatch: pytest.MonkeyPatch) -> None:
    writable = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: ".git" not in Path(path).parts and writable(path, mode))
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)
    assert check(shop) == answer
    assert store_module.folder_for(shop / ".git") is None


def test_what_could_not_be_written_is_not_built_upon(shop: Path, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check(shop)
    git(shop, "commit", "-q", "--allow-empty", "-m", "next")
    added: list[bool] = []

    def add(store: Store, scope: str, content: bytes, *, alone: bool) -> bool:
        added.append(alone)
        return False

    with monkeypatch.context() as patched:
        patched.setattr(Store, "add", add)
        records = open_repository(shop, None, staged=False, kept=True).records
        for name in ("a" * 40, "b" * 40):
            commit = Commit(CommitId(name), (), 0, 0, ())
            records.commits(["memory"]).add([Walked(commit, ())])
            records.save()
    assert added == [False, True]
