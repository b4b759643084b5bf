"""A file that was read before and did not change since says what it would say if it were read again."""

import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec, spec_from_file_location
from pathlib import Path
from random import Random

import msgspec
import pytest

from tests.log_store import commit, git
from tests.run_command import Outcome, build, check
from verify.answers import footprint
from verify.readers import gathered, known_files, records
from verify.readers.repository import open_repository
from verify.store import Store

SETTLES = 0.02
"""Seconds in which no file system here gives two changes the same time."""
SHOP = """
commits:
- files:
    memory/vision.md: |
      # Vision

      Bread for all. <!-- id: bread | tier: core -->
    memory/continuity.md: |
      # Continuity

      ## Project State

      - **last_review:** 2026-01-02-090000

      ## Key Decisions

      - Retry three times (ADR-0001), see `src/retry.py`
        <!-- id: retry | created: 2026-01-01 | last_used: 2026-01-02 | uses: 2 | tier: active | serves: bread -->
      - [ ] (blueprint) Queue per shop
        <!-- id: queue | created: 2026-01-01 | tier: active | supersedes: nothing -->
    memory/archive/INDEX.md: |
      - old-oven — moved
    memory/archive/2026-Q1.md: |
      - The old oven <!-- id: old-oven | tier: archived -->
    docs/adr/0001-retry.md: |
      # 1. Retry

      ## Status

      Accepted
    memory/sessions/2026-01-01-090000.md: |
      # Session

      ## Memory References

      - Created: retry, queue

      ## Intent

      **Asked:**
      1. Retry

      **Delivered:**
      1. `src/retry.py`
    memory/sessions/2026-01-02-090000.md: |
      # Session

      ## Memory References

      - Referenced: retry, queue
      - Superseded: old-oven → retry

      ## Impression

      Open threads: 3
"""
LOG = "# Session\n\n## Memory References\n\n- Referenced: {}\n"
SECRET = "token = 'ghp_" + "a1B2" * 9 + "'\n"
LOGS = "memory/sessions"
OPTIONS = ((), ("--no-history",), ("--staged",), ("--rev", "HEAD"), ("--since", "HEAD"))


