"""Named questions about the history of a TSVC workspace."""

from collections.abc import Callable, Iterator, Mapping, Set
from functools import cached_property

from msgspec import Struct, field

from verify.graph.descent import Descent
from verify.graph.losses import Loss, losses
from verify.model.history import Change, Commit
from verify.model.instant import Instant
from verify.model.location import BlobId, CommitId
from verify.model.topic_history import TopicHistory
from verify.model.topics import Decision, ExchangeKey, Timestamp

_REDACTED = "(REDACTED)"
LostTopic = Loss[str]
_Decisions = Mapping[str, Decision]


class LostExchanges(Struct):
    """What one commit took from one topic, and no file holds now; the commit is None for the checked state.

    ``path`` is a file that it was taken from, the conversation before any archive.
    """

    topic: str
    path: str
    commit: CommitId | None
    keys: list[ExchangeKey] = field(default_factory=list)


class Rewriting(Struct, frozen=True):
    """A decision that a commit changed or dropped, what it was before, and the names of what changed in it."""

    before: Decision
    decision: Decision
    commit: CommitId | None
    path: str
    changed: tuple[str, ...]


class TopicPast:
    """Answers from the commits of one workspace."""

    def __init__(self, history: TopicHistory) -> None:
        self._history = history
        self._descent = Descent(history.commits, "")

    @property
    def history(self) -> TopicHistory:
        """Every commit, and what each version of a file holds."""
        return self._history

    @cached_property
    def topics(self) -> frozenset[str]:
        """Every topic that some version of the index listed."""
        return frozenset(name for names in self._history.topics.values() for name in names)

    @cached_property
    def decisions(self) -> frozenset[str]:
        """Every decision that some version of a state held."""
        return frozenset(decision.id for held in self._history.decisions.values() for decision in held)

    def up_to(self, commit: CommitId) -> frozenset[CommitId]:
        """Return a commit and all its ancestors."""
        return self._descent.up_to(commit)

    def lost_topics(self, present: Set[str]) -> Iterator[LostTopic]:
        """Yield each topic that the index listed and does not list now."""
        return losses(self._history.commits, self._history.topics, self.topics - present, self._descent)

    def lost_exchanges(self, present: Set[ExchangeKey], topic_of: Callable[[str], str]) -> Iterator[LostExchanges]:
        """Yield by topic and commit what stands nowhere now, unless it was redacted."""
        redacted = {(key.role, key.instant) for key in present if _REDACTED in key.text}
        ever = frozenset(key for keys in self._history.exchanges.values() for key in keys)
        wanted = frozenset(key for key in ever - present if (key.role, key.instant) not in redacted)
        found: dict[tuple[str, CommitId | None], LostExchanges] = {}
        for loss in losses(self._history.commits, self._history.exchanges, wanted, self._descent):
            topic = topic_of(loss.path)
            group = found.setdefault((topic, loss.commit), LostExchanges(topic, loss.path, loss.commit))
            group.keys.append(loss.id)
            group.path = max(group.path, loss.path)
        yield from found.values()

    def rewritings(self, present: Set[str]) -> Iterator[Rewriting]:
        """Yield each change of a decision that was taken, commit by commit, then those that vanished."""
        for commit in self._history.commits:
            for path in _own_paths(commit):
                yield from self._rewritten(commit, path)
        yield from self._vanished(present)

    def _rewritten(self, commit: Commit, path: str) -> Iterator[Rewriting]:
        sides = [change for changes in commit.changes for change in changes if change.path == path]
        after = self._in(sides[0].new)
        befores = [self._in(change.old) for change in sides]
        for name, decision in after.items():
            held = [before[name] for before in befores if name in before]
            told = [rewritten_fields(before, decision) for before in held]
            if told and all(told):
                yield Rewriting(held[0], decision, commit.id, path, told[0])

    def _vanished(self, present: Set[str]) -> Iterator[Rewriting]:
        ids = {blob: frozenset(d.id for d in decisions) for blob, decisions in self._history.decisions.items()}
        for loss in losses(self._history.commits, ids, self.decisions - present, self._descent):
            change = self._change(loss)
            if change and change.new in self._history.decisions:
                decision = self._in(change.old)[loss.id]
                yield Rewriting(decision, decision, loss.commit, loss.path, ())

    def _change(self, loss: Loss[str]) -> Change | None:
        changes = (change for changes in self._by_id[loss.commit].changes for change in changes)
        return next((c for c in changes if c.path == loss.path and loss.id in self._in(c.old)), None)

    @cached_property
    def _by_id(self) -> Mapping[CommitId | None, Commit]:
        return {commit.id: commit for commit in self._history.commits}

    def _in(self, blob: BlobId | None) -> _Decisions:
        decisions = self._history.decisions.get(blob, ()) if blob else ()
        return {decision.id: decision for decision in decisions}


def _own_paths(commit: Commit) -> list[str]:
    """Return the paths that differ from every parent: what a merge took from one is not its own."""
    sides = [{change.path for change in changes if change.new} for changes in commit.changes]
    return sorted(set.intersection(*sides)) if sides else []


def rewritten_fields(before: Decision, after: Decision) -> tuple[str, ...]:
    """Return the names of what differs though it never may once it is set."""
    lasting = (
        ("text", before.text, after.text),
        ("timestamp", _time(before.timestamp), _time(after.timestamp)),
        ("depends_on", before.depends_on, after.depends_on),
    )
    once = (
        ("superseded_by", before.superseded_by, after.superseded_by),
        ("superseded_at", _time(before.superseded_at), _time(after.superseded_at)),
    )
    changed = [name for name, old, new in lasting if old != new]
    return tuple(changed + [name for name, old, new in once if old is not None and old != new])


def _time(time: Timestamp | None) -> Instant | str | None:
    return (time.instant or time.text) if time else None
