"""Named questions about what serves the vision."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from verify.graph.ascent import HIGHER, TRACED, Ascent, Break, BrokenClimb
from verify.graph.fact_index import FactIndex
from verify.graph.kinds import Kinds
from verify.graph.reach import Reach
from verify.model.facts import Checkbox, Fact, NodeKind, Relation, Thread
from verify.model.location import FactId, Location, Stem
from verify.model.memory import Role
from verify.model.session import Session

INTENT = frozenset({Relation.SERVES, Relation.REALIZES})


class Intent:
    """The relations of intent in one memory.

    ``former`` tells what an archived fact last was when it was live, ``referenced`` what a session references,
    ``positions`` where among the sessions those stand that reference an id.
    """

    def __init__(
        self,
        index: FactIndex,
        former: Callable[[FactId], NodeKind | None],
        sessions: Sequence[Session],
        referenced: Callable[[Session], Iterable[str]],
        positions: Callable[[FactId], Sequence[int]],
    ) -> None:
        self._index = index
        self._kinds = Kinds(index, former)
        self.kind = self._kinds.kind
        self.is_replaced = self._kinds.is_replaced
        self._sessions = sessions
        self._referenced = referenced
        self._positions = positions

    @cached_property
    def facts(self) -> Mapping[str, Fact]:
        """One fact of each id, the live one where there are two."""
        return {fact.id: fact for fact in (*reversed(self._index.archived), *reversed(self._index.live))}

    @cached_property
    def targets(self) -> Mapping[str, tuple[str, ...]]:
        """What each id says that it serves or realizes."""
        found: dict[str, dict[str, None]] = {}
        for link in self._index.links:
            if link.source and link.relation in INTENT:
                found.setdefault(link.source, {})[link.target] = None
        return {name: tuple(targets) for name, targets in found.items()}

    @cached_property
    def recorded(self) -> Mapping[str, tuple[str, ...]]:
        """What the decision records in force that formalize each fact say that they serve."""
        found: dict[str, dict[str, None]] = {}
        for record in self._index.memory.records:
            for link in record.formalizes if not record.retired else ():
                found.setdefault(link.target, {}).update(dict.fromkeys(record.serves))
        return {name: tuple(targets) for name, targets in found.items() if targets}

    @cached_property
    def _ascent(self) -> Ascent:
        # What an archived fact was may be unknown; then nothing can be said of what rests on it.
        known = {name: fact for name, fact in self.facts.items() if not self._kinds.is_unknown(fact)}
        return Ascent(known, self.kind, self.targets, self.is_replaced)

    @property
    def broken_climbs(self) -> Iterator[BrokenClimb]:
        """Yield each live blueprint, decision or invariant that reaches no vision, but should."""
        for fact in self._index.live:
            if fact.kind not in TRACED or fact.superseded:
                continue
            if fact.id in self.targets:
                broken = self._ascent.broken(fact)
                yield from [broken] if broken else []
            elif fact.kind is NodeKind.BLUEPRINT and fact.checkbox is Checkbox.OPEN:
                yield BrokenClimb(fact, fact.id, Break.SERVES_NOTHING)

    @property
    def nameless_blueprints(self) -> Iterator[Thread]:
        """Yield each open blueprint without an id that says nowhere what it serves."""
        for thread in self._index.open_blueprints:
            if thread.fact is None and not self._says_what(thread.block):
                yield thread

    def _says_what(self, block: Location) -> bool:
        """Whether some item in a block says in its text what it serves."""
        lines = self._said.get(block.path, [])
        return bisect_left(lines, block.line) < bisect_right(lines, block.end_line or block.line)

    @cached_property
    def _said(self) -> Mapping[str, Sequence[int]]:
        """The lines of each file on which the text of an item says what it serves."""
        found: dict[str, list[int]] = {}
        for link in self._index.links:
            if (link.source is None or link.written != link.location) and link.relation in INTENT:
                found.setdefault(link.written.path, []).append(link.written.line)
        return {path: sorted(lines) for path, lines in found.items()}

    @cached_property
    def served(self) -> frozenset[str]:
        """What some item of the live store says that it serves or realizes."""
        archived = {document.path for document in self._index.documents(Role.ARCHIVE)}
        intent = (link for link in self._index.links if link.relation in INTENT)
        return frozenset(link.target for link in intent if link.location.path not in archived)

    @property
    def untraced(self) -> Iterator[tuple[Fact, Session]]:
        """Yield each decision younger than the vision that names no goal, with its session that names none."""
        youngest = max((v.created for v in self._index.confirmed_visions if v.created), default=None)
        for fact in self._index.live:
            traced = fact.kind not in {NodeKind.DECISION, NodeKind.INVARIANT} or fact.id in self.climbs
            session = self._by_stem.get(fact.origin) if fact.origin and not (traced or fact.superseded) else None
            young = youngest and fact.created and fact.created > youngest
            if session and young and not self._names_a_goal(session):
                yield fact, session

    def _names_a_goal(self, session: Session) -> bool:
        named = (self.facts[name] for name in self._referenced(session) if name in self.facts)
        return any(self.kind(fact) in HIGHER for fact in named)

    @cached_property
    def _by_stem(self) -> Mapping[Stem, Session]:
        return {session.stem: session for session in self._sessions}

    def off_goal(self, window: int) -> Sequence[Session]:
        """Return the newest sessions with references if none of so many reaches a vision, but an older one did."""
        referencing = [session for session in self._sessions if self._referenced(session)]
        newest = referencing[-window:] if window else []
        reached = [session for session in referencing if self.reach.session(session.stem)]
        return newest if len(newest) == window and reached and not any(s in newest for s in reached) else ()

    @cached_property
    def climbs(self) -> Mapping[str, tuple[str, ...]]:
        """What each id serves or realizes, by what it says or by its decision record."""
        names = dict.fromkeys([*self.targets, *self.recorded])
        return {name: (*self.targets.get(name, ()), *self.recorded.get(name, ())) for name in names}

    @cached_property
    def reach(self) -> Reach:
        """What reaches a vision through references, serves, realizes or origin."""
        return Reach(
            visions=[fact.id for fact in self.facts.values() if self.kind(fact) is NodeKind.VISION],
            targets=self.climbs,
            origins={fact.id: fact.origin for fact in self.facts.values() if fact.origin},
            referencing=lambda name: (self._sessions[at].stem for at in self._positions(FactId(name))),
        )
