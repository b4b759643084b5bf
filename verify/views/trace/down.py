"""The way down: what serves a thing, the sessions that reference it, and their commits and files."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from msgspec.structs import replace

from verify.graph import Anchored, MemoryGraph
from verify.model.facts import Fact, Relation
from verify.model.history import Commit
from verify.model.location import CommitId
from verify.model.session import Session
from verify.model.trace import Link, Step
from verify.views.trace.steps import DEPTH, Steps, grouped

_LINKS = {
    Relation.SERVES: Link.SERVED_BY,
    Relation.REALIZES: Link.REALIZED_BY,
    Relation.DEPENDS_ON: Link.NEEDED_BY,
    Relation.SUPERSEDED_BY: Link.SUPERSEDES,
}


class Down:
    """Descends in one memory; what was told once is not told again."""

    def __init__(self, graph: MemoryGraph, steps: Steps) -> None:
        self._graph = graph
        self._steps = steps
        self._told: set[str] = set()

    def below(self, fact: Fact, depth: int = 0) -> Iterator[Step]:
        """Yield the steps directly below a fact, each with its own; sessions from the newest on."""
        facts = self._graph.intent.facts
        for link, name in self._sources.get(fact.id, []):
            step = self._steps.fact(facts[name], link)
            further = self.below(facts[name], depth + 1)
            yield replace(step, cut=True) if depth >= DEPTH else self._once(name, step, further)
        for record in self._graph.records.formalized.get(fact.id, ()):
            yield self._steps.record(record, Link.FORMALIZED_BY)
        for anchored in self._anchored.get(fact.id, []):
            yield self._steps.anchor(anchored, Link.ANCHORED_IN)
        for at in self._claiming.get(fact.id, []):
            yield self.commit(self._graph.history.commit(at), Link.CLAIMED_BY)
        for session in self._referencing.get(fact.id, []):
            step = self._steps.session(session, Link.REFERENCED_BY)
            yield self._once(session.stem, step, self.commits(session))

    def commits(self, session: Session) -> Iterator[Step]:
        """Yield the commits that belong to a session, newest first."""
        for at in self._graph.past.commits_of(session.path) if self._graph.past else ():
            yield self.commit(self._graph.history.commit(at), Link.WORK)

    def commit(self, commit: Commit, link: Link) -> Step:
        """Return the step of a commit with the files that it changed outside the memory."""
        return self._once(commit.id or "", self._steps.commit(commit, link), self.files(commit.id))

    def files(self, commit: CommitId | None) -> Iterator[Step]:
        """Yield the files outside the memory that a commit changed."""
        changed = self.work.get(commit) if commit else None
        for path in sorted({c.path for changes in changed.changes for c in changes}) if changed else ():
            if not path.startswith(f"{self._graph.memory.path}/"):
                yield self._steps.file(path, Link.CHANGES)

    @cached_property
    def work(self) -> Mapping[CommitId, Commit]:
        """Every commit with the changes of all paths, parents first."""
        return {commit.id: commit for commit in self._graph.code.beyond(()) if commit.id}

    def _once(self, name: str, step: Step, further: Iterator[Step]) -> Step:
        if name in self._told:
            return replace(step, again=True)
        self._told.add(name)
        return replace(step, steps=tuple(further))

    @cached_property
    def _sources(self) -> Mapping[str, Sequence[tuple[Link, str]]]:
        facts = self._graph.intent.facts
        links = (link for link in self._graph.links if link.relation in _LINKS and link.source in facts)
        return grouped((link.target, (_LINKS[link.relation], str(link.source))) for link in links)

    @cached_property
    def _anchored(self) -> Mapping[str, Sequence[Anchored]]:
        return grouped((anchored.fact.id, anchored) for anchored in self._graph.anchors.all)

    @cached_property
    def _claiming(self) -> Mapping[str, Sequence[int]]:
        claims = self._graph.past.claims if self._graph.past else ()
        return grouped((claimed.claim.target, claimed.claim.at) for claimed in reversed(claims))

    @cached_property
    def _referencing(self) -> Mapping[str, Sequence[Session]]:
        newest_first = reversed(self._graph.sessions)
        return grouped((name, session) for session in newest_first for name in self._graph.referenced(session))
