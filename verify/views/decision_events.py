"""Events of a decision of a topic, each with the commit that shows it."""

from collections.abc import Iterator, Mapping, Sequence

from verify.graph.topics.biography import Step, decision_steps, dependent_steps
from verify.graph.topics.past import rewritten_fields
from verify.model.event import Departure, Event, EventKind, Move, Reliance, Rewording, Succession, Wording
from verify.model.history import Judgement
from verify.model.location import FactId
from verify.model.topic_history import TopicHistory
from verify.model.topics import Decision, Timestamp
from verify.secrets import redact
from verify.views.events import rewording
from verify.views.topic_events import Told, events_of

_Held = Mapping[str, Decision]


def decision_events(history: TopicHistory, name: str) -> Iterator[Event]:
    """Yield what happened to a decision, in the order of the commits."""
    found: dict[int, list[Told]] = {}
    positions = {commit.id: at for at, commit in enumerate(history.commits)}
    known = False
    for step in decision_steps(history, name):
        found.setdefault(positions[step.commit.id], []).extend(_turn(step, known))
        known = True
    for reliance in dependent_steps(history, name):
        after, before = reliance.after, {one for held in reliance.before for ids in held.values() for one in ids}
        fresh = sorted((one, path) for path, ids in after.items() for one in ids - before)
        told = [(EventKind.RELIED_ON, path, Reliance(FactId(one))) for one, path in fresh]
        found.setdefault(positions[reliance.commit.id], []).extend(told)
    for at in sorted(found):
        yield from events_of(history.commits[at], found[at])


def _turn(step: Step[_Held], known: bool) -> Iterator[Told]:
    held = [places for places in step.before if places]
    if not step.after:
        yield EventKind.LOST, min(held[0]), Departure(None, ())
        return
    path = min(step.after)
    now = step.after[path]
    if not held:
        yield EventKind.RETURNED if known else EventKind.CREATED, path, Wording(redact(now.text or ""))
    pairs = [(_main(places), now) for places in held]
    told = [fields for old, _ in pairs if (fields := rewritten_fields(old, now))]
    if pairs and len(told) == len(pairs):
        yield EventKind.CHANGED, path, rewritten(pairs[0][0], now, told[0])
    if held and all(places.keys() != step.after.keys() for places in held):
        yield EventKind.MOVED, path, Move(tuple(sorted(held[0])), tuple(sorted(step.after)))
    yield from _succession(held, now, path)


def _succession(held: Sequence[_Held], now: Decision, path: str) -> Iterator[Told]:
    before = [_main(places).superseded_by for places in held]
    if now.superseded_by and now.superseded_by not in before:
        yield EventKind.SUPERSEDED, path, Succession((FactId(now.superseded_by),), in_footer=True)
    elif held and now.superseded_by is None and all(before):
        yield EventKind.REACTIVATED, path, None


def _main(places: _Held) -> Decision:
    return places[min(places)]


def rewritten(old: Decision, new: Decision, fields: tuple[str, ...]) -> Rewording:
    """Compare two versions of a decision that never may differ."""
    return rewording(_said(old, fields), _said(new, fields), Judgement.REWRITTEN, None, late=False, fields=fields)


def _said(decision: Decision, fields: Sequence[str]) -> str:
    """Return the text of a decision, and behind it what else was changed."""
    values = ((name, getattr(decision, name)) for name in fields if name != "text")
    told = ((name, value.text if isinstance(value, Timestamp) else value or "none") for name, value in values)
    return " | ".join([decision.text or "", *(f"{name}: {value}" for name, value in told)])
