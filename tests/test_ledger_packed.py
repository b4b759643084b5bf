"""What is packed to save memory says the same as plain objects would."""

import tracemalloc

from hypothesis import given
from hypothesis import strategies as st

from tests.ledger_maker import PATH, Maker, honest
from verify.graph.ledger import DecisionLog
from verify.ledger import Anchors, Folding, assemble, read_native
from verify.ledger.positions import Positions
from verify.ledger.rows import Rows
from verify.model.entry import Entry, EntryType, Fold, Seal

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=4)
OPTIONAL = st.none() | TEXTS
SEALS = st.builds(Seal, st.integers(0, 2**53 - 1), TEXTS, st.lists(TEXTS).map(tuple))
ENTRIES = st.builds(
    Entry,
    line=st.integers(1, 2**40),
    id=TEXTS,
    type=st.sampled_from(EntryType),
    ref=OPTIONAL,
    text=OPTIONAL,
    reason=st.none() | st.text(),
    topic=OPTIONAL,
    session=OPTIONAL,
    depends_on=st.lists(TEXTS, max_size=3).map(tuple),
    seal=st.none() | SEALS,
)
FEW = st.sampled_from("abc")
CROWDED = st.builds(
    Entry,
    line=st.just(1),
    id=st.integers(0, 20).map(str),
    type=st.sampled_from([EntryType.DECISION] * 3 + [EntryType.CORRECTION, EntryType.REVERSAL]),
    ref=st.integers(0, 20).map(str),
    text=FEW,
    topic=st.none() | FEW,
)


@given(st.lists(ENTRIES, max_size=6))
def test_rows_are_the_entries_that_were_added(entries: list[Entry]) -> None:
    rows = Rows()
    for entry in entries:
        rows.append(entry)
    assert list(rows) == entries
    assert [rows[at] for at in range(-len(entries), len(entries))] == entries * 2
    assert list(rows[1:4]) == entries[1:4]
    assert rows == tuple(entries)
    assert rows != (*entries, None)


@given(st.lists(ENTRIES, min_size=1, max_size=4), st.integers(120, 400), st.data())
def test_many_rows_are_the_entries_that_were_added(entries: list[Entry], count: int, data: st.DataObject) -> None:
    added = [entries[at % len(entries)]._replace(line=at) for at in range(count)]
    rows = Rows()
    for entry in added:
        rows.append(entry)
    assert list(rows) == added
    for at in data.draw(st.lists(st.integers(-count, count - 1), max_size=9)):
        assert rows[at] == added[at]
    assert list(rows[100:140]) == added[100:140]


@given(st.lists(st.text(max_size=2)), st.text(max_size=2))
def test_positions_are_those_of_a_dictionary(names: list[str], asked: str) -> None:
    known: dict[str, int] = {}
    positions = Positions()
    for at, name in enumerate(names):
        assert positions.setdefault(name, at) == known.setdefault(name, at)
    assert positions == known
    assert list(positions) == list(known)
    assert (positions.find(asked), asked in positions) == (known.get(asked), asked in known)


def test_many_positions() -> None:
    positions = Positions()
    for number in range(5_000):
        positions.setdefault(f"name-{number}", number)
    assert all(positions[f"name-{number}"] == number for number in range(5_000))
    assert positions.find("name-5000") is None


@given(st.lists(CROWDED, max_size=40))
def test_silent_reversals_are_those_of_a_plain_search(entries: list[Entry]) -> None:
    folding = Folding()
    for entry in entries:
        folding.add(entry)
    found = dict(folding.silent)
    for at, entry in enumerate(entries):
        others = _different(entries[:at], entry) if entry.type is EntryType.DECISION and entry.topic else set()
        assert (at in found) == bool(others)
        assert at not in found or found[at] in others


def _different(before: list[Entry], entry: Entry) -> set[int]:
    """Return the decisions on the topic that stand and say something else, from the definition alone."""
    first: dict[str, int] = {}
    says: dict[int, str] = {}
    for at, earlier in enumerate(before):
        target = first.get(earlier.ref or "")
        if earlier.type is EntryType.REVERSAL and target is not None:
            says.pop(target, None)
        first.setdefault(earlier.id, at)
        if earlier.type is EntryType.CORRECTION and target in says:
            says[target] = earlier.text or ""
        if earlier.type is EntryType.DECISION and earlier.topic == entry.topic:
            says[at] = earlier.text or ""
    return {at for at, text in says.items() if text != entry.text}


def test_an_id_of_an_earlier_file_is_told_in_the_later_one() -> None:
    old = honest(2)
    new = old.rotate("closed", "ledger-1.jsonl")
    for name in ("fresh", "decision-1", "decision-1"):
        new.decide(name)
    files = {path: read_native(path, maker.content) for path, maker in ((PATH, new), ("memory/ledger-1.jsonl", old))}
    ledger = assemble(PATH, files, Anchors())
    assert ledger
    assert [fault.line for fault in ledger.files[0].faults] == []
    assert sorted(fault.line for fault in ledger.files[1].faults) == [3, 4, 4]


def _rotated(files: int, entries: int) -> dict[str, bytes]:
    """Return the files of a ledger of decisions, each on a topic of its own and resting on the one before."""
    maker, contents = Maker(), {}
    for number in range(files * entries):
        if number and number % entries == 0:
            name = f"ledger-{number // entries}.jsonl"
            closed = maker
            maker = maker.rotate(f"closed-{number}", name)
            contents[f"memory/{name}"] = closed.content
        ground = [f"decision-{number - 1}"] if number else []
        maker.decide(f"decision-{number}", f"text {number}", topic=f"topic-{number}", depends_on=ground)
    return {**contents, PATH: maker.content}


def test_a_ledger_takes_at_most_300_bytes_an_entry() -> None:
    contents = _rotated(10, 500)
    read_native(PATH, contents[PATH])
    tracemalloc.start()
    ledger = assemble(PATH, {path: read_native(path, content) for path, content in contents.items()}, Anchors())
    assert ledger
    assert sum(1 for _ in DecisionLog(ledger).stale) == 0
    held, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(ledger.fold.first) == 5_009
    assert held / 5_009 < 250
    assert peak / 5_009 < 300


def test_a_long_chain_of_grounds_falls_with_its_first_and_a_circle_ends() -> None:
    maker = Maker()
    for number in range(3_000):
        maker.decide(f"decision-{number}", depends_on=[f"decision-{number - 1}", f"decision-{number + 1}"])
    maker.reverse("end", "decision-0")
    ledger = assemble(PATH, {PATH: read_native(PATH, maker.content)}, Anchors())
    assert ledger
    stale = list(DecisionLog(ledger).stale)
    assert len(stale) == 2_999
    assert {one.root.id for one in stale} == {"decision-0"}


def test_an_empty_ledger_comes_to_nothing() -> None:
    folded: Fold = Folding().fold
    assert (dict(folded.first), folded.refused, folded.silent) == ({}, (), ())
