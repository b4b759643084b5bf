"""Ledgers of another origin are read as they were declared, and never guessed at."""

import base64
import json
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import pytest
import rfc8785

from verify.config import parse_settings
from verify.errors import ConfigurationError
from verify.ledger import DeclaredLedger, Dialect, DigestSyntax, Genesis, Preimage, read_foreign
from verify.model.ledger import BreakKind, LedgerFile

Write = Callable[[int, object], dict[str, Any]]
GUARD = Dialect("causal_hash", Genesis.ZEROS, Preimage.JCS, DigestSyntax.HEX, seq="sequence", omit=("signature",))
AUDIT = Dialect("prev_hash", "GENESIS", Preimage.SORTED_JSON, DigestSyntax.PREFIXED, own="entry_hash")
RECEIPT = Dialect("prev_receipt_hash", Genesis.NULL, Preimage.RAW_LINE, DigestSyntax.BASE64, seq="n", seq_start=1)
BARE = Dialect("previous", Genesis.ABSENT, Preimage.SORTED_JSON, DigestSyntax.NUMBER, spaced=True, ascii=True)


def guard(count: int) -> list[bytes]:
    lines, prev = [], "0" * 64
    for number in range(count):
        entry: Any = {"sequence": number, "\U00010000": 1.0, "\ue000": "é", "causal_hash": prev}
        prev = sha256(rfc8785.dumps(entry)).hexdigest()
        lines.append(json.dumps({**entry, "signature": f"sig {number}"}).encode())
    return lines


