"""The digests that other tools must come to as well; docs/ledger.md shows the same lines."""

import re
from hashlib import sha256
from pathlib import Path

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from tests.seal_maker import lines_of
from verify.ledger import (
    Anchors,
    MerkleTree,
    assemble,
    format_checkpoint,
    line_digest,
    merkle_root,
    parse_checkpoint,
    read_native,
)
from verify.ledger.seal import place, spelled, word
from verify.model.ledger import Checkpoint

PAGE = (Path(__file__).parents[1] / "docs" / "ledger.md").read_text(encoding="utf-8")
FIRST = [
    '{"v":1,"log_id":"demo","alg":"sha256","mode":"raw-line"}',
    '{"seq":0,"id":"dec_a","ts":"2026-01-01T00:00:00Z","type":"DECISION","actor":"agent","ref":null,"body":'
    '{"text":"use X","because":"Y"},"prev":"503d3c7b02d6f9d8de567169b118993360e09cd1bdab29c8f51cf893c52e33ab"}',
    '{"seq":1,"id":"dec_b","ts":"2026-01-02T00:00:00Z","type":"REVERSAL","actor":"agent","ref":"dec_a","body":'
    '{"reason":"Y is false"},"prev":"e5b1a35ce21712669c6ed0cc8d97c18f5ded67d38f4b3d8a097f5f0290204267"}',
]
HEAD = "89f0b062e3d8b2bc7cb207ae89841969c75f035be0f7806dba78d174f6193bcb"
ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "1d7c05b5f6588796ec3eaeb83dbe655b7be101fa1100ac0f4da6eb5463e12637",
    "d4a7a77e417332fb35900ff3b657321a07f14e60206fc78dc4355ddba5c5140d",
    "1fd07b294d6f1b284c2ef9222f054ef44f0a75df3b887d40b33f5f21e106a012",
]


def fenced(title: str) -> list[str]:
    """Return the lines of the first code block behind a heading of the page."""
    match = re.search(rf"^### {title}\n.*?^```\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert match, title
    return match.group(1).splitlines()


def content(lines: list[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


def test_the_digest_of_each_line_is_what_the_next_one_names() -> None:
    file = read_native("ledger.jsonl", content(FIRST), range(4))
    assert (file.size, file.digest, file.faults, file.chain_break) == (3, HEAD, (), None)
    assert [file.marks[size][0].root.hex() for size in range(4)] == ROOTS
    assert [marks[0].digest for marks in file.marks.values()][1:] == [
        line_digest(line.encode()).hex() for line in FIRST
    ]


def test_the_page_shows_these_lines() -> None:
    assert fenced("Three lines") == FIRST
    assert HEAD in PAGE
    assert all(root in PAGE for root in ROOTS)


def test_a_branch_that_was_merged_and_closed() -> None:
    old, new = (
        content(fenced("A branch, a merge, and the end of a file")),
        content(fenced("The file that continues it")),
    )
    files = {
        "ledger-1.jsonl": read_native("ledger-1.jsonl", old, [6]),
        "ledger.jsonl": read_native("ledger.jsonl", new, [2]),
    }
    ledger = assemble("ledger.jsonl", files, Anchors())
    assert ledger
    assert [file.path for file in ledger.files] == ["ledger-1.jsonl", "ledger.jsonl"]
    assert (ledger.divergence, ledger.contradictions, ledger.fold.refused) == (None, (), ())
    assert not any(file.faults for file in ledger.files)
    assert ledger.fold.corrected == {0: ((1, "use X 2"),)}
    for file in ledger.files:
        assert file.digest
        assert file.digest in PAGE
        assert file.marks[file.size][0].root.hex() in PAGE


@pytest.mark.parametrize("size", [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 31, 33])
def test_the_tree_splits_at_the_largest_power_of_two(size: int) -> None:
    leaves = [str(number).encode() for number in range(size)]
    assert merkle_root(leaves) == recursive(leaves)


def recursive(leaves: list[bytes]) -> bytes:
    """RFC 6962, section 2.1, word for word."""
    from hashlib import sha256  # noqa: PLC0415

    if not leaves:
        return sha256(b"").digest()
    if len(leaves) == 1:
        return sha256(b"\0" + leaves[0]).digest()
    split = 1
    while split * 2 < len(leaves):
        split *= 2
    return sha256(b"\1" + recursive(leaves[:split]) + recursive(leaves[split:])).digest()


def test_a_checkpoint_is_read_and_written_byte_for_byte() -> None:
    tree = MerkleTree()
    for line in FIRST:
        tree.add(line.encode())
    checkpoint = Checkpoint("demo", 3, tree.root)
    text = format_checkpoint(checkpoint)
    assert text == "".join(f"{line}\n" for line in fenced("Its checkpoint")).encode()
    assert parse_checkpoint(text) == checkpoint
    assert parse_checkpoint(text + b"\n\xe2\x80\x94 demo c2lnbmF0dXJl\n") == checkpoint


@pytest.mark.parametrize(
    ("value", "canonical"),
    [
        ({"\ue000": 2, "\U00010000": 1}, bytes.fromhex("7b22f0908080223a312c22ee8080223a327d")),
        ([1.0, 1e-07, 1e16, 1e20, 1e21, -0.0], b"[1,1e-7,10000000000000000,100000000000000000000,1e+21,0]"),
        ({"b": "\x7f", "a": "é\n"}, b'{"a":"\xc3\xa9\\n","b":"\x7f"}'),
    ],
)
def test_canonical_json_is_that_of_the_rfc(value: object, canonical: bytes) -> None:
    assert rfc8785.dumps(value) == canonical  # type: ignore[arg-type]


def test_canonical_json_refuses_what_not_every_reader_can_hold() -> None:
    with pytest.raises(rfc8785.IntegerDomainError):
        rfc8785.dumps(2**53)


def blocks(title: str) -> list[str]:
    """Return the code blocks below a heading at the end of the page."""
    return re.findall(r"^```\n(.*?)^```$", PAGE.partition(f"\n### {title}\n")[2], re.MULTILINE | re.DOTALL)


def test_the_manifest_on_the_page() -> None:
    continuity, words, manifest = (block.encode() for block in blocks("A manifest"))
    lines = lines_of({"memory/continuity.md": continuity, "memory/two words.md": words})
    assert lines == manifest.splitlines()
    assert f"Its root: `{merkle_root(lines).hex()}`" in PAGE
    assert sha256(b"- Rye on Monday\n  <!-- id: rye-loaf -->").hexdigest() in PAGE
    assert sha256(b"  - No salt\n    <!-- id: no-salt -->").hexdigest() in PAGE


@given(st.text(st.characters(codec="utf-8")), st.text(st.characters(codec="utf-8")))
def test_words_of_a_manifest_are_told_apart(one: str, other: str) -> None:
    assert spelled(word(one)) == one
    assert re.fullmatch("[!-~]*", word(one))
    assert (word(one) == word(other)) is (one == other)
    assert (place("a", [one, other]) == place("a", [f"{one}/{other}"])) is False
    assert "#" not in place(one, [other]).replace("#", "", 1)


def test_a_long_section_is_told_by_its_digest() -> None:
    assert place("a", ["x" * 1000]) == "a#" + "x" * 1000
    assert place("a", ["x" * 999, "y"]) == f"a#%sha256:{sha256(b'x' * 999 + b'/y').hexdigest()}"
