"""Whatever stands where the history is kept: no run crashes, hangs or believes what no run has written."""

import json
import sqlite3
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.run_command import Outcome, check
from tests.test_store import answer, file, shop, version
from verify import pack_table
from verify.store import Store

__all__ = ["answer", "file", "shop"]

COMMITS = 'commits ["memory"]'
Change = Callable[[Any], object]
KEY, ABOVE, AUTHORED, COMMITTED, SIDES, AUTHOR, TRAILERS, SUBJECT, TREES = range(9)


def every(field: int, value: object) -> Change:
    def change(records: Any) -> object:
        for record in records:
            record[field] = value
        return records

    return change


def its_own_parent(records: Any) -> object:
    for record in records:
        record[ABOVE], record[SIDES] = [record[KEY]], [[]]
    return records


def in_a_circle(records: Any) -> object:
    records[-1][ABOVE] = [records[0][KEY]]
    return records


def path_of(value: object) -> Change:
    return every(SIDES, [[[value, None, "1" * 40]]])


FORGED_COMMITS: dict[str, Change] = {
    "an author that is a number": every(AUTHOR, 7),
    "an author that is half a character": every(AUTHOR, "\ud800"),
    "a time that is a text": every(COMMITTED, "1772359200"),
    "a time that is a fraction": every(AUTHORED, 1.5),
    "a time that is no number": every(COMMITTED, float("nan")),
    "a time that is true": every(COMMITTED, True),
    "a time before all times": every(COMMITTED, -5),
    "a time after all times": every(COMMITTED, 10**30),
    "a parent that is a list": every(ABOVE, [[1]]),
    "a parent that is an option": every(ABOVE, ["--help"]),
    "parents in one text": every(ABOVE, "1" * 40),
    "a path that is a number": path_of(7),
    "a path with a NUL": path_of("memory/\0"),
    "no changes": every(SIDES, []),
    "changes that are no list": every(SIDES, {"a": 1}),
    "a trailer that is a number": every(TRAILERS, [["serves", 7]]),
    "a trailer of another key": every(TRAILERS, [["signed-off-by", "x"]]),
    "a trailer without a value": every(TRAILERS, [["serves"]]),
    "a tree that is half a character": every(TREES, ["\ud800" * 40]),
    "a tree that is two": every(TREES, ["1" * 40 + "\n" + "2" * 40]),
    "a commit without an id": every(KEY, None),
    "a commit that is its own parent": its_own_parent,
    "commits in a circle": in_a_circle,
    "a commit twice": lambda records: records + records,
    "one field more": lambda records: [[*record, 1] for record in records],
    "one field less": lambda records: [record[:-1] for record in records],
    "an object": lambda records: {"commits": records},
    "nothing": lambda _: None,
}
FORGED_FACTS: dict[str, Change] = {
    "an id that is a list": lambda fact: [["two-fact"], *fact[1:]],
    "an id that is a number": lambda fact: [7, *fact[1:]],
    "a kind that is none": lambda fact: [fact[0], "rumour", *fact[2:]],
    "a kind that is a list": lambda fact: [fact[0], [], *fact[2:]],
    "a tier that is none": lambda fact: [*fact[:5], "faint", *fact[6:]],
    "a tier that is empty": lambda fact: [*fact[:5], "", *fact[6:]],
    "superseded by a number": lambda fact: [*fact[:6], 0, *fact[7:]],
    "a creation that is a number": lambda fact: [*fact[:7], 7, *fact[8:]],
    "a footer of numbers": lambda fact: [*fact[:9], [[1, 2]]],
    "one field more": lambda fact: [*fact, 1],
    "a text that is half a character": lambda fact: [*fact[:4], "\udfff", *fact[5:]],
}


def scope_of_versions(file: Path) -> str:
    with sqlite3.connect(file) as database:
        (scope,) = next(database.execute("SELECT scope FROM pack WHERE scope LIKE 'versions%'"))
    database.close()
    return str(scope)


def replace_pack(file: Path, scope: str, change: Change) -> None:
    """Put another pack in place of one, as if this tool had written it."""
    store = Store(file.parent, version(file))
    (pack,) = store.read(scope)
    assert store.add(scope, json.dumps(change(json.loads(pack))).encode(), alone=True)


def assert_thrown_away(shop: Path, file: Path, answer: Outcome) -> None:
    before = file.read_bytes()
    assert check(shop) == answer
    assert not file.exists() or file.read_bytes() != before
    assert check(shop) == answer


@pytest.mark.parametrize("case", FORGED_COMMITS)
def test_commits_that_no_run_has_written_are_not_believed(shop: Path, file: Path, answer: Outcome, case: str) -> None:
    check(shop)
    replace_pack(file, COMMITS, FORGED_COMMITS[case])
    assert_thrown_away(shop, file, answer)


@pytest.mark.parametrize("case", FORGED_FACTS)
def test_facts_that_no_run_has_written_are_not_believed(shop: Path, file: Path, answer: Outcome, case: str) -> None:
    check(shop)
    change = FORGED_FACTS[case]
    replace_pack(file, scope_of_versions(file), lambda pack: [pack[0], [change(fact) for fact in pack[1]], pack[2]])
    assert_thrown_away(shop, file, answer)


