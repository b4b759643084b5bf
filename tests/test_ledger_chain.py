"""Any damage to a ledger is told, given its head, and an honest one never is."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.ledger_maker import PATH, Maker, digest, header, honest
from verify.ledger import Anchors, assemble, depths_of, merkle_root, read_native
from verify.model.ledger import BreakKind, Checkpoint, Ledger, SavedHead


def opened(content: bytes, anchors: Anchors | None = None, **closed: bytes) -> Ledger:
    anchors = anchors or Anchors()
    files = {PATH: content} | {f"memory/{name.replace('_', '-')}.jsonl": text for name, text in closed.items()}
    read = {path: read_native(path, text, anchors.sizes) for path, text in files.items()}
    ledger = assemble(PATH, read, anchors, (), lambda paths, digests: depths_of([files[p] for p in paths], digests))
    assert ledger
    return ledger


def kind(lines: list[bytes]) -> tuple[int, BreakKind] | None:
    found = opened(b"".join(line + b"\n" for line in lines)).divergence
    return (found[1].line, found[1].kind) if found else None


def is_told(ledger: Ledger) -> bool:
    return bool(ledger.divergence or ledger.contradictions or any(file.faults for file in ledger.files))


def test_each_way_to_break_a_chain_has_its_name() -> None:
    lines = honest().lines
    foreign = honest(1).lines[1].replace(b"decision-0", b"other").replace(b'"seq":0', b'"seq":3')
    assert kind(lines) is None
    assert kind([*lines[:3], lines[3].replace(b"text 2", b"text two"), *lines[4:]]) == (5, BreakKind.ALTERED)
    assert kind([*lines[:3], *lines[4:]]) == (4, BreakKind.DELETED)
    assert kind([lines[0], *lines[2:]]) == (2, BreakKind.DELETED)
    assert kind([*lines[:3], foreign.replace(digest(lines[0]).encode(), b"0" * 64), *lines[3:]]) == (
        4,
        BreakKind.INSERTED,
    )
    assert kind([*lines[:4], lines[2], *lines[4:]]) == (5, BreakKind.INSERTED)
    assert kind([*lines[:3], lines[4], lines[3], *lines[5:]]) == (4, BreakKind.REORDERED)
    assert kind([header("other"), *lines[1:]]) == (2, BreakKind.GENESIS)
    assert kind([*lines[:-1], lines[-1].replace(b'"seq":5', b'"seq":6')]) == (7, BreakKind.ALTERED)


def test_a_branch_is_forked_until_a_merge_names_both_heads() -> None:
    maker = honest(2)
    base = maker.head
    maker.decide("left")
    left = maker.head
    maker.decide("right", prev=base)
    maker.decide("right-2")
    right = maker.head
    assert kind(maker.lines) == (5, BreakKind.FORKED)
    heads = read_native(PATH, maker.content).heads
    assert [(head.line, head.depth, head.digest) for head in heads] == [(4, 2, left), (6, 3, right)]
    maker.merge("joined", left, right)
    assert kind(maker.lines) is None
    assert read_native(PATH, maker.content).heads[0].depth == 4
    maker.decide("late", prev=left)
    assert kind(maker.lines) == (8, BreakKind.FORKED)


def test_lines_of_two_branches_may_stand_in_any_order_behind_what_they_name() -> None:
    maker = honest(1)
    base = maker.head
    for name in ("a", "b"):
        maker.decide(f"{name}-1", prev=base)
        maker.decide(f"{name}-2")
    first, one, two, three, four = maker.lines[1:]
    maker.merge("joined", digest(two), digest(four))
    woven = [maker.lines[0], first, three, one, four, two, maker.lines[-1]]
    assert kind(woven) is None
    assert kind([maker.lines[0], first, three, two, one, four, maker.lines[-1]]) == (4, BreakKind.REORDERED)


def test_a_merge_whose_head_does_not_exist_does_not_fit() -> None:
    maker = honest(2)
    line = maker.merge("joined", maker.head, digest(maker.lines[1]))
    assert kind(maker.lines) is None
    broken = line.replace(digest(maker.lines[1]).encode(), b"1" * 64)
    assert kind([*maker.lines[:-1], broken]) == (4, BreakKind.ALTERED)


def test_nothing_follows_a_rotate() -> None:
    maker = honest(1)
    maker.rotate("closed", "ledger-1.jsonl")
    maker.decide("too-late")
    assert kind(maker.lines) == (4, BreakKind.INSERTED)


def rotated() -> tuple[Maker, Maker]:
    old = honest(3)
    new = old.rotate("closed", "ledger-1.jsonl")
    new.decide("after")
    return old, new


def test_a_rotated_ledger_is_one_ledger() -> None:
    old, new = rotated()
    ledger = opened(new.content, ledger_1=old.content)
    assert not is_told(ledger)
    assert list(ledger.fold.first) == ["decision-0", "decision-1", "decision-2", "closed", "after"]


def test_the_seam_of_a_rotation_is_held() -> None:
    old, new = rotated()
    shorter = b"".join(line + b"\n" for line in old.lines[:-1])
    assert "4 are left" in opened(new.content, ledger_1=shorter).contradictions[0].message
    assert "no such file" in opened(new.content).contradictions[0].message
    changed = old.content.replace(b'"id":"closed"', b'"id":"closes"')
    found = opened(new.content, ledger_1=changed).divergence
    assert found
    assert (found[0], found[1].kind) == ("memory/ledger-1.jsonl", BreakKind.ALTERED)
    begun_anew = honest(1).content.replace(b"decision-0", b"fresh")
    found = opened(begun_anew, ledger_1=old.content).divergence
    assert found
    assert (found[0], found[1].line, found[1].kind) == (PATH, 1, BreakKind.GENESIS)


def test_an_id_is_taken_also_by_a_closed_file() -> None:
    old, new = rotated()
    new.decide("decision-1")
    faults = opened(new.content, ledger_1=old.content).files[1].faults
    assert [(fault.line, fault.id) for fault in faults] == [(3, "decision-1")]


def test_a_checkpoint_from_before_the_rotation_still_holds() -> None:
    old, new = rotated()
    anchors = Anchors(Checkpoint("demo", 3, merkle_root(old.lines[:3])), SavedHead(4, digest(old.lines[3])))
    assert not is_told(opened(new.content, anchors, ledger_1=old.content))


@pytest.mark.parametrize(
    ("checkpoint", "told"),
    [
        (Checkpoint("demo", 8, merkle_root([b"x"])), "counts 8 lines, and there are 7"),
        (Checkpoint("demo", 7, merkle_root([b"x"])), "written anew"),
        (Checkpoint("other", 7, merkle_root([b"x"])), "of the log 'other'"),
    ],
)
def test_a_checkpoint_that_disagrees_is_told(checkpoint: Checkpoint, told: str) -> None:
    assert told in opened(honest().content, Anchors(checkpoint)).contradictions[0].message


def saved(maker: Maker) -> Anchors:
    return Anchors(head=SavedHead(len(maker.lines), maker.head))


@st.composite
def grown(draw: st.DrawFn) -> Maker:
    """An honest ledger with branches, merges, and any order of lines that keeps each behind what it names."""
    maker = Maker()
    heads = [maker.head]
    for number in range(draw(st.integers(1, 12))):
        if len(heads) > 1 and draw(st.booleans()):
            maker.merge(f"merge-{number}", *heads)
            heads = [maker.head]
        else:
            base = draw(st.sampled_from([*maker.depths]))
            maker.decide(f"decision-{number}", draw(st.text(max_size=5)), prev=base)
            heads = [*(head for head in heads if head != base), maker.head]
    if len(heads) > 1:
        maker.merge("last", *heads)
    return maker


@given(grown())
def test_an_honest_ledger_is_never_told(maker: Maker) -> None:
    assert not is_told(opened(maker.content, saved(maker)))


@given(grown(), st.data())
def test_an_honest_ledger_that_grew_is_never_told(maker: Maker, data: st.DataObject) -> None:
    size = data.draw(st.integers(1, len(maker.lines)))
    anchors = Anchors(
        Checkpoint("demo", size, merkle_root(maker.lines[:size])), SavedHead(size, digest(maker.lines[size - 1]))
    )
    assert not is_told(opened(maker.content, anchors))


@given(grown(), st.data())
def test_any_change_of_the_bytes_is_told(maker: Maker, data: st.DataObject) -> None:
    content = maker.content
    start = data.draw(st.integers(0, len(content)))
    end = data.draw(st.integers(start, min(len(content), start + 40)))
    damaged = content[:start] + data.draw(st.binary(max_size=6)) + content[end:]
    ledger = opened(damaged, saved(maker))
    # What is appended behind a whole line and is not whole itself is a torn tail, and told as one.
    assert is_told(ledger) is (damaged != content)


@given(grown(), st.data())
def test_any_change_of_the_lines_is_told(maker: Maker, data: st.DataObject) -> None:
    lines = list(maker.lines)
    one, other = (data.draw(st.integers(0, len(lines) - 1)) for _ in range(2))
    how = data.draw(st.sampled_from(["delete", "double", "swap", "cut", "cut at the front"]))
    if how == "delete":
        del lines[one]
    elif how == "double":
        lines.insert(other, lines[one])
    elif how == "swap":
        lines[one], lines[other] = lines[other], lines[one]
    else:
        lines = lines[:one] if how == "cut" else lines[one:]
    damaged = b"".join(line + b"\n" for line in lines)
    told = is_told(opened(damaged, saved(maker)))
    # Lines of two branches may stand in any order: a swap may leave another honest ledger, with the same head.
    harmless = damaged == maker.content or (
        how == "swap" and not is_told(opened(damaged)) and lines[-1] == maker.lines[-1]
    )
    assert told is not harmless


def test_behind_a_malformed_line_branches_may_still_be_joined() -> None:
    maker = honest(1)
    base = maker.head
    maker.decide("left", prev=base)
    left = maker.head
    maker.decide("right", prev=base)
    right = maker.head
    joined = maker.merge("joined", left, right)
    file = read_native(PATH, b"".join(line + b"\n" for line in [*maker.lines[:-1], b"nonsense", joined]))
    assert (file.unchecked_from, file.chain_break) == (5, None)


def test_a_file_of_a_like_name_that_is_no_ledger_is_left_alone() -> None:
    assert not is_told(opened(honest(2).content, ledger_2026=b'{"sold": 3}\n'))
    assert assemble(PATH, {"memory/ledger-2026.jsonl": read_native("x", b"{}\n")}, Anchors()) is None


def behind(maker: Maker, at: int) -> list[int]:
    """Return the positions of the lines that one rests on, itself included, from the lines alone."""
    places = {digest(line): place for place, line in enumerate(maker.lines)}
    found, queue = set(), [at]
    while queue:
        one = queue.pop()
        if one not in found:
            found.add(one)
            table = json.loads(maker.lines[one])
            named = [table["prev"], *table["body"].get("heads", ())] if one else []
            queue += [places[name] for name in named]
    return sorted(found)


def woven(maker: Maker, kept: list[int], data: st.DataObject) -> list[bytes]:
    """Return the lines in an order that keeps some in their order, and each behind what it names."""
    queues = [kept, [at for at in range(len(maker.lines)) if at not in kept]]
    placed: list[int] = []
    while any(queues):
        free = [q for q in queues if q and all(one in placed for one in behind(maker, q[0]) if one != q[0])]
        queue = data.draw(st.sampled_from(free))
        placed.append(queue[0])
        queue[:] = queue[1:]
    return [maker.lines[at] for at in placed]


@given(grown(), st.data())
def test_what_an_anchor_vouches_for_may_have_other_branches_between_it(maker: Maker, data: st.DataObject) -> None:
    at = data.draw(st.integers(1, len(maker.lines) - 1))
    kept = behind(maker, at)
    root = merkle_root(maker.lines[one] for one in kept)
    anchors = Anchors(Checkpoint("demo", len(kept), root), SavedHead(len(kept), digest(maker.lines[at])))
    content = b"".join(line + b"\n" for line in woven(maker, [*kept], data))
    assert not is_told(opened(content, anchors))


@given(grown(), st.data())
def test_an_anchor_tells_of_another_ledger_however_it_is_woven(maker: Maker, data: st.DataObject) -> None:
    at = data.draw(st.integers(1, len(maker.lines) - 1))
    kept = behind(maker, at)
    root = merkle_root(maker.lines[one] for one in kept)
    forged = Maker()
    for number in range(data.draw(st.integers(0, 15))):
        forged.decide(f"decision-{number}", "forged", prev=data.draw(st.sampled_from([*forged.depths])))
    forged.merge("last", *dict.fromkeys([*forged.depths][1:] or [forged.head]))
    for anchors in (
        Anchors(Checkpoint("demo", len(kept), root)),
        Anchors(head=SavedHead(len(kept), digest(maker.lines[at]))),
    ):
        assert opened(forged.content, anchors).contradictions


def taken_up(prev: str, seq: int, *more: str) -> tuple[Maker, Maker]:
    """A rotated ledger whose new file takes up an entry that follows a line with this digest."""
    old, new = rotated()
    new.depths[prev] = seq - 1
    stray = new.decide("stray", prev=prev)
    new.merge("joined", digest(new.lines[1]), digest(stray), *more)
    return old, new


@pytest.mark.parametrize("at", [0, 2, 4])
def test_a_branch_from_before_a_rotation_may_be_taken_up(at: int) -> None:
    old, _ = rotated()
    old, new = taken_up(digest(old.lines[at]), at)
    assert not is_told(opened(new.content, saved(new), ledger_1=old.content))


@pytest.mark.parametrize(("prev", "seq"), [("0" * 64, 2), (digest(rotated()[0].lines[2]), 3)])
def test_a_branch_that_follows_no_line_is_not_taken_up(prev: str, seq: int) -> None:
    old, new = taken_up(prev, seq)
    found = opened(new.content, ledger_1=old.content).divergence
    assert found
    assert (found[0], found[1].line) == (PATH, 3)
    assert opened(new.content.replace(b'"previous"', b'"former"'), ledger_1=old.content).divergence


def test_a_branch_is_taken_up_once() -> None:
    old, new = taken_up(digest(rotated()[0].lines[1]), 1)
    new.lines.insert(3, new.lines[2])
    found = opened(new.content, ledger_1=old.content).divergence
    assert found
    assert (found[1].line, found[1].kind) == (4, BreakKind.INSERTED)
