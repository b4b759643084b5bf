"""The timelines of the decisions of all memories, those that nobody explained first."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from msgspec.structs import replace

from verify.graph import MemoryGraph
from verify.model.dossier import Lives
from verify.model.event import Event, Rewording, Wording
from verify.model.facts import NodeKind
from verify.model.history import Judgement
from verify.model.location import FactId
from verify.model.report import Evidence, Finding, Severity
from verify.model.timeline import Timeline
from verify.views.dossier.anonymous import anonymous
from verify.views.dossier.clearing import cleared
from verify.views.dossier.losses import unexplained
from verify.views.timeline import timeline
from verify.views.word_changes import word_changes

DECIDING = {NodeKind.VISION, NodeKind.BLUEPRINT, NodeKind.DECISION, NodeKind.CONVENTION, NodeKind.INVARIANT}
_STEPS = 1_000_000
"""Commits that are walked for all timelines together; each timeline walks all of them."""
_ORDER = (Judgement.DRIFT, Judgement.REVERSAL, Judgement.MENTIONED, Judgement.EVOLUTION, Judgement.RESTATED)


def lives(graphs: Sequence[MemoryGraph], findings: Sequence[Finding] = ()) -> Lives:
    """Return the timelines; what is left out for want of time are decisions that never changed, as far as possible."""
    known = [graph for graph in graphs if graph.past]
    if not known:
        return Lives(reason=next((graph.incomplete[Evidence.HISTORY] for graph in graphs), "there are no decisions"))
    told: list[Timeline] = []
    lost: dict[int, Severity] = {}
    untold = 0
    for graph in known:
        gone = unexplained(graph, findings)
        names = _decisions(graph, gone)
        room = max(_STEPS // len(known) // (len(graph.history.history.commits) + 1), 1)
        lost |= {number: gone[name] for number, name in enumerate(names[:room], len(told)) if name in gone}
        told += [_anonymous(timeline(graph, name)) for name in names[:room]]
        untold += len(names[room:])
    return Lives(tuple(told), untold, lost)


def _decisions(graph: MemoryGraph, lost: Iterable[FactId]) -> list[FactId]:
    """Return the ids of everything that is or was a decision: what is lost first, then the least explained change."""
    kinds = {fact.id: graph.intent.kind(fact) for fact in graph.intent.facts.values()}
    kinds = {**graph.history.last_live, **kinds}
    worst = dict.fromkeys(lost, -1)
    for judged in graph.history.judge.judged:
        worst[judged.id] = min(worst.get(judged.id, len(_ORDER)), _ORDER.index(judged.judgement))
    judged_ids = {judged.id for judged in graph.history.judge.judged}
    named = {*judged_ids, *(name for name, kind in kinds.items() if kind in DECIDING)}
    return sorted(named, key=lambda name: (worst.get(name, len(_ORDER)), name))


def _anonymous(life: Timeline) -> Timeline:
    return cleared(replace(life, events=tuple(_events(life))))


def _events(life: Timeline) -> Iterator[Event]:
    for event in life.events:
        detail = event.detail
        if isinstance(detail, Wording):
            yield replace(event, detail=Wording(_line(detail.text)))
        elif isinstance(detail, Rewording):
            yield replace(event, detail=_reworded(detail))
        else:
            yield event


def _reworded(detail: Rewording) -> Rewording:
    old, new = _line(detail.old), _line(detail.new)
    unchanged = (old, new) == (" ".join(detail.old.split()), " ".join(detail.new.split()))
    return replace(detail, old=old, new=new, words=detail.words if unchanged else word_changes(old, new))


@lru_cache(maxsize=1024)
def _line(text: str) -> str:
    return anonymous(" ".join(text.split()))
