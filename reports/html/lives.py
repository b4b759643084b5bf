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
from verify.model.timeline import Timeline

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
    return [_row(life, at.get(keys.get((life.memory, life.id), ""), -1)) for life in dossier.lives.timelines]


def _row(life: Timeline, node: int) -> Row:
    judged = Counter(e.detail.judgement for e in life.events if isinstance(e.detail, Rewording))
    by = f" by {', '.join(life.successors)}" if life.successors else ""
    used = f"referenced by {counted(life.uses, 'session')}, last by {life.last_used}" if life.last_used else ""
    return {
        "id": life.id,
        "kind": life.kind.value,
        "standing": f"{life.standing.value}{by}",
        "place": place(life.place) if life.place else "",
        "used": used or "referenced by no session",
        "judged": [[kind.value, judged[kind], _TONES.get(kind, "")] for kind in Judgement if judged[kind]],
        "node": node,
        "events": [_event(event) for event in life.events],
    }


def _event(event: Event) -> list[Any]:
    when = event.day or "uncommitted"
    commit = short_commit(event.commit) if event.commit else ""
    return [when, commit, event.kind.value, _tone(event), phrase(event), list(_words(event))]


def _tone(event: Event) -> str:
    if event.kind is EventKind.LOST:
        return "error"
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