@pytest.mark.parametrize("numbers", [[-1], ["0"], [0.0], [99], [[]], None])
def test_a_version_of_facts_that_are_not_there_is_not_believed(
    shop: Path, file: Path, answer: Outcome, numbers: object
) -> None:
    check(shop)
    change = scope_of_versions(file), lambda pack: [*pack[:2], [[*one[:2], numbers] for one in pack[2]]]
    replace_pack(file, *change)
    assert_thrown_away(shop, file, answer)


@pytest.mark.parametrize("scope", [COMMITS, None])
@pytest.mark.parametrize("content", [b"[" * 100_000, b"", b"[1e999]", b"9" * 5000, b"\xff", b"[[[]]]"])
def test_what_is_no_record_at_all_is_not_believed(
    shop: Path, file: Path, answer: Outcome, scope: str | None, content: bytes
) -> None:
    check(shop)
    store = Store(file.parent, version(file))
    assert store.add(scope or scope_of_versions(file), content, alone=True)
    assert_thrown_away(shop, file, answer)


def test_a_pack_without_its_checksum_is_not_believed(shop: Path, file: Path, answer: Outcome) -> None:
    check(shop)
    (pack,) = Store(file.parent, version(file)).read(COMMITS)
    alone = [[record[KEY], [], *record[2:4], [[]], *record[5:]] for record in json.loads(pack)]
    content = zlib.compress(json.dumps(alone).encode())
    for forged in (content, bytes(32) + content, 7, "text", None):
        alter(file, "UPDATE pack SET content = ? WHERE scope = ?", forged, COMMITS)
        assert_thrown_away(shop, file, answer)


def alter(file: Path, statement: str, *values: object) -> None:
    with sqlite3.connect(file) as database:
        database.execute(statement, values)
    database.close()


ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
FORGED_TABLES = {
    "a view without an end": [
        "DROP TABLE pack",
        f"CREATE VIEW pack (number, scope, content) AS {ENDLESS} SELECT i, 'commits [\"memory\"]', x'00' FROM n",
    ],
    "a version without an end": [
        "DROP TABLE about",
        f"CREATE VIEW about (version) AS {ENDLESS} SELECT i FROM n",
    ],
    "a trigger": ["CREATE TRIGGER t AFTER INSERT ON pack BEGIN DELETE FROM pack; END"],
    "an index": ["CREATE INDEX i ON pack (scope)"],
    "a table of other columns": ["DROP TABLE pack", "CREATE TABLE pack (number, scope, content)"],
    "a log of writes": ["PRAGMA journal_mode = WAL"],
    "more than was written": [
        f"{ENDLESS} INSERT INTO pack (scope, content) SELECT 'commits [\"memory\"]', x'' FROM n LIMIT 100000"
    ],
}


@pytest.mark.parametrize("case", FORGED_TABLES)
def test_tables_that_no_run_has_made_are_not_read(shop: Path, file: Path, answer: Outcome, case: str) -> None:
    check(shop)
    for statement in FORGED_TABLES[case]:
        alter(file, statement)
    assert_thrown_away(shop, file, answer)
    assert Store(file.parent, version(file)).read(COMMITS)
    assert [path.name for path in file.parent.iterdir()] == ["history.sqlite"]


def test_the_work_of_sqlite_is_bounded(
    shop: Path, file: Path, answer: Outcome, monkeypatch: pytest.MonkeyPatch
) -> None:
    check(shop)
    many = f"{ENDLESS} INSERT INTO pack (scope, content) SELECT 'another', x'' FROM n LIMIT 20000"
    alter(file, many)
    monkeypatch.setattr(pack_table, "_STEPS_CAP", 20)
    assert_thrown_away(shop, file, answer)
    assert Store(file.parent, version(file)).read(COMMITS)


def test_a_journal_that_names_another_file_removes_nothing(shop: Path, file: Path, answer: Outcome) -> None:
    check(shop)
    precious = file.parent.parent / "precious"
    precious.write_bytes(b"precious\0")
    name = str(precious).encode()
    # As SQLite writes it where a transaction spans more than one file.
    end = (1).to_bytes(4, "big") + name + len(name).to_bytes(4, "big") + (sum(name) & 0xFFFFFFFF).to_bytes(4, "big")
    page = file.read_bytes()[:4096]
    sizes = (number.to_bytes(4, "big") for number in (1, 0, len(file.read_bytes()) // 4096, 512, 4096))
    head = bytes.fromhex("d9d505f920a163d7") + b"".join(sizes)
    total = sum(page[at] for at in range(4096 - 200, 0, -200)) & 0xFFFFFFFF
    record = (1).to_bytes(4, "big") + page + total.to_bytes(4, "big")
    journal = head.ljust(512, b"\0") + record + end + bytes.fromhex("d9d505f920a163d7")
    file.with_name("history.sqlite-journal").write_bytes(journal)
    assert check(shop) == answer
    assert precious.exists()
    assert [path.name for path in file.parent.iterdir()] == ["history.sqlite"]


def test_a_file_of_a_size_that_no_run_writes_is_not_opened(shop: Path, file: Path, answer: Outcome) -> None:
    check(shop)
    with file.open("r+b") as content:
        content.truncate(1 << 40)
    assert check(shop) == answer
    assert file.stat().st_size < 1 << 20