def audit(count: int) -> list[bytes]:
    lines, prev = [], "GENESIS"
    for number in range(count):
        entry = {"what": f"é{number}", "prev_hash": prev}
        text = json.dumps(entry, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        prev = f"sha256:{sha256(text.encode()).hexdigest()}"
        lines.append(json.dumps({**entry, "entry_hash": prev}).encode())
    return lines


def receipt(count: int) -> list[bytes]:
    lines: list[bytes] = []
    for number in range(count):
        prev = base64.b64encode(sha256(lines[-1]).digest()).decode() if lines else None
        lines.append(json.dumps({"n": number + 1, "prev_receipt_hash": prev}).encode())
    return lines


def bare(count: int) -> list[bytes]:
    lines: list[bytes] = []
    for number in range(count):
        entry: dict[str, object] = {"what": f"é{number}"}
        if lines:
            text = json.dumps(json.loads(lines[-1]), sort_keys=True)
            entry["previous"] = f"0x{sha256(text.encode()).hexdigest()}"
        lines.append(json.dumps(entry, ensure_ascii=False).encode())
    return lines


ALL = [(GUARD, guard), (AUDIT, audit), (RECEIPT, receipt), (BARE, bare)]


def read(lines: list[bytes], dialect: Dialect) -> LedgerFile:
    return read_foreign("audit.jsonl", b"".join(line + b"\n" for line in lines), dialect)


def kind(lines: list[bytes], dialect: Dialect) -> tuple[int, BreakKind] | None:
    file = read(lines, dialect)
    assert not file.faults
    return (file.chain_break.line, file.chain_break.kind) if file.chain_break else None


@pytest.mark.parametrize(("dialect", "make"), ALL)
def test_a_declared_chain_is_recomputed(dialect: Dialect, make: Callable[[int], list[bytes]]) -> None:
    assert kind(make(5), dialect) is None


@pytest.mark.parametrize(("dialect", "make"), ALL)
def test_another_dialect_is_not_tried(dialect: Dialect, make: Callable[[int], list[bytes]]) -> None:
    others = [other for other, _ in ALL if other is not dialect]
    assert all(read(make(3), other).faults or read(make(3), other).chain_break for other in others)


@pytest.mark.parametrize(("dialect", "make"), ALL)
def test_each_line_counts(dialect: Dialect, make: Callable[[int], list[bytes]]) -> None:
    lines = make(5)
    for number in range(4):
        assert read([*lines[:number], *lines[number + 1 :]], dialect).chain_break or read(lines[1:], dialect).faults
    swapped = [lines[0], lines[2], lines[1], *lines[3:]]
    assert kind(swapped, dialect) == (2, BreakKind.REORDERED)


def test_an_altered_entry_is_told_where_its_own_digest_denies_it() -> None:
    lines = audit(4)
    changed = lines[1].replace(b"\\u00e91", b"x")
    assert changed != lines[1]
    assert kind([lines[0], changed, *lines[2:]], AUDIT) == (2, BreakKind.ALTERED)


def test_the_first_row_must_be_the_genesis_and_no_other_may_be() -> None:
    assert kind(guard(4)[1:], GUARD) == (1, BreakKind.DELETED)
    assert kind([*guard(3), *guard(1)], GUARD) == (4, BreakKind.INSERTED)
    again = guard(1)[0].replace(b"1.0", b"2.0")
    assert kind([*guard(3), again], GUARD) == (4, BreakKind.FORKED)
    wrong = read([b'{"prev_receipt_hash":"GENESIS","n":1}'], RECEIPT)
    assert "the declared genesis" in wrong.faults[0].message


def test_absent_is_not_null() -> None:
    null = [json.dumps({"previous": None}).encode()]
    assert [fault.line for fault in read(null, BARE).faults] == [1]
    absent = Dialect("previous", Genesis.NULL, Preimage.RAW_LINE, DigestSyntax.HEX)
    assert "lacks 'previous'" in read([b"{}"], absent).faults[0].message
    assert read(null, absent).faults == ()


def test_what_has_no_canonical_form_is_a_fault() -> None:
    deep = b'{"prev_hash":"GENESIS","entry_hash":"sha256:' + b"0" * 64 + b'","a":' + b"[" * 900 + b"]" * 900 + b"}"
    for dialect in (AUDIT, Dialect("prev_hash", "GENESIS", Preimage.JCS, DigestSyntax.PREFIXED)):
        assert read([deep], dialect).size == 1
    assert "has no integer in 'sequence'" in read([b'{"causal_hash":"' + b"0" * 64 + b'"}'], GUARD).faults[0].message


FOREIGN = "[[ledger]]\npath = 'logs/audit.jsonl'\nprev = 'p'\ngenesis = 'null'\npreimage = 'jcs'\ndigest = 'hex'\n"


def test_the_configuration_declares_it() -> None:
    text = (
        "[[ledger]]\npath = './memory/choices.jsonl'\n"
        + FOREIGN.replace("'null'", "'text:GENESIS'")
        + "own = 'h'\nseq = 'n'\nseq-start = 1\nomit = ['signature']\n"
    )
    settings = parse_settings("verify.toml", text, {})
    assert settings
    assert settings.ledgers == (
        DeclaredLedger("memory/choices.jsonl"),
        DeclaredLedger(
            "logs/audit.jsonl",
            Dialect("p", "GENESIS", Preimage.JCS, DigestSyntax.HEX, "h", "n", 1, ("signature",)),
        ),
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("ledger = 'x'", "[[ledger]]"),
        ("[[ledger]]", "path must be a text"),
        ("[[ledger]]\npath = 3", "path must be a text"),
        ("[[ledger]]\npath = '../x.jsonl'", "below the root"),
        ("[[ledger]]\npath = '/etc/x.jsonl'", "below the root"),
        ("[[ledger]]\npath = 'x.jsonl'\n[[ledger]]\npath = 'x.jsonl'", "declared twice"),
        ("[[ledger]]\npath = 'x.jsonl'\nprevv = 'p'", "did you mean 'prev'?"),
        ("[[ledger]]\npath = 'x.jsonl'\nprev = 'p'", "genesis must be declared; it is never guessed"),
        (FOREIGN.replace("'jcs'", "'canonical'"), "preimage must be one of raw-line, jcs, sorted-json"),
        (FOREIGN.replace("'hex'", "'md5'"), "digest must be one of"),
        (FOREIGN.replace("'null'", "'GENESIS'"), "text:WORD"),
        (FOREIGN.replace("'null'", "''"), "genesis must be one of"),
        (FOREIGN.replace("'null'", "3"), "genesis must be one of"),
        (FOREIGN + "seq-start = 1", "seq-start needs seq"),
        (FOREIGN + "seq = 'n'\nseq-start = true", "integer of at least 0"),
        (FOREIGN + "omit = 'signature'", "omit must be a list"),
        (FOREIGN + "ascii = true", "sorted-json"),
        (FOREIGN.replace("'jcs'", "'sorted-json'") + "spaced = 1", "spaced must be true or false"),
        (FOREIGN.replace("'jcs'", "'raw-line'") + "own = 'h'", "raw line"),
    ],
)
def test_whatever_is_unknown_is_one_line(text: str, told: str) -> None:
    with pytest.raises(ConfigurationError) as error:
        parse_settings("verify.toml", text, {})
    assert told in str(error.value)
    assert str(error.value).startswith("verify.toml: ")
    assert "\n" not in str(error.value)
