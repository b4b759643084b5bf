"""Finds what a name stands for in one memory, and traces it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from msgspec.structs import replace

from verify.graph import HIGHER, TRACED, Claimed, MemoryGraph
from verify.graph.path_starts import path_starts
from verify.graph.stems import stem_of
from verify.model.history import Change
from verify.model.location import CommitId
from verify.model.record import Record
from verify.model.session import Session
from verify.model.trace import Link, Step, StepKind, Trace
from verify.views.trace.down import Down
from verify.views.trace.steps import Steps, grouped
from verify.views.trace.up import Up

_CLAIMS = {"serves": Link.SERVES, "realizes": Link.REALIZES, "decision": Link.DECISION}


class Tracer:
    """Makes one trace of one memory."""

    def __init__(self, graph: MemoryGraph) -> None:
        self._graph = graph
        self._steps = Steps(graph)
        self._up = Up(graph, self._steps)
        self._down = Down(graph, self._steps)
        self._told: set[str] = set()

    def by_id(self, name: str) -> Trace | None:
        """Trace a fact, a decision record or a session; None if there is none of this name."""
        fact = self._graph.intent.facts.get(name)
        if fact:
            return self._trace(self._steps.fact(fact), self._up.above(fact), self._down.below(fact))
        record = self._record(name)
        if record:
            return self._trace(self._steps.record(record), self._formalized(record), ())
        session = self._graph.session(stem_of(name))
        if session:
            named = self._pursued(session, everything=True)
            return self._trace(self._steps.session(session), named, self._down.commits(session))
        return None

    def by_path(self, path: str) -> Trace | None:
        """Trace a file or folder: the facts that name it, the commits that changed it; None if it never was."""
        naming = tuple(self._naming(path))
        changing = tuple(self._changing(path))
        known = changing or self._graph.has_file(path) or path in self._exactly_named
        return self._trace(self._steps.file(path), (*naming, *changing), ()) if known else None

    def by_commit(self, commit: CommitId) -> Trace | None:
        """Trace a commit: what it claims, its session, and what it changed; None if the history lacks it."""
        at = self._positions.get(commit)
        if at is None:
            return None
        subject = self._steps.commit(self._graph.history.commit(at))
        return self._trace(subject, self._reasons(at), self._down.files(commit))

    def _trace(self, subject: Step, up: Iterable[Step], down: Iterable[Step]) -> Trace:
        above = tuple(up)
        reaches = subject.kind is StepKind.VISION or any(step.reaches_vision for step in above)
        return Trace(self._graph.memory.path, subject, above, tuple(down), reaches)

    def _pursued(self, session: Session, *, everything: bool = False) -> Iterator[Step]:
        """Yield what a session references: what decides or has a goal, or all of it."""
        intent = self._graph.intent
        named = (intent.facts[name] for name in sorted(self._graph.referenced(session)) if name in intent.facts)
        for fact in named:
            if everything or fact.id in intent.climbs or intent.kind(fact) in HIGHER | TRACED:
                yield self._up.reached(fact, Link.REFERENCES)

    def _record(self, name: str) -> Record | None:
        return next((record for record in self._graph.records.all if name.lower() in record.ids), None)

    def _formalized(self, record: Record) -> Iterator[Step]:
        """Yield what a record serves, and the facts that it formalizes."""
        yield from self._up.served(record)
        for link in record.formalizes:
            fact = self._graph.intent.facts.get(link.target)
            if fact:
                yield self._up.reached(fact, Link.FORMALIZES)
            else:
                yield self._steps.missing(link.target, Link.FORMALIZES, "is no id")

    def _naming(self, path: str) -> Iterator[Step]:
        mentions = (mention for document in self._graph.memory.documents for mention in document.paths)
        starts = path_starts(self._graph.memory.path)
        named = {m.fact: None for m in mentions if any(_covers(start + m.path, path) for start in starts)}
        anchored = (a for a in self._graph.anchors.all if _covers(a.sighting.path, path))
        for fact in {a.fact.id: a.fact for a in anchored}.values():
            named.pop(fact.id, None)
            yield self._up.reached(fact, Link.ANCHORED_BY)
        for name in named:
            yield self._up.reached(self._graph.intent.facts[name], Link.NAMED_BY)

    @cached_property
    def _exactly_named(self) -> set[str]:
        """The paths in which facts are anchored, there or not."""
        return {anchored.sighting.path for anchored in self._graph.anchors.all}

    def _changing(self, path: str) -> Iterator[Step]:
        work = self._down.work if self._graph.past else {}
        for commit in reversed(tuple(work.values())):
            if any(_is_below(change, path) for changes in commit.changes for change in changes):
                at = self._positions.get(commit.id) if commit.id else None
                reasons = self._reasons(at) if at is not None else ()
                yield replace(self._steps.commit(commit, Link.CHANGED_BY), steps=tuple(reasons))

    def _reasons(self, at: int) -> Iterator[Step]:
        """Yield what the trailers of a commit claim, and its sessions with what they pursued."""
        for claimed in self._claims.get(at, ()):
            link, target = _CLAIMS[claimed.claim.key], claimed.claim.target
            fact, record = self._graph.intent.facts.get(target), self._record(target)
            if claimed.facts and fact:
                yield self._up.reached(fact, link)
            elif record:
                yield replace(self._steps.record(record, link), steps=tuple(self._formalized(record)))
            else:
                reason = "is no id any more" if claimed.facts else "was no id in that commit"
                yield self._steps.missing(target, link, reason)
        for path in self._graph.history.logs_of(at):
            session = self._graph.session(stem_of(path))
            if session:
                yield self._logged(session)

    def _logged(self, session: Session) -> Step:
        step = self._steps.session(session, Link.LOGGED_BY)
        if session.stem in self._told:
            return replace(step, again=True)
        self._told.add(session.stem)
        return replace(step, steps=tuple(self._pursued(session)))

    @cached_property
    def _claims(self) -> Mapping[int, Sequence[Claimed]]:
        return grouped((claimed.claim.at, claimed) for claimed in self._graph.history.claims)

    @cached_property
    def _positions(self) -> Mapping[CommitId, int]:
        commits = self._graph.history.history.commits
        return {commit.id: at for at, commit in enumerate(commits) if commit.id}


def _covers(named: str, path: str) -> bool:
    """Whether a named path is a path, or one of two is a folder around the other."""
    named = named.rstrip("/")
    return named == path or path.startswith(f"{named}/") or named.startswith(f"{path}/")


def _is_below(change: Change, path: str) -> bool:
    return change.path == path or change.path.startswith(f"{path}/")
