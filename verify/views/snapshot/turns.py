"""Which commits are recent, and what a commit made of a fact."""

from collections.abc import Sequence

from verify.graph import FactChange, Past
from verify.model.event import EventKind
from verify.model.facts import Checkbox, Store
from verify.model.location import CommitId, FactId


def recent(past: Past, since: CommitId) -> tuple[int, ...]:
    """Return the positions of what is no ancestor of a commit, the checked state on top included."""
    before = past.up_to(since)
    return tuple(at for at, commit in enumerate(past.history.commits) if commit.id not in before)


def changed_ids(past: Past, positions: Sequence[int]) -> frozenset[FactId]:
    """Return the ids of which some of these commits changed text or standing."""
    wanted = frozenset(positions)
    return frozenset(name_of(change) for change in past.changes if change.at in wanted and turns(change))


def name_of(change: FactChange) -> FactId:
    """Return the id of the fact that changed."""
    fact = change.after or change.befores[0]
    return fact.id


def turns(change: FactChange) -> tuple[EventKind, ...]:
    """Return what a commit made of a fact; nothing where only its footer or its place differs."""
    before, after = change.before, change.after
    if after is None:
        return (EventKind.LOST,)
    if before is None:
        return (EventKind.CREATED,)
    found = []
    if all(fact.text != after.text for fact in change.befores):
        found.append(EventKind.CHANGED)
    if after.superseded and not any(fact.superseded for fact in change.befores):
        found.append(EventKind.SUPERSEDED)
    elif after.store is not before.store:
        found.append(EventKind.ARCHIVED if after.store is Store.ARCHIVE else EventKind.REACTIVATED)
    if after.checkbox is not before.checkbox:
        found.append(EventKind.DONE if after.checkbox is Checkbox.DONE else EventKind.REOPENED)
    return tuple(found)
