"""The plan of a synthetic memory: which session knows which facts, and what follows for each fact."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random

_START = datetime(2020, 1, 1, tzinfo=UTC)
_SPAN = timedelta(days=6 * 365)
_KINDS = ("decision", "convention", "stack", "thread", "guard")
_MATTERS = ("archive", "build", "cache", "event", "graph", "parser", "queue", "release", "schema", "token")
_SUPERSEDED_EVERY = 33
_LIVE_SHARE = 0.3
_RECENCY = 5


@dataclass(frozen=True, slots=True)
class InventedFact:
    """One fact: the position of the session that created it and of all that reference it."""

    id: str
    created: int
    used: tuple[int, ...]
    successor: int | None
    predecessor: int | None


@dataclass(frozen=True, slots=True)
class Invention:
    """A whole memory, before it is written. ``window`` is the decay window under which it is sound."""

    times: tuple[datetime, ...]
    facts: tuple[InventedFact, ...]
    mentions: tuple[tuple[int, ...], ...]
    live: frozenset[int]
    window: int


def invent(sessions: int, facts: int, chance: Random) -> Invention:
    """Invent a memory; the same chance gives the same memory."""
    step = max(_SPAN / sessions, timedelta(minutes=10))
    mentions = tuple(tuple(_mentions(position, sessions, facts, chance)) for position in range(sessions))
    used: list[list[int]] = [[] for _ in range(facts)]
    for position, numbers in enumerate(mentions):
        for number in numbers:
            used[number].append(position)
    known = tuple(_fact(number, facts, used[number], chance) for number in range(facts))
    live, window = _live(known, sessions)
    return Invention(tuple(_START + step * position for position in range(sessions)), known, mentions, live, window)


def _mentions(position: int, sessions: int, facts: int, chance: Random) -> Iterator[int]:
    """Yield the facts that a session creates, then up to six in all that it uses, mostly young ones."""
    before, known = _known(position - 1, sessions, facts), _known(position, sessions, facts)
    yield from range(before, known)
    wanted = chance.choice((5, 6)) - (known - before)
    drawn = {before - 1 - int(before * chance.random() ** _RECENCY) for _ in range(wanted)} if before else set()
    yield from sorted(number for number in drawn if _successor(number, facts) is None)


def _known(position: int, sessions: int, facts: int) -> int:
    return ((position + 1) * facts - 1) // sessions + 1 if position >= 0 else 0


def _successor(number: int, facts: int) -> int | None:
    replaced = number % _SUPERSEDED_EVERY == _SUPERSEDED_EVERY - 1
    return number + 1 if replaced and number + 1 < facts else None


def _fact(number: int, facts: int, used: list[int], chance: Random) -> InventedFact:
    replaces = number > 0 and _successor(number - 1, facts) is not None
    return InventedFact(
        id=f"{_KINDS[number % len(_KINDS)]}-{chance.choice(_MATTERS)}-{chance.choice(_MATTERS)}-{number:05d}",
        created=used[0],
        used=tuple(used),
        successor=_successor(number, facts),
        predecessor=number - 1 if replaces else None,
    )


def _live(facts: tuple[InventedFact, ...], sessions: int) -> tuple[frozenset[int], int]:
    """Return the facts used last, and how many sessions ago the least of them was used."""
    current = [number for number, fact in enumerate(facts) if fact.successor is None]
    current.sort(key=lambda number: -facts[number].used[-1])
    last = facts[current[max(int(len(facts) * _LIVE_SHARE) - 1, 0)]].used[-1]
    return frozenset(number for number in current if facts[number].used[-1] >= last), sessions - 1 - last
