"""One memory as a graph; the only thing that checks see."""

import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct

from verify.graph.anchors import Anchors, Drift
from verify.graph.cycles import cycles
from verify.graph.decay import Use, faded_tier, keeps_tier
from verify.graph.fact_changes import FactChange
from verify.graph.fact_index import FactIndex
from verify.graph.intent import Intent
from verify.graph.judgement import LASTING, Judged
from verify.graph.looked_at import LookedAt
from verify.graph.origins import borne_out
from verify.graph.past import Past
from verify.graph.pointers import Pointer, pointer
from verify.graph.stale_paths import StalePath, StalePaths
from verify.graph.tokens import stands_in
from verify.graph.usage import Usage, used_tokens
from verify.graph.work import Work
from verify.model.anchor import AnchoredCode, NoCode
from verify.model.code import CodeHistory
from verify.model.facts import Fact, Relation, Tier
from verify.model.location import CommitId, Day, FactId, Location, Stem
from verify.model.memory import Memory, Role
from verify.model.report import Evidence
from verify.model.session import Session
from verify.model.store import StoreFormat
from verify.nearest import nearest

if TYPE_CHECKING:
    from verify.graph.ledger import DecisionLog, Placed
    from verify.graph.seal import Unsealed

_NEAREST_CAP = 100
_TELLS = re.compile(r"\b(?:updated|confirmed)\b")


class Circumstances(Struct, frozen=True):
    """What is known of the checked state besides its files.

    ``today`` is its clock, ``sessions`` are those that take part in clock and order, ``incomplete``
    tells which evidence is missing and why. ``text_of`` reads a file again, ``has_file`` tells whether
    a path exists, ``anchored`` reads what anchors point to, ``code`` answers for the files outside the
    memory. ``base`` is the commit where the branch that is judged left another one.
    """

    today: Day | None
    sessions: tuple[Session, ...]
    incomplete: Mapping[Evidence, str]
    text_of: Callable[[str], str]
    has_file: Callable[[str], bool]
    anchored: AnchoredCode | None = None
    code: CodeHistory | None = None
    base: CommitId | None = None
    others: tuple[str, ...] = ()


