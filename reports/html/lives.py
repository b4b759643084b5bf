"""The timelines as rows: a line an event, with the words that changed."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from reports.account import counted
from reports.html.tables import Row
from reports.text.findings import place, short_commit
from reports.timeline.phrases import phrase
from verify.model.dossier import Dossier
from verify.model.event import Event, EventKind, Rewording, Side, Wording, Words
from verify.model.history import Judgement
from verify.model.network import NetworkStatus
from verify.model.report import Severity
from verify.model.timeline import Standing, Timeline

_CONTEXT = 12
_CUT = "..."
_TONES = {
    Judgement.DRIFT: "error",
    Judgement.REVERSAL: "error",
    Judgement.MENTIONED: "warning",
    Judgement.EVOLUTION: "good",
}


def life_rows(dossier: Dossier, at: Mapping[str, int]) -> list[Row]:
    """Return a row for each timeline."""
    nodes = dossier.network.nodes if dossier.network else ()
    keys = {(node.memory, node.id): node.key for node in reversed(nodes)}
    lost = dossier.lives.lost
    return [
        _row(life, lost.get(number), at.get(keys.get((life.memory, life.id), ""), -1))
        for number, life in enumerate(dossier.lives.timelines)
    ]


def _row(life: Timeline, lost: Severity | None, node: int) -> Row:
    by = f" by {', '.join(life.successors)}" if life.successors else ""
    used = f"referenced by {counted(life.uses, 'session')}, last by {life.last_used}" if life.last_used else ""
    return {
        "id": life.id,
        "kind": life.kind.value,
        "standing": f"{_standing(life)}{by}",
        "place": place(life.place) if life.place else "",
        "used": used or "referenced by no session",
        "judged": _badges(life, lost),
        "node": node,
        "events": _told(life, lost),
    }


def _standing(life: Timeline) -> str:
    """Say where it stands, in the words of the graph."""
    return NetworkStatus.LOST.value if life.standing is Standing.GONE else life.standing.value


def _badges(life: Timeline, lost: Severity | None) -> list[list[Any]]:
    """Return how often what happened that somebody should have explained."""
    judged = Counter(e.detail.judgement for e in life.events if isinstance(e.detail, Rewording))
    changes = [[kind.value, judged[kind], _TONES.get(kind, "")] for kind in Judgement if judged[kind]]
    return [[EventKind.LOST.value, 1, lost.label], *changes] if lost else changes


def _told(life: Timeline, lost: Severity | None) -> list[list[Any]]:
    last = max((at for at, one in enumerate(life.events) if one.kind is EventKind.LOST), default=-1)
    return [_event(one, lost.label if lost and at == last else "") for at, one in enumerate(life.events)]


def _event(event: Event, tone: str) -> list[Any]:
    when = event.day or "uncommitted"
    commit = short_commit(event.commit) if event.commit else ""
    return [when, commit, event.kind.value, tone or _tone(event), phrase(event), list(_words(event))]


def _tone(event: Event) -> str:
    judgement = event.detail.judgement if isinstance(event.detail, Rewording) else None
    return _TONES.get(judgement, "") if judgement else ""


def _words(event: Event) -> Iterator[list[str]]:
    """Yield the words to show, each run with the side that it is on."""
    if isinstance(event.detail, Wording):
        yield [Side.BOTH.value, " ".join(event.detail.text.split())]
    elif isinstance(event.detail, Rewording) and len(event.detail.words) > 1:
        yield from _shortened(event.detail.words)


def _shortened(words: Sequence[Words]) -> Iterator[list[str]]:
    for number, run in enumerate(words):
        first, last = number == 0, number == len(words) - 1
        whole = run.side is not Side.BOTH
        yield [run.side.value, run.text if whole else _cut(run.text, 0 if first else _CONTEXT, 0 if last else _CONTEXT)]


def _cut(text: str, start: int, end: int) -> str:
    words = text.split()
    first, last = start or (0 if end else 2 * _CONTEXT), end or (0 if start else 2 * _CONTEXT)
    if len(words) <= first + last + 1:
        return text
    return " ".join([*words[:first], _CUT, *(words[-last:] if last else ())])
