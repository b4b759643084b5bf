"""What the trailers of commits claim to serve, realize or decide."""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from verify.model.facts import Checkbox, NodeKind, Store
from verify.model.history import Commit, PastFact
from verify.model.location import FactId

_CLAIMING = {"serves", "realizes", "decision"}
_PIECE = re.compile(r"\([^()]*\)|[,()]|[^,()]+")
_PART = re.compile(r"[\s`*\[]*([a-z0-9]+(?:-[a-z0-9]+)*)[`*\]]*(?:\s*(?:\(.*|[—–;].*|-\s.*))?", re.DOTALL)
_RECORD = re.compile(r"(?:adr-?)?\d{1,8}(?:-.*)?")
_NOTHING = re.compile(r"(?:none|nothing|not-applicable|n-a)(?:-.*)?")


class Claim(Struct, frozen=True):
    """One id that a trailer names; ``at`` is the position of its commit."""

    at: int
    key: str
    target: FactId

    @property
    def is_shaped(self) -> bool:
        """Whether it can be nothing but an id: a single word may be prose."""
        return "-" in self.target

    @property
    def names_record(self) -> bool:
        """Whether it has the form of a decision record's name, which is kept outside the memory."""
        return _RECORD.fullmatch(self.target) is not None


class Claimed(Struct, frozen=True):
    """A claim, with the named fact as it read in its commit, and in each parent of it; empty where it is none.

    ``former`` is what the fact last was when it was live.
    """

    claim: Claim
    former: NodeKind | None
    facts: tuple[PastFact, ...]
    before: tuple[tuple[PastFact, ...], ...]

    @property
    def closed_before(self) -> NodeKind | None:
        """Return what it is if it was done or superseded in each parent that had it, and still is."""
        held = [facts for facts in self.before if facts]
        kinds = {self._closed(facts) for facts in (*held, self.facts)} if held else {None}
        return kinds.pop() if len(kinds) == 1 else None

    def _closed(self, facts: tuple[PastFact, ...]) -> NodeKind | None:
        for fact in facts:
            kind = fact.kind if fact.store is Store.LIVE else self.former or fact.kind
            done = fact.checkbox is Checkbox.DONE if kind is NodeKind.BLUEPRINT else fact.superseded
            if done and kind in {NodeKind.BLUEPRINT, NodeKind.VISION}:
                return kind
        return None


def claims(commits: Sequence[Commit]) -> Iterator[Claim]:
    """Yield what has the shape of an id in a trailer; `none` and prose claim nothing."""
    for at, commit in enumerate(commits):
        for trailer in commit.trailers:
            if trailer.key in _CLAIMING:
                parts = (_PART.fullmatch(part) for part in _parts(trailer.value))
                targets = (part.group(1) for part in parts if part)
                yield from (Claim(at, trailer.key, FactId(t)) for t in targets if not _NOTHING.fullmatch(t))


def _parts(value: str) -> Iterator[str]:
    """Split at the commas that stand outside parentheses."""
    pieces: list[str] = []
    for match in _PIECE.finditer(value):
        if match.group() == ",":
            yield "".join(pieces)
            pieces = []
        else:
            pieces.append(match.group())
    yield "".join(pieces)