class MemoryGraph(FactIndex):
    """Named questions about one memory in one state; ``past`` is None where history could not be read."""

    format = StoreFormat.AGENT_MEMORY

    def __init__(self, memory: Memory, past: Past | None, circumstances: Circumstances) -> None:
        super().__init__(memory)
        self.past = past
        self.today = circumstances.today
        self.sessions = circumstances.sessions
        self.incomplete = circumstances.incomplete
        self.has_file = circumstances.has_file
        self._text_of = circumstances.text_of
        self.anchors = Anchors(self.live, circumstances.anchored or NoCode())
        self._code = circumstances.code
        self._base = circumstances.base
        self._others = circumstances.others
        self.windows = memory.windows
        self.problems = memory.problems
        self._read_lines: dict[str, Sequence[str]] = {}
        self._nearest: dict[str, str | None] = {}

    @property
    def entrance(self) -> str:
        """The live store; without one the first file that was read, or the folder."""
        documents = (*self.documents(Role.CONTINUITY), *self.memory.documents)
        paths = [*(document.path for document in documents), *(session.path for session in self.memory.sessions)]
        return paths[0] if paths else self.memory.path

    @cached_property
    def overdue(self) -> tuple[Fact, ...]:
        """The live facts that should have been archived."""
        window = self.windows.archive_window
        unpinned = (fact for fact in self.fading if not fact.pinned)
        return tuple(fact for fact in unpinned if (self.usage.sessions_since(fact.id) or 0) > window)

    def is_id(self, text: str) -> bool:
        """Whether a fact, decision record or entry of a ledger has this id now."""
        return text in self.by_id or text in self.records.ids or self.is_entry(text)

    def is_entry(self, text: str) -> bool:
        """Whether an entry of a ledger has this id."""
        return any(log.find(text) is not None for log in self.decision_logs)

    def entry(self, text: str) -> "Placed | None":
        """Return the entry of a ledger that has this id."""
        found = ((log, log.find(text)) for log in self.decision_logs)
        return next((log.placed(at) for log, at in found if at is not None), None)

    @cached_property
    def decision_logs(self) -> "tuple[DecisionLog, ...]":
        """The ledgers of the memory."""
        if not self.memory.ledgers:
            return ()
        # Loaded only where there is a ledger.
        from verify.graph.ledger import DecisionLog  # noqa: PLC0415

        return tuple(DecisionLog(ledger) for ledger in self.memory.ledgers)

    def decision_log(self, path: str, named_in: str) -> "DecisionLog | None":
        """Return the ledger at a path, from the root or from the folder of the file that names it."""
        paths = {path.removeprefix("./"), f"{named_in.rpartition('/')[0]}/{path}"}
        return next((log for log in self.decision_logs if log.ledger.path in paths), None)

    @property
    def unsealed(self) -> "Iterator[Unsealed]":
        """Yield what differs from the newest seal."""
        if self.memory.seal or any(log.newest_seal for log in self.decision_logs):
            # Loaded only where something was sealed.
            from verify.graph.seal import unsealed  # noqa: PLC0415

            yield from unsealed(self.memory, self.decision_logs, self.past)

    @property
    def unanchored_logs(self) -> "Iterator[DecisionLog]":
        """Yield the ledgers of which no checkpoint and no commit tells what they held before."""
        committed = self.past.history.ledgers.committed if self.past else frozenset()
        logs = self.decision_logs
        return (log for log in logs if not log.ledger.anchored and log.ledger.path not in committed)

    def was_id(self, text: str) -> bool:
        """Whether some version in history had a fact of this id."""
        return self.past is not None and text in self.past.ids

    @property
    def history(self) -> Past:
        """What git remembers, for checks that need it. Raises LookupError where it could not be read."""
        if self.past is None:
            raise LookupError(self.incomplete[Evidence.HISTORY])
        return self.past

    @cached_property
    def intent(self) -> Intent:
        """What serves the vision."""
        former = self.past.last_live.get if self.past else lambda name: None
        return Intent(self, former, self.sessions, self.referenced, self.usage.positions)

    @property
    def code(self) -> CodeHistory:
        """What git knows of the files outside the memory. Raises LookupError where there is no history."""
        if self._code is None:
            raise LookupError(self.incomplete[Evidence.HISTORY])
        return self._code

    @property
    def work(self) -> Work:
        """The commits that changed something outside the memory. Raises LookupError without history."""
        return Work(self.history, self.code, self._base, self._others)

    @property
    def stale_paths(self) -> Iterator[StalePath]:
        """Yield the paths that facts name and that are gone now. Raises LookupError without history."""
        return StalePaths(self.history, self.code, self.has_file).among(self.path_mentions)

    def place_of(self, change: FactChange) -> Location:
        """Return where a changed fact stands today, else the file in which it changed."""
        fact = change.after or change.before
        today = self.by_id.get(fact.id, ()) if fact else ()
        return next((f.location for f in today if f.location.path == change.path), Location(change.path))

    def recorded_late(self, judged: Judged) -> bool:
        """Whether a log that came later names the id under Updated or Confirmed, or a later check covers it."""
        at, name = judged.change.at, judged.id
        told = list(self._telling.get(name, ()))
        check = self.pointer("last_invariant_check")
        checked = self.session(check.stem) if check and check.stem and judged.kind in LASTING else None
        if checked and self.names(checked, name):
            told.append(checked)
        return any(self.history.added_below(session.stem, at) for session in told)

    def is_taken_back(self, judged: Judged) -> bool:
        """Whether the branch that is judged made a change and took it back, so that it brings none of both."""
        return (judged.id, judged.change.at) in self._taken_back

    @cached_property
    def _taken_back(self) -> Collection[tuple[FactId, int]]:
        past = self.past
        return past.judge.taken_back(past.beyond(self._base)) if past and self._base else ()

    @cached_property
    def _telling(self) -> Mapping[str, Sequence[Session]]:
        """The sessions that name each id under Updated or Confirmed."""
        telling: dict[str, list[Session]] = {}
        for session in self.sessions:
            for token in {mention.token for mention in session.mentions if _TELLS.search(mention.verb)}:
                telling.setdefault(token, []).append(session)
        return telling

    def drifts(self) -> Iterator[Drift]:
        """Yield each anchor whose code changed since its fact was last looked at."""
        facts = frozenset(anchored.fact.id for anchored in self.anchors.all)
        return self.anchors.drifts(LookedAt(self.history, facts, self._last_log)) if facts else iter(())

    def _last_log(self, fact: FactId) -> str | None:
        session = self.session(self.usage.last_session(fact) or "")
        return session.path if session else None

    @cached_property
    def usage(self) -> Usage:
        """The references of all sessions."""
        return Usage(self.sessions, lambda token: self.is_id(token) or self.was_id(token))

    def use(self, fact: Fact, within: int | None = None) -> Use:
        """Return the use of a fact by the first ``within`` sessions or all."""
        return Use(self.usage.uses(fact.id, within), self.usage.last_used(fact.id, within))

    def replayed_tier(self, fact: Fact) -> Tier | None:
        """Return the tier that the sessions give a live fact which may fade; None where it is left alone."""
        since = self.usage.sessions_since(fact.id)
        if since is None or keeps_tier(fact):
            return None
        age = self.sessions_after(fact.created) if fact.created else None
        return faded_tier(self.windows, since, self.usage.uses(fact.id), age)

    @cached_property
    def _stems(self) -> Mapping[str, Session]:
        return {session.stem: session for session in self.memory.sessions}

    def session(self, stem: str) -> Session | None:
        """Return the session of this stem."""
        return self._stems.get(stem)

    def text_of(self, session: Session) -> str:
        """Return the whole text of a log, which is not kept in memory."""
        return self._text_of(session.path)

    def names(self, session: Session, fact_id: str) -> bool:
        """Whether an id stands in a log, anywhere and as a whole token."""
        # What it references it names; most logs need not be read again.
        return any(m.token == fact_id for m in session.mentions) or stands_in(self.text_of(session), fact_id)

    def is_borne_out(self, fact: Fact) -> bool:
        """Whether the log that a fact comes from names it."""
        return (fact.id, fact.origin) in self._borne_out

    @cached_property
    def _borne_out(self) -> frozenset[tuple[FactId, Stem]]:
        return frozenset(borne_out(self.facts, self.session, self.text_of))

    def referenced(self, session: Session) -> frozenset[str]:
        """Return the ids that a session references."""
        return frozenset(token for token in used_tokens(session) if self.is_id(token) or self.was_id(token))

    def line(self, path: str, number: int) -> str | None:
        """Return one line of a file of this memory, None where there is none."""
        lines = self._lines(path)
        return lines[number - 1] if 0 < number <= len(lines) else None

    def _lines(self, path: str) -> Sequence[str]:
        if path not in self._read_lines:
            lines: Sequence[str] = next((d.lines for d in self.memory.documents if d.path == path), ())
            others = (one.path for kind in (self.memory.sessions, self.memory.records) for one in kind)
            if not lines and path in others:
                lines = self._text_of(path).replace("\r\n", "\n").split("\n")
            # Findings come file by file, so that one file at a time is enough.
            self._read_lines = {path: lines}
        return self._read_lines[path]

    def sessions_after(self, day: Day) -> int:
        """Count the sessions dated after a day."""
        return len(self._days) - bisect_right(self._days, day)

    @cached_property
    def _days(self) -> list[Day]:
        return sorted(session.day for session in self.sessions)

    def pointer(self, key: str) -> Pointer | None:
        """Return a pointer of Project State."""
        state = (field for document in self.documents(Role.CONTINUITY) for field in document.state)
        return next((pointer(field) for field in state if field.key == key), None)

    @cached_property
    def reviewed(self) -> int:
        """The number of sessions that the last review surely counted: its own log came behind its counts."""
        named = self.pointer("last_review")
        return sum(1 for s in self.sessions if named and named.covers(s.day, s.stem) and not named.names(s.day, s.stem))

    def state_place(self, key: str) -> Location | None:
        """Return the line of a field of Project State, else the first line of the continuity file."""
        document = next(self.documents(Role.CONTINUITY), None)
        if document is None:
            return None
        return next((field.location for field in document.state if field.key == key), Location(document.path))

    def sessions_beyond(self, key: str) -> int:
        """Count the sessions newer than what a pointer names; all of them without it."""
        named = self.pointer(key)
        covered = sum(1 for s in self.sessions if named and named.covers(s.day, s.stem))
        return len(self.sessions) - covered

    def cycles(self, relation: Relation) -> list[list[str]]:
        """Return the circles of one relation, each with its ids sorted."""
        edges: dict[str, set[str]] = {}
        for source, target in self._pairs(relation):
            edges.setdefault(source, set()).add(target)
        return sorted(cycles(edges))

    def _pairs(self, relation: Relation) -> Iterator[tuple[str, str]]:
        for link in self.links:
            if link.source and link.relation is relation:
                yield link.source, link.target
            elif link.source and relation is Relation.SUPERSEDES and link.relation is Relation.SUPERSEDED_BY:
                yield link.target, link.source

    @cached_property
    def _names(self) -> Sequence[str]:
        """Every id, sorted: to sort what is sorted costs next to nothing."""
        return sorted(self.by_id)

    def nearest_id(self, text: str) -> FactId | None:
        """Return the id most like a text, if one is close; none any more after many questions."""
        if text not in self._nearest and len(self._nearest) < _NEAREST_CAP:
            self._nearest[text] = nearest(text, self._names)
        near = self._nearest.get(text)
        return FactId(near) if near else None
