"""Changes of what a fact says of its birth."""

from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct

from verify.graph.fact_changes import FactChange
from verify.graph.taken_back import Step, taken_back
from verify.model.fields import day
from verify.model.history import PastFact


class Mutation(Struct, frozen=True):
    """A field of the footer that tells of the birth, and what it said before and after one commit."""

    change: FactChange
    field: str
    old: str
    new: str | None


def mutations(
    changes: Iterable[FactChange], descends: Callable[[int, int], bool], was_session: Callable[[str], bool]
) -> Iterator[Mutation]:
    """Yield each change of ``created`` or ``origin`` that was not taken back.

    An origin that names no session that ever was may be corrected, and added where there was none.
    """
    found: list[Mutation | None] = []
    steps: list[Step[str]] = []
    for change in changes:
        for field, old, new in _told(change):
            wrong = old is not None and not (field == "origin" and not was_session(session_named(old)))
            name = change.after.id if change.after else ""
            steps.append(Step(f"{name} {field}", change.at, _same(field, old), _same(field, new), wrong))
            found.append(Mutation(change, field, old, new) if wrong and old else None)
    back = taken_back(steps, descends)
    yield from (mutation for number, mutation in enumerate(found) if mutation and number not in back)


def _told(change: FactChange) -> Iterator[tuple[str, str | None, str | None]]:
    """Yield what no parent told so; a malformed day is compared with nothing."""
    after, befores = change.after, change.befores
    if after is None or not befores:
        return
    known = all(value is None or day(value) for value in (after.created, *(before.created for before in befores)))
    if known and all(before.created != after.created for before in befores):
        yield "created", befores[0].created, after.created
    if all(_origin(before) != _origin(after) for before in befores):
        yield "origin", befores[0].origin, after.origin


def _origin(fact: PastFact) -> str:
    return session_named(fact.origin or "")


def _same(field: str, value: str | None) -> str:
    return session_named(value or "") if field == "origin" else value or ""


def session_named(value: str) -> str:
    """Return the stem of the session that an origin names, in whatever spelling."""
    return value.strip("` ").rpartition("/")[2].removesuffix(".md")
