"""One malformed line is one fault under its right name, whatever its bytes are."""

import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.ledger_maker import Maker, digest, dump, header, honest
from verify.ledger import LineError, parse_checkpoint, parse_saved_head, read_native
from verify.model.ledger import LedgerFile, SavedHead

PLAIN = {
    **{"seq": 0, "id": "a", "ts": "2026-01-01T00:00:00Z", "type": "DECISION", "actor": "agent", "ref": None},
    **{"body": {"text": "x", "because": "y"}, "prev": digest(header())},
}


def read(line: bytes, first: bytes | None = None) -> LedgerFile:
    return read_native("ledger.jsonl", (first or header()) + b"\n" + line + b"\n")


def entry(**changed: object) -> bytes:
    return dump({key: value for key, value in {**PLAIN, **changed}.items() if value is not ...})


def body(kind: str, ref: str | None = "z", **keys: object) -> bytes:
    return entry(type=kind, ref=ref, body=keys)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (b"", "is no JSON"),
        (b"[1]", "is no JSON object"),
        (b"\xff{}", "is not UTF-8"),
        (b'{"a":"\xed\xa0\x80"}', "is not UTF-8"),
        (b'{"a":"\\ud800"}', "half of a surrogate pair"),
        (b'{"\\udc00":1}', "half of a surrogate pair"),
        (b'{"a":1,"\\u0061":2}', 'the key "a" twice'),
        (b'{"a":{"b":1,"b":1}}', 'the key "b" twice'),
        (b'{"a":NaN}', "NaN"),
        (b'{"a":-Infinity}', "-Infinity"),
        (b'{"a":9007199254740992}', "integer 9007199254740992"),
        (b'{"a":-9007199254740992}', "integer -9007199254740992"),
        (b'{"a":' + b"1" * 100_000 + b"}", "which not every reader can hold"),
        (b'{"a":1e999}', "too large"),
        (b'{"a":' * 100_000, "is nested too deeply"),
        (b"[" * 1_000_000, "is nested too deeply"),
        (entry(seq=True), "wrong value for 'seq'"),
        (entry(seq=0.0), "wrong value for 'seq'"),
        (entry(seq=-1), "wrong value for 'seq'"),
        (entry(id=""), "wrong value for 'id'"),
        (entry(id="two words"), "wrong value for 'id'"),
        (entry(ts="2026-02-30T00:00:00Z"), "wrong value for 'ts'"),
        (entry(ts="2026-01-01"), "wrong value for 'ts'"),
        (entry(type="decision"), 'unknown type "decision"'),
        (entry(actor=None), "wrong value for 'actor'"),
        (entry(actor=...), "lacks 'actor'"),
        (entry(hash="x"), 'unknown key "hash" in the entry'),
        (entry(prev="A" * 64), "wrong value for 'prev'"),
        (entry(body=[]), "wrong value for 'body'"),
        (entry(body={"because": "y"}), "lacks 'text' in the body"),
        (entry(body={"text": "x", "mood": "y"}), 'unknown key "mood" in the body'),
        (entry(body={"text": "x", "depends_on": [1]}), "wrong value for 'depends_on'"),
        (body("REVERSAL", text="x"), 'unknown key "text" in the body'),
        (body("CORRECTION", text="x"), "lacks 'reason' in the body"),
        (body("CORRECTION", None, text="x", reason="y"), "corrects nothing"),
        (body("SEAL", None, size=True, root="x", changed=[]), "wrong value for 'size'"),
        (body("MERGE", None, heads=[digest(header())]), "wrong value for 'heads'"),
        (body("MERGE", None, heads=[digest(header())] * 2), "wrong value for 'heads'"),
        (body("MERGE", None, heads=["0" * 64, "1" * 64]), "another 'prev' than the first of its heads"),
        (body("ROTATE", None, file="../x"), "wrong value for 'file'"),
    ],
)
def test_a_malformed_line_is_one_fault(line: bytes, told: str) -> None:
    file = read(line)
    assert [(fault.line, told in fault.message, fault.tolerable) for fault in file.faults] == [(2, True, False)]
    assert file.unchecked_from == 2
    assert all(len(fault.message) < 200 for fault in file.faults)


@pytest.mark.parametrize(
    "line",
    [
        entry(ts="2026-01-01T00:00:00.123456789+05:30"),
        entry(id="dec_0123456789abcdef"),
        entry(body={"text": "\u2028\u0085", "depends_on": "b", "serves": ["c"], "topic": "t", "session": "s"}),
        body("REVERSAL", reason="z"),
        body("SUPERSEDE", None),
        body("CORRECTION", text="x", reason="y"),
        body("SEAL", None, size=2, root="x", changed=["a"]),
        body("CHECKPOINT", None, size=2, root="x"),
        body("ROTATE", None),
        b" " + entry() + b"\t",
    ],
)
def test_a_sound_line_is_no_fault(line: bytes) -> None:
    assert (read(line).faults, read(line).chain_break) == ((), None)


