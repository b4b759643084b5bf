"""Small histories of a memory, drawn at random."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TypeVar

from hypothesis import strategies as st

from tests.history_model import ARCHIVE, CONVENTIONS, DECISIONS, INVARIANTS, Entry, Log, Moment, Text

_HOMES = {"shut-in-rain": INVARIANTS, "dome-drive": DECISIONS, "star-chart": CONVENTIONS}
_WORDS = ("motor", "crank", "rope")
_DAYS = (None, "2026-04-01", "2026-04-02")
_ORIGINS = (None, "2026-04-01-090000", "sessions/2026-04-01-090000.md", "2026-04-02-090000")
_VERBS = ("Referenced", "Created", "Reactivated", "Updated", "Updated", "Confirmed", "Closed", "Removed")
_TIERS = {True: ("archived", "superseded"), False: ("working", "active", "core", "superseded")}
_MOVES = ("archive", "go_home", "demote", "move")
_ACTIONS = ("reword", "reword", "embolden", *_MOVES, "rank", "date", "source", "remove")
_T = TypeVar("_T")


@st.composite
def histories(draw: st.DrawFn) -> list[Moment]:
    """Draw three to eight commits, one branch at a time beside the main one, and perhaps a work tree."""
    start = datetime(2026, 5, 1, 10, tzinfo=UTC)
    facts = {name: Entry(Text("motor"), home) for name, home in _HOMES.items()}
    moments = [Moment(0, "main", start, (), facts, {"2026-05-01-090000": Log("The first day.")})]
    tips = {"main": 0}
    for _ in range(draw(st.integers(2, 6))):
        side = next((branch for branch in tips if branch != "main"), None)
        turn = draw(st.sampled_from(["main", "main", "side", "merge"] if side else ["main", "main", "side"]))
        _go_on(draw, moments, tips, turn, side or f"side{len(moments)}")
    if len(tips) > 1:
        _go_on(draw, moments, tips, "merge", max(tips))
    if draw(st.booleans()):
        moments.append(_next(draw, moments, None, (tips["main"],)))
    return moments


def _go_on(draw: st.DrawFn, moments: list[Moment], tips: dict[str, int], turn: str, side: str) -> None:
    branch = side if turn == "side" else "main"
    first = tips.get(branch, tips["main"])
    parents = (first, tips.pop(side)) if turn == "merge" else (first,)
    tips[branch] = len(moments)
    moments.append(_next(draw, moments, branch, parents))


def _next(draw: st.DrawFn, moments: Sequence[Moment], branch: str | None, parents: tuple[int, ...]) -> Moment:
    facts, logs = _inherited(draw, moments, parents)
    for name in _HOMES:
        agreed = len({moments[parent].facts.get(name) for parent in parents}) == 1
        for _ in range(draw(st.integers(0, 2)) if agreed else 0):
            _edit(draw, facts, name)
    date = moments[-1].date + timedelta(hours=draw(st.sampled_from([4, 20])))
    if not _edit_logs(draw, logs, deletes=len(parents) == 1) and draw(st.booleans()):
        logs[(date - timedelta(hours=1)).strftime("%Y-%m-%d-%H%M%S")] = _log(draw, len(moments))
    return Moment(len(moments), branch, date, parents, facts, logs)


def _inherited(
    draw: st.DrawFn, moments: Sequence[Moment], parents: tuple[int, ...]
) -> tuple[dict[str, Entry], dict[str, Log]]:
    ours, theirs = moments[parents[0]], moments[parents[-1]]
    base = moments[max(_line(moments, parents[0]) & _line(moments, parents[-1]))]
    facts = {}
    for name in _HOMES:
        merged = _merged(base.facts.get(name), ours.facts.get(name), theirs.facts.get(name))
        facts[name] = draw(_resolutions(merged)) if len(merged) > 1 else merged[0]
    stems = sorted(ours.logs.keys() | theirs.logs.keys())
    logs = {stem: _merged(base.logs.get(stem), ours.logs.get(stem), theirs.logs.get(stem)) for stem in stems}
    kept = {stem: next((log for log in found if log), None) for stem, found in logs.items()}
    return {n: e for n, e in facts.items() if e}, {s: log for s, log in kept.items() if log}


def _line(moments: Sequence[Moment], number: int) -> set[int]:
    return {number}.union(*(_line(moments, parent) for parent in moments[number].parents))


def _merged(base: _T | None, ours: _T | None, theirs: _T | None) -> list[_T | None]:
    """Return what a merge makes of one thing: both, if both sides changed it."""
    if theirs in {base, ours}:
        return [ours]
    return [theirs] if ours == base else [ours, theirs]


def _resolutions(sides: list[Entry | None]) -> st.SearchStrategy[Entry | None]:
    mixed = [replace(one, text=other.text) for one in sides for other in sides if one and other]
    return st.sampled_from([*filter(None, sides), *mixed])


def _edit(draw: st.DrawFn, facts: dict[str, Entry], name: str) -> None:
    entry = facts.pop(name, None)
    action = draw(st.sampled_from(_ACTIONS))
    if entry is None and action in {"reword", "go_home"}:
        facts[name] = Entry(Text(draw(st.sampled_from(_WORDS))), _HOMES[name])
    elif entry and action != "remove":
        facts[name] = _edited(draw, entry, action, _HOMES[name])


def _edited(draw: st.DrawFn, entry: Entry, action: str, home: str) -> Entry:
    match action:
        case "reword":
            return replace(entry, text=replace(entry.text, word=draw(st.sampled_from(_WORDS))))
        case "embolden":
            return replace(entry, text=replace(entry.text, bold=not entry.text.bold))
        case "rank":
            return replace(entry, tier=draw(_tiers(entry.archived)))
        case "date":
            return replace(entry, created=draw(st.sampled_from(_DAYS)))
        case "source":
            return replace(entry, origin=draw(st.sampled_from(_ORIGINS)))
    return _moved(draw, entry, action, home)


def _moved(draw: st.DrawFn, entry: Entry, action: str, home: str) -> Entry:
    if action == "archive":
        noted = replace(entry.text, remark=draw(st.booleans()))
        return replace(entry, text=noted, section=ARCHIVE, file="archive/2026-Q2", tier=draw(_tiers(True)))
    if action == "go_home":
        return replace(entry, section=home, file="continuity", tier=draw(_tiers(False)))
    if entry.archived:
        return entry
    return replace(entry, section="Facts") if action == "demote" else replace(entry, file="choices", section=DECISIONS)


def _tiers(archived: bool) -> st.SearchStrategy[str]:
    return st.sampled_from(_TIERS[archived])


def _edit_logs(draw: st.DrawFn, logs: dict[str, Log], *, deletes: bool) -> bool:
    """Perhaps change or delete one log; tell whether one was deleted."""
    action = draw(st.sampled_from(["leave", "leave", "leave", "rewrite", "add", "delete" if deletes else "leave"]))
    if action == "leave" or not logs:
        return False
    stem = draw(st.sampled_from(sorted(logs)))
    body = logs[stem].body
    if action == "delete":
        return bool(logs.pop(stem))
    logs[stem] = replace(logs[stem], body=f"{body}\nAnd more." if action == "add" else f"Not so: {body}")
    return False


def _log(draw: st.DrawFn, number: int) -> Log:
    said = {name: draw(st.sampled_from([None, None, "prose", *_VERBS])) for name in _HOMES}
    mentions = tuple((verb, name) for name, verb in said.items() if verb and verb != "prose")
    return Log(f"The day of commit {number}.", mentions, tuple(n for n, verb in said.items() if verb == "prose"))
