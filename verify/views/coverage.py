"""How much of the work reaches the vision, over all memories that were checked."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime
from itertools import pairwise

from verify.graph import MemoryGraph, Past
from verify.graph.stems import stem_of
from verify.model.coverage import Commits, Coverage, Gaps, LateRecord, Share, UnrecordedSpan
from verify.model.facts import Fact, NodeKind
from verify.model.location import CommitId, Day, FactId
from verify.secrets import printable

GAP_WINDOW = 10
"""Sessions after which an open blueprint that none of them references counts as idle."""
_BLIND_DAYS = 7
_DECIDING = {NodeKind.DECISION, NodeKind.INVARIANT}


def coverage(graphs: Sequence[MemoryGraph]) -> Coverage:
    """Count; commits are those of all memories together, and only where each has its history."""
    pasts = [graph.past for graph in graphs if graph.past]
    known = len(pasts) == len(graphs)
    return Coverage(
        decisions=_share([graph.intent.reach.fact(fact.id) for graph in graphs for fact in _decisions(graph)]),
        sessions=_share([graph.intent.reach.session(s.stem) for graph in graphs for s in graph.sessions]),
        gaps=_gaps(graphs),
        commits=_commits(graphs) if known else None,
        unrecorded_spans=tuple(_spans(graphs)) if known else None,
        late_records=tuple(late for graph in graphs for late in _late(graph)) if known else None,
    )


def _share(reaching: Sequence[bool]) -> Share:
    return Share(len(reaching), sum(reaching))


def _decisions(graph: MemoryGraph) -> Iterator[Fact]:
    return (fact for fact in graph.live if fact.kind in _DECIDING and not fact.superseded)


def _gaps(graphs: Sequence[MemoryGraph]) -> Gaps:
    gaps = [(graph, thread.fact) for graph in graphs for thread in graph.open_blueprints]
    idle = (name is None or _is_idle(graph, name) for graph, name in gaps)
    return Gaps(len(gaps), sum(idle), GAP_WINDOW)


def _is_idle(graph: MemoryGraph, name: str) -> bool:
    fact = graph.intent.facts[name]
    since = graph.usage.sessions_since(fact.id)
    if since is None:
        since = graph.sessions_after(fact.created) if fact.created else len(graph.sessions)
    return since >= GAP_WINDOW


def _commits(graphs: Sequence[MemoryGraph]) -> Commits:
    logged: set[CommitId] = set()
    reaching: set[CommitId] = set()
    closed: set[CommitId] = set()
    total: set[CommitId] = set()
    for graph in graphs:
        past = graph.history
        total |= {commit.id for commit in past.history.commits if commit.id}
        logged |= _named(past, past.logged)
        reaching |= _named(past, _reaching(graph))
        closed |= _named(past, (c.claim.at for c in past.claims if c.claim.key == "serves" and c.closed_before))
    return Commits(len(total), len(logged), len(reaching), len(closed))


def _named(past: Past, positions: Iterable[int]) -> set[CommitId]:
    return {commit for at in positions if (commit := past.commit_of(at))}


def _reaching(graph: MemoryGraph) -> set[int]:
    """Return the positions of the commits that reach a vision, by a trailer or by their session."""
    reach, past = graph.intent.reach, graph.history
    claiming = {claimed.claim.at for claimed in past.claims if reach.fact(claimed.claim.target)}
    return claiming | past.belonging(lambda path: reach.session(stem_of(path)))


def _spans(graphs: Sequence[MemoryGraph]) -> Iterator[UnrecordedSpan]:
    """Yield the spans of more than a week between sessions in which there are commits."""
    days = sorted({date.fromisoformat(session.day) for graph in graphs for session in graph.sessions})
    authored = sorted({(c.id, c.authored) for graph in graphs for c in graph.history.history.commits if c.id})
    commits = sorted(day for _, seconds in authored if (day := _day(seconds)))
    for start, end in pairwise([None, *days, None]):
        first = bisect_right(commits, start) if start else 0
        inside = (bisect_left(commits, end) if end else len(commits)) - first
        long = start is None or end is None or (end - start).days > _BLIND_DAYS
        if inside > 0 and long:
            yield UnrecordedSpan(_text(start), _text(end), inside)


def _late(graph: MemoryGraph) -> Iterator[LateRecord]:
    named: dict[str, Day] = {}
    for session in graph.sessions:
        for mention in session.mentions:
            named.setdefault(mention.token, session.day)
    for fact in graph.live:
        at = graph.history.brought(fact.id)
        seconds = graph.history.authored(at) if at is not None else None
        day = _day(seconds) if seconds is not None else None
        first = min((d for d in (_text(day), named.get(fact.id)) if d), default=None)
        if fact.created and first and (date.fromisoformat(first) - date.fromisoformat(fact.created)).days > 1:
            yield LateRecord(printable(graph.memory.path), FactId(printable(fact.id)), fact.created, first)


def _day(seconds: int) -> date | None:
    try:
        return datetime.fromtimestamp(seconds, UTC).date()
    except (OverflowError, ValueError, OSError):
        return None


def _text(day: date | None) -> Day | None:
    return Day(day.isoformat()) if day else None