@pytest.mark.parametrize(
    ("first", "told"),
    [
        (b"{}", "lacks 'v'"),
        (header(v=2), "wrong value for 'v'"),
        (header(v=True), "wrong value for 'v'"),
        (header(mode="jcs"), "wrong value for 'mode'"),
        (header(log_id="a\nb"), "wrong value for 'log_id'"),
        (header(since="2026"), 'unknown key "since"'),
        (header(previous={"file": "a"}), "lacks 'log_id' in 'previous'"),
        (header(previous=None), "wrong value for 'previous'"),
        (header(previous={"file": "../a", "log_id": "b", "size": 1, "head": "0" * 64}), "wrong value for 'file'"),
    ],
)
def test_a_malformed_header_leaves_the_chain_unchecked(first: bytes, told: str) -> None:
    file = read(entry(), first)
    assert told in file.faults[0].message
    assert (file.faults[0].line, file.unchecked_from, file.chain_break) == (1, 1, None)


def test_an_empty_file_has_no_header() -> None:
    file = read_native("ledger.jsonl", b"")
    assert (file.size, file.header, file.chain_break, file.heads) == (0, None, None, ())


def test_a_torn_tail_is_tolerable_and_no_line() -> None:
    maker = honest(2)
    file = read_native("ledger.jsonl", maker.content[:-1])
    assert [(fault.line, fault.tolerable) for fault in file.faults] == [(3, True)]
    assert (file.size, file.torn, file.chain_break, len(file.entries)) == (2, True, None, 1)


def test_what_a_windows_editor_leaves_is_told_once_and_hashed() -> None:
    maker = honest(3)
    file = read_native("ledger.jsonl", b"\xef\xbb\xbf" + maker.content.replace(b"\n", b"\r\n"))
    assert [(fault.line, fault.tolerable) for fault in file.faults] == [(1, True), (1, True)]
    assert file.chain_break
    assert file.chain_break.line == 2
    own = Maker(b"\xef\xbb\xbf" + header() + b"\r")
    own.decide("a")
    assert read_native("ledger.jsonl", own.content).chain_break is None


def test_an_id_counts_once() -> None:
    maker = honest(2)
    maker.decide("decision-0")
    file = read_native("ledger.jsonl", maker.content)
    assert [(fault.line, fault.id) for fault in file.faults] == [(4, "decision-0")]
    assert (file.unchecked_from, file.chain_break) == (None, None)


@given(st.binary(max_size=300), st.booleans())
def test_no_bytes_are_too_strange(content: bytes, headed: bool) -> None:
    file = read_native("ledger.jsonl", header() + b"\n" + content if headed else content, [1, 2])
    assert file.size == content.count(b"\n") + headed


@pytest.mark.parametrize(
    "content",
    [
        *(b"", b"demo\n3\n", b"demo\n03\nx\n", b"demo\n-1\nx\n", b"\n3\nx\n", b"\xff\n3\nx\n"),
        b"demo\n3\nCpUt06+C2+Q+vu/dhnaW13BaMljlwRvyDnDgRLnvnWk=",
        b"demo\n3\nCpUt06+C2+Q+vu/dhnaW13BaMljlwRvyDnDgRLnvnWl=\n",
        b"demo\n3\nCpUt06+C2+Q+vu/dhnaW13BaMljlwRvyDnDgRLnvnWk\n",
        b"demo\n3\nAAAA\n",
        b"demo\n3\nCpUt06+C2+Q+vu/dhnaW13BaMljlwRvyDnDgRLnvnWk=\nmore\n",
        b"demo\n1_0\nCpUt06+C2+Q+vu/dhnaW13BaMljlwRvyDnDgRLnvnWk=\n",
    ],
)
def test_what_is_no_checkpoint_is_refused(content: bytes) -> None:
    with pytest.raises(LineError):
        parse_checkpoint(content)


def test_a_checkpoint_may_be_signed() -> None:
    unsigned = "demo\n3\nCpUt06+C2+Q+vu/dhnaW13BaMljlwRvyDnDgRLnvnWk=\n"
    signature = "Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8="
    signed = f"{unsigned}more\n\n\u2014 example.org/log {signature}\n"
    assert parse_checkpoint(signed.encode()) == parse_checkpoint(unsigned.encode())


def test_a_saved_head_is_a_size_and_a_digest() -> None:
    assert parse_saved_head(f"12:{'a' * 64}") == SavedHead(12, "a" * 64)
    assert [parse_saved_head(text) for text in ("", "12", f"012:{'a' * 64}", f"1:{'A' * 64}", f"1:{'a' * 63}")] == [
        None
    ] * 5


def test_entries_take_little_memory() -> None:
    maker = honest(5000)
    content = maker.content
    tracemalloc.start()
    file = read_native("ledger.jsonl", content)
    held, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(file.entries) == 5000
    assert held / 5000 < 400
    assert peak / 5000 < 600
