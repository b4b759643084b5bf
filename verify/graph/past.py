"""Named questions about the history of a memory."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property

from verify.graph.claims import Claimed, claims
from verify.graph.descent import Descent
from verify.graph.fact_changes import FactChange, fact_changes
from verify.graph.first_parents import facts_in
from verify.graph.identity import Mutation, mutations
from verify.graph.judgement import Judge, Judged
from verify.graph.losses import Loss, losses
from verify.graph.returns import returns
from verify.graph.session_changes import Arrival, SessionChange, SessionPast, is_postdated
from verify.graph.stems import stem_of
from verify.graph.taken_back import Step, taken_back
from verify.model.facts import NodeKind, Store, Tier
from verify.model.history import Change, Commit, History, Judgement, PastFact
from verify.model.location import BlobId, CommitId, FactId, Stem


class Past:
    """Answers from the commits of one memory, whose folder is ``folder``."""

    def __init__(self, history: History, folder: str) -> None:
        self.history = history
        self.folder = folder
        self.descent = Descent(history.commits, folder)
        self._ends: dict[int, Set[str]] = {}

    def commit(self, at: int) -> Commit:
        """Return the commit at a position."""
        return self.history.commits[at]

    @cached_property
    def changes(self) -> tuple[FactChange, ...]:
        """Every change of every fact, in the order of the commits."""
        return tuple(fact_changes(self.history, self.descent.parents))

    @cached_property
    def ids(self) -> frozenset[FactId]:
        """Every id that ever had a footer."""
        return frozenset(fact.id for facts in self.history.facts.values() for fact in facts)

    @cached_property
    def versions(self) -> Mapping[FactId, Mapping[BlobId, PastFact]]:
        """Each id as it read in the versions that have it; where one has it twice, the first counts."""
        found: dict[FactId, dict[BlobId, PastFact]] = {}
        for blob, facts in self.history.facts.items():
            for fact in facts:
                found.setdefault(fact.id, {}).setdefault(blob, fact)
        return found

    @cached_property
    def store_changes(self) -> tuple[tuple[Change, ...], ...]:
        """For each commit what it changed against its first parent in files with facts."""
        telling = {blob for blob, facts in self.history.facts.items() if facts}
        firsts = (commit.changes[0] if commit.changes else () for commit in self.history.commits)
        return tuple(tuple(c for c in first if c.old in telling or c.new in telling) for first in firsts)

    @cached_property
    def superseded(self) -> frozenset[FactId]:
        """Every id whose footer said in some commit that it was superseded."""
        found = (change.after for change in self.changes if self.commit(change.at).id)
        return frozenset(fact.id for fact in found if fact and fact.superseded)

    def losses(self, present: frozenset[FactId]) -> Iterator[Loss[FactId]]:
        """Yield each id that is in no store any more, with the commit that lost it for good."""
        ids = {blob: frozenset(fact.id for fact in facts) for blob, facts in self.history.facts.items()}
        return losses(self.history.commits, ids, self.ids - present, self.descent)

    @cached_property
    def sessions(self) -> SessionPast:
        """What happened to each log."""
        return SessionPast(self.history, self.descent)

    @property
    def session_changes(self) -> list[SessionChange]:
        """Each change of a committed log that needs an explanation."""
        return self.sessions.alterations

    @property
    def arrivals(self) -> list[Arrival]:
        """The first commit of each log."""
        return self.sessions.arrivals

    @cached_property
    def first_commit(self) -> int | None:
        """The position of the commit with which the memory began."""
        return next((at for at, commit in enumerate(self.history.commits) if any(commit.changes)), None)

    @cached_property
    def commit_ids(self) -> tuple[CommitId, ...]:
        """The ids of all commits, sorted."""
        return tuple(sorted(commit.id for commit in self.history.commits if commit.id))

    def up_to(self, commit: CommitId) -> frozenset[CommitId]:
        """Return a commit and all its ancestors."""
        return self.descent.up_to(commit)

    def commit_of(self, at: int) -> CommitId | None:
        """Return the id of the commit at a position; None for the checked state."""
        return self.commit(at).id

    def authored(self, at: int) -> int | None:
        """Return the author time of a commit, in seconds; None for the checked state."""
        commit = self.commit(at)
        return commit.authored if commit.id else None

    @cached_property
    def returns(self) -> tuple[FactChange, ...]:
        """Each change by which an id that had ended came back with another text."""
        return _distinct(returns(self.changes, self.descent))

    def is_postdated(self, stem: Stem) -> bool:
        """Whether the name of a log lies more than a day behind its first commit."""
        return stem in self.postdated

    def added_below(self, stem: Stem, at: int) -> bool:
        """Whether a log first came with a descendant of a commit."""
        return any(self.descent.descends(later, at) for later in self._arrived.get(stem, ()))

    @cached_property
    def session_commits(self) -> Mapping[Stem, int]:
        """The position of the commit that first had each log, under the name that it has today."""
        first: dict[Stem, int] = {}
        for at in range(len(self.history.commits)):
            for change in self.descent.session_changes(at):
                if change.new:
                    first.setdefault(stem_of(change.path), at)
        return first

    @cached_property
    def _arrived(self) -> Mapping[Stem, Sequence[int]]:
        arrived: dict[Stem, list[int]] = {}
        for arrival in self.arrivals:
            arrived.setdefault(arrival.stem, []).append(arrival.at)
        return arrived

    @cached_property
    def postdated(self) -> frozenset[Stem]:
        """The logs whose name lies more than a day behind the commit that first had them."""
        first = ((arrival.stem, self.commit(arrival.at)) for arrival in self.sessions.arrivals)
        return frozenset(stem for stem, commit in first if commit.id and is_postdated(stem, commit))

    @cached_property
    def judge(self) -> Judge:
        """Who tells drift from evolution."""
        return Judge(self.history, self.changes, self.descent)

    @cached_property
    def _last_worded(self) -> dict[FactId, int]:
        worded: dict[FactId, int] = {}
        for change in self.changes:
            if change.after and all(fact.text != change.after.text for fact in change.befores):
                worded[change.after.id] = change.at
        return worded

    def written(self, fact: FactId) -> CommitId | None:
        """Return the commit that last changed the text of a fact; None if the checked state does."""
        at = self._last_worded.get(fact)
        return None if at is None else self.commit_of(at)

    def brought(self, fact: FactId) -> int | None:
        """Return the position of the commit that first had an id."""
        return self._brought.get(fact)

    @cached_property
    def logged(self) -> set[int]:
        """The positions of the commits since the memory began that belong to a session."""
        return self.belonging(lambda path: True)

    def belonging(self, wanted: Callable[[str], bool]) -> set[int]:
        """Return the positions of the commits that belong to a log whose path is wanted.

        A commit belongs to the log that its trailer names or that it adds, or, failing that, to the next
        one that is added on its line of descent. What came before the memory belongs to none.
        """
        return self.descent.belonging(wanted, self.first_commit or 0)

    def logs_of(self, at: int) -> list[str]:
        """Return the paths of the logs to which a commit belongs; several where its line parts before them."""
        return self.descent.logs_of(at) if at >= (self.first_commit or 0) else []

    def commits_of(self, log: str) -> list[int]:
        """Return the positions of the commits that belong to a log, newest first."""
        return self.descent.commits_of(log, self.first_commit or 0)

    @cached_property
    def last_live(self) -> dict[FactId, NodeKind]:
        """What each fact last was when it was live."""
        live = (c.after for c in self.changes if c.after and c.after.store is Store.LIVE)
        return {fact.id: fact.kind for fact in live}

    @cached_property
    def claims(self) -> tuple[Claimed, ...]:
        """What trailers say, each with what the named facts said in the commit and in its parents."""
        told = tuple(claims(self.history.commits))
        parents = self.descent.parents
        asked = {(at, claim.target) for claim in told for at in (claim.at, *parents[claim.at])}
        found = facts_in(self.history, parents, asked)
        former = self.last_live.get
        claimed = (
            Claimed(c, former(c.target), found[c.at, c.target], tuple(found[p, c.target] for p in parents[c.at]))
            for c in told
        )
        return tuple(c for c in claimed if c.claim.is_shaped or c.facts or any(c.before))

    @cached_property
    def _brought(self) -> dict[FactId, int]:
        brought: dict[FactId, int] = {}
        for change in self.changes:
            if change.before is None and change.after:
                brought.setdefault(change.after.id, change.at)
        return brought

    def came_with(self, fact: FactId, session: Stem) -> bool:
        """Whether the commit that brought an id also added or edited this session."""
        at = self._brought.get(fact)
        return at is not None and f"sessions/{session}.md" in self._written(at)

    def _written(self, at: int) -> Set[str]:
        """Return the last folder and the name of each file that a commit added or edited."""
        if at not in self._ends:
            changes = (change for changes in self.commit(at).changes for change in changes)
            self._ends[at] = {_end(change.path) for change in changes if change.new}
        return self._ends[at]

    def unexplained(self, *judgements: Judgement) -> Iterator[Judged]:
        """Yield each distinct change of a decision that was judged so, at the first commit that made it."""
        seen: dict[tuple[FactId, str, str], list[tuple[int, bool]]] = {}
        for judged in self.judge.judged:
            at, told = judged.change.at, judged.judgement in judgements
            earlier = seen.setdefault((judged.id, judged.old, judged.new), [])
            # The same change may have been picked from another line, where it was recorded.
            again = any(reported or not self.descent.descends(at, before) for before, reported in earlier)
            earlier.append((at, told))
            if told and not again:
                yield judged

    @cached_property
    def demotions(self) -> tuple[FactChange, ...]:
        """Each change by which an invariant lost its rank, or went to the archive, unexplained."""
        changes = list(self.changes)
        ranks = [(c, *_ranks(c)) for c in changes if c.after and c.befores]
        steps = [Step(c.after.id if c.after else "", c.at, old, new, old and not new) for c, old, new in ranks]
        back = taken_back(steps, self.descent.descends)
        left = (c for number, (c, _, _) in enumerate(ranks) if number not in back)
        return _distinct(c for c in left if _demotes(c) and not self._excused(c))

    def beyond(self, base: CommitId) -> frozenset[int]:
        """Return the positions of all commits that are neither a commit nor its ancestors."""
        known = self.up_to(base)
        return frozenset(at for at, commit in enumerate(self.history.commits) if commit.id not in known)

    @property
    def mutations(self) -> Iterator[Mutation]:
        """Yield each change of what a fact says of its birth that was not taken back."""
        return mutations(self.changes, self.descent.descends, lambda stem: Stem(stem) in self.session_commits)

    def _excused(self, change: FactChange) -> bool:
        after = change.after
        explained, _ = self.judge.explained(change.at, after.id) if after else (None, None)
        return after is None or after.superseded or explained is Judgement.EVOLUTION


def _end(path: str) -> str:
    """Return the last folder of a path and its name; only the name where no other folder is around that one."""
    return "/".join(path.rsplit("/", 2)[1:])


def _demotes(change: FactChange) -> bool:
    after = change.after
    if after is None or not change.befores or not all(map(_is_lasting, change.befores)):
        return False
    return not _is_lasting(after)


def _ranks(change: FactChange) -> tuple[bool, bool]:
    """Return whether a fact was an invariant on every side, and whether it is one now."""
    return all(map(_is_lasting, change.befores)), change.after is not None and _is_lasting(change.after)


def _is_lasting(fact: PastFact) -> bool:
    core_vision = fact.kind is NodeKind.VISION and fact.tier is Tier.CORE
    return fact.store is Store.LIVE and (fact.kind is NodeKind.INVARIANT or core_vision)


def _distinct(changes: Iterable[FactChange]) -> tuple[FactChange, ...]:
    """Return each change once, at the first commit that made it."""
    seen: dict[tuple[FactId, str | None, str], FactChange] = {}
    for change in changes:
        if change.after:
            before = change.before.text if change.before else None
            seen.setdefault((change.after.id, before, change.after.text), change)
    return tuple(seen.values())