@pytest.fixture(autouse=True)
def settles_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(footprint, "TIMES_SETTLE", int(SETTLES * 1e9))


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    root = build(tmp_path / "shop", SHOP)
    time.sleep(2 * SETTLES)
    return root


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The paths of the files that were worked out."""
    paths: list[str] = []

    def watched(name: str) -> None:
        real = getattr(gathered, name)

        def noted(path: str, *more: object) -> object:
            paths.append(path)
            return real(path, *more)

        monkeypatch.setattr(gathered, name, noted)

    for name in ("read_session", "read_document", "read_records"):
        watched(name)
    yield paths


def told(root: Path, *options: str) -> Outcome:
    time.sleep(2 * SETTLES)
    kept = check(root, "--tier", "advisory", *options)
    assert kept == check(root, "--tier", "advisory", "--no-cache", *options)
    return kept


def _log(root: Path, number: int, text: str) -> None:
    (root / LOGS / f"2026-01-{number % 9 + 1:02}-090000.md").write_text(text)


def _edit(root: Path, path: str, old: str, new: str) -> None:
    if (root / path).is_file():
        (root / path).write_text((root / path).read_text().replace(old, new))


def _move(root: Path) -> None:
    newest = max((root / LOGS).iterdir())
    newest.rename(newest.with_name(f"{newest.stem[:-1]}7.md"))


def _link(root: Path, number: int) -> None:
    newest = max((root / LOGS).iterdir())
    kept = root / f"kept-{number}.md"
    newest.rename(kept)
    newest.symlink_to(kept)


def _commit(root: Path) -> None:
    git(root, "add", "-A")
    if git(root, "status", "--porcelain"):
        commit(root, "x")


STEPS: tuple[Callable[[Path, int], object], ...] = (
    lambda root, n: _log(root, n, LOG.format("retry, queue")),
    lambda root, n: _log(root, n, LOG.format("retri, queue")),
    lambda root, n: _log(root, n, LOG.format("retry") + SECRET),
    lambda root, n: _log(root, n, "auto-stub\n"),
    lambda root, n: (root / LOGS / f"2026-01-{n % 9 + 1:02}-090000.md").write_bytes(b"\xff"),
    lambda root, n: min((root / LOGS).iterdir()).unlink(),
    lambda root, n: _move(root),
    _link,
    lambda root, n: _edit(root, "memory/continuity.md", "three", "seven"),
    lambda root, n: _edit(root, "memory/continuity.md", "id: queue", "id: retry"),
    lambda root, n: _edit(root, "memory/archive/2026-Q1.md", "oven", "mill"),
    lambda root, n: _edit(root, "docs/adr/0001-retry.md", "Accepted", "Rejected"),
    lambda root, n: (root / "memory/continuity.md").rename(root / "memory/archive/2026-Q2.md"),
    lambda root, n: git(root, "checkout", "-q", "HEAD", "--", "memory"),
    lambda root, n: git(root, "add", "-A"),
    lambda root, n: _commit(root),
    lambda root, n: git(root, "rm", "-q", "--cached", "-r", "--ignore-unmatch", LOGS),
)


@pytest.mark.parametrize("seed", range(4))
def test_random_changes_are_told_as_without(shop: Path, seed: int) -> None:
    random = Random(seed)
    for number in range(14):
        step = random.choice(STEPS)
        if list((shop / LOGS).iterdir()) and (shop / "memory/continuity.md").exists():
            step(shop, number)
        else:
            git(shop, "checkout", "-q", "HEAD", "--", "memory", fails=False)
        told(shop, *random.choice(OPTIONS))


@pytest.mark.parametrize("options", [(), ("--no-history",), ("--staged",)])
def test_only_what_changed_is_read_again(shop: Path, read: list[str], options: tuple[str, ...]) -> None:
    check(shop, *options)
    assert len(set(read)) == 7
    read.clear()
    check(shop, *options)
    assert read == []
    (shop / LOGS / "2026-01-02-090000.md").write_text(LOG.format("retry"))
    git(shop, "add", "-A")
    time.sleep(2 * SETTLES)
    check(shop, *options)
    assert set(read) == {f"{LOGS}/2026-01-02-090000.md"}


def test_a_file_that_changed_a_moment_ago_is_read_again(
    shop: Path, read: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(footprint, "TIMES_SETTLE", int(3600e9))
    check(shop, "--no-history")
    read.clear()
    check(shop, "--no-history")
    assert set(read) == {f"{LOGS}/2026-01-0{day}-090000.md" for day in (1, 2)}


def test_an_edit_of_the_same_size_and_time_is_seen(shop: Path, read: list[str]) -> None:
    log = shop / LOGS / "2026-01-02-090000.md"
    told(shop)
    state = log.stat()
    log.write_text(log.read_text().replace("retry, queue", "retri, queue"))
    os.utime(log, ns=(state.st_atime_ns, state.st_mtime_ns))
    time.sleep(2 * SETTLES)
    read.clear()
    check(shop)
    assert read == [f"{LOGS}/2026-01-02-090000.md"]


def test_no_secret_is_kept(shop: Path, read: list[str]) -> None:
    for number, line in enumerate((SECRET, "mail ada.lovelace@bakery.org\n"), 3):
        _log(shop, number, LOG.format("retry") + line)
    _edit(shop, "memory/continuity.md", "Queue per shop", f"Queue per shop, {SECRET.strip()}")
    _edit(shop, "docs/adr/0001-retry.md", "Accepted", "Accepted by ada.lovelace@bakery.org")
    told(shop, "--no-history")
    read.clear()
    check(shop, "--no-history")
    harmful = {"memory/continuity.md", "docs/adr/0001-retry.md"}
    assert set(read) == harmful | {f"{LOGS}/2026-01-0{day}-090000.md" for day in (4, 5)}
    with sqlite3.connect(shop / ".git/verify/history.sqlite") as database:
        scopes = [scope for (scope,) in database.execute("SELECT scope FROM pack")]
    contents = [content for scope in scopes for content in _store(shop).read(scope)]
    assert any(b"old-oven" in content for content in contents)
    assert not any(word in content for content in contents for word in (b"ghp_", b"lovelace"))


def test_a_folder_without_git_is_known_from_the_cache_of_the_user(shop: Path, read: list[str]) -> None:
    git(shop, "status")
    (shop / ".git").rename(shop.parent / "elsewhere")
    before = sorted(shop.rglob("*"))
    told(shop)
    read.clear()
    check(shop)
    assert read == []
    assert sorted(shop.rglob("*")) == before


def test_nothing_is_known_in_ci(shop: Path, read: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    check(shop)
    read.clear()
    check(shop)
    assert len(set(read)) == 7
    assert not (shop / ".git/verify").exists()


@pytest.mark.parametrize("name", ["markdown_it", "detect_secrets", "phonenumbers", "validators"])
def test_another_library_reads_everything_again(
    shop: Path, read: list[str], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    check(shop)
    read.clear()
    newer = shop.parent / "newer.py"
    newer.write_text("")
    spec = spec_from_file_location(name, newer)
    monkeypatch.setattr(records, "find_spec", lambda asked: spec if asked == name else find_spec(asked))
    check(shop)
    assert len(set(read)) == 7


def test_a_sealed_store_is_read_whole(shop: Path, read: list[str]) -> None:
    (shop / "memory/ledger.seal").write_text("x\n")
    told(shop)
    read.clear()
    check(shop)
    assert f"{LOGS}/2026-01-01-090000.md" in read


@pytest.mark.parametrize("content", [b"", b"\xc0", b"\x92\x91\x01\x90", b"\x92\x90\x91\x93\x01\x02\x03"])
def test_what_no_run_has_kept_is_thrown_away(shop: Path, content: bytes) -> None:
    expected = told(shop)
    store = _store(shop)
    scope = _scope(shop)
    assert store.read(scope)
    assert store.add(scope, content, alone=True)
    assert told(shop) == expected
    assert content not in _store(shop).read(scope)


@pytest.mark.parametrize("place", ["memory/sessions/2026-01-03-090000-\udcff.md", "memory/archive/\udcff.md"])
def test_a_name_that_is_no_text_is_read_every_time(shop: Path, read: list[str], place: str) -> None:
    (shop / place).write_text(LOG.format("retry"))
    told(shop)
    told(shop, "--staged")
    read.clear()
    check(shop)
    assert read == [place]


def test_a_root_whose_name_is_no_text_is_known(shop: Path, read: list[str]) -> None:
    root = shop.rename(shop.with_name("shop-\udcff"))
    told(root)
    read.clear()
    check(root)
    assert read == []


def test_a_secret_in_a_name_is_not_kept(shop: Path, read: list[str]) -> None:
    name = SECRET.split("'")[1]
    (shop / LOGS / f"2026-01-03-090000-{name}.md").write_text(LOG.format("retry"))
    told(shop)
    read.clear()
    check(shop)
    assert read == [f"{LOGS}/2026-01-03-090000-{name}.md"]


@pytest.mark.parametrize("day", ["2026-99-99", "9999999999-01-01", ""])
def test_a_forged_day_is_read_again(shop: Path, day: str) -> None:
    expected = told(shop)
    pack = msgspec.msgpack.decode(_store(shop).read(_scope(shop))[0])
    for log in pack[0]:
        log[3][2] = day
    for text in pack[1]:
        if text[1]:
            text[1]["facts"] = [[*fact[:4], ["\0", *fact[4][1:]], *fact[5:]] for fact in text[1]["facts"]]
    assert _store(shop).add(_scope(shop), msgspec.msgpack.encode(pack), alone=True)
    assert told(shop) == expected


def test_a_pack_of_very_many_readings_is_thrown_away(shop: Path) -> None:
    expected = told(shop)
    count = 2_000_000
    bomb = b"\x92\x90\xdd" + count.to_bytes(4, "big") + b"\x93\xa0\xc0\x90" * count
    assert _store(shop).add(_scope(shop), bomb, alone=True)
    assert told(shop) == expected
    assert bomb not in _store(shop).read(_scope(shop))


def test_nothing_is_kept_inside_of_what_is_checked(shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (shop / ".git").rename(shop.parent / "elsewhere")
    monkeypatch.setenv("XDG_CACHE_HOME", str(shop / ".cache"))
    told(shop)
    assert not (shop / ".cache").exists()


def test_many_changes_are_put_together(shop: Path, read: list[str]) -> None:
    for number in range(known_files.PACKS_CAP + 3):
        _log(shop, 2, LOG.format("retry" * (number + 1)))
        time.sleep(2 * SETTLES)
        check(shop, "--no-history")
    assert len(_store(shop).read(_scope(shop))) < 8
    read.clear()
    check(shop, "--no-history")
    assert read == []


def _scope(shop: Path) -> str:
    return open_repository(shop, None, staged=False, kept=True).records.files._scope


def _store(shop: Path) -> Store:
    store = open_repository(shop, None, staged=False, kept=True).records.files._store
    assert store
    return store
