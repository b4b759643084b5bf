"""How many statements a snapshot of so many characters holds."""

from collections.abc import Sequence

from msgspec import Struct

from reports.snapshot.document import document, redactions
from verify.model.snapshot import Snapshot

_COMMON = 2520
"""Every share up to ten divides it."""


class Rendered(Struct, frozen=True):
    """A snapshot as text, and what it lacks: values that were taken out, statements that had no room."""

    text: str
    redacted: int
    left_out: int


def render(snapshot: Snapshot, most: int) -> Rendered | None:
    """Return the Markdown of at most so many characters with as many statements as it holds, whole ones only.

    None where not even the frame, with no statement at all, has room.
    """
    order = _order(snapshot)
    low, high = 0, len(order)
    best = _rendered(snapshot, order, low)
    while low < high:
        middle = (low + high + 1) // 2
        tried = _rendered(snapshot, order, middle)
        if len(tried.text) <= most:
            low, best = middle, tried
        else:
            high = middle - 1
    return best if len(best.text) <= most else None


def smallest(snapshot: Snapshot) -> int:
    """Return the number of characters of the frame alone."""
    return len(_rendered(snapshot, _order(snapshot), 0).text)


def _order(snapshot: Snapshot) -> list[int]:
    """Return the section of each statement, the most important statement first.

    Every section has its first statement before any has its second, and then each goes on at the pace of
    its share: so none crowds out the others.
    """
    numbered = (
        (number * _COMMON // section.share, at, number)
        for at, section in enumerate(snapshot.sections)
        for number in range(len(section.statements))
    )
    return [at for _, at, _ in sorted(numbered)]


def _rendered(snapshot: Snapshot, order: Sequence[int], count: int) -> Rendered:
    kept = [0] * len(snapshot.sections)
    for at in order[:count]:
        kept[at] += 1
    left_out = list(dict.fromkeys(reversed(order[count:])))
    return Rendered(document(snapshot, kept, left_out), redactions(snapshot, kept), len(order) - count)
