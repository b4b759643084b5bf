"""What the history checks must find, told slowly from the definitions, on the data of the plan."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta

from tests.history_model import CONVENTIONS, DECISIONS, INVARIANTS, Entry, Log, Moment

Verdict = tuple[str, str, int, str]
"""Check, subject, number of the commit, severity."""
_USES = {"Referenced", "Created", "Reactivated"}
_Change = tuple[Moment, str, list[Entry], Entry]
_Step = tuple[Moment, str, int, str | None, str | None]


class Reference:
    """Looks at every commit again for every question."""

    def __init__(self, moments: Sequence[Moment]) -> None:
        self.moments = moments
        self.last = moments[-1]

    def verdicts(self) -> set[Verdict]:
        found = (self._texts, self._demoted, self._mutated, self._reused, self._lost, self._rewritten)
        return {verdict for find in found for verdict in find()}

    def _parents(self, moment: Moment) -> list[Moment]:
        return [self.moments[number] for number in moment.parents]

    def _ancestors(self, moment: Moment) -> list[Moment]:
        parents = self._parents(moment)
        numbers = {m.number for parent in parents for m in (parent, *self._ancestors(parent))}
        return [self.moments[number] for number in sorted(numbers)]

    def _descendants(self, moment: Moment) -> list[Moment]:
        return [other for other in self.moments if moment in self._ancestors(other)]

    def _before(self, moment: Moment, name: str) -> list[Entry]:
        return [parent.facts[name] for parent in self._parents(moment) if name in parent.facts]

    def _changes(self, same: Callable[[Entry, Entry], bool]) -> Iterator[_Change]:
        """Yield each fact of each commit that no parent has like that, but one has."""
        for moment in self.moments:
            for name, now in moment.facts.items():
                before = self._before(moment, name)
                if before and not any(same(old, now) for old in before):
                    yield moment, name, before, now

    def _kind(self, moment: Moment, name: str) -> str:
        """Return what a fact is in a commit; archived, what it was when it was live for the last time."""
        line = [m.facts[name] for m in (*self._ancestors(moment), moment) if name in m.facts]
        return _kind([entry for entry in line if not entry.archived][-1])

    def _told(self, moment: Moment, name: str) -> str:
        logs = [log for m in (moment, *self._next_logging(moment)) for log in self._written(m)]
        verbs = {verb for log in logs for verb, named in log.mentions if named == name}
        if verbs - _USES or any(name in log.prose for log in logs):
            return "evolution"
        return "mentioned" if verbs else "drift"

    def _next_logging(self, moment: Moment) -> Iterator[Moment]:
        for child in self.moments:
            if moment.number in child.parents:
                if any(all(stem not in p.logs for p in self._parents(child)) for stem in child.logs):
                    yield child
                else:
                    yield from self._next_logging(child)

    def _written(self, moment: Moment) -> list[Log]:
        parents = self._parents(moment)
        return [log for stem, log in moment.logs.items() if all(p.logs.get(stem) != log for p in parents)]

    def _late(self, moment: Moment, name: str) -> bool:
        came = {stem for m in self._descendants(moment) for stem in m.logs} - moment.logs.keys()
        own = {stem for m in self.moments if m not in self._descendants(moment) for stem in m.logs}
        logs = [log for stem, log in self.last.logs.items() if stem in came - own]
        return any((verb, name) in log.mentions for log in logs for verb in ("Updated", "Confirmed"))

    def _texts(self) -> Iterator[Verdict]:
        """Decision-drift and unrecorded-reversal; a change that arrives again from a branch is not another."""
        seen: list[tuple[Moment, object, str]] = []
        for moment, name, before, now in self._changes(lambda old, now: old.text == now.text):
            holder = next(parent for parent in self._parents(moment) if name in parent.facts)
            kind = self._kind(holder, name)
            if kind == "Facts" or any(_restated(old, now) for old in before):
                continue
            check, severity = self._judged(moment, name, kind)
            change = (name, before[0].text, now.text)
            above = self._ancestors(moment)
            again = (other not in above or told == check for other, made, told in seen if made == change)
            if check and not any(again):
                yield check, name, moment.number, severity
            seen.append((moment, change, check))

    def _judged(self, moment: Moment, name: str, kind: str) -> tuple[str, str]:
        """Return which check finds a change of text, none for evolution, and how grave it is."""
        now = moment.facts[name]
        told = "evolution" if now.tier == "superseded" else self._told(moment, name)
        lasting, late = kind == INVARIANTS, self._late(moment, name)
        if told == "evolution" or (told == "mentioned" and not lasting and not self._returns(moment, name)):
            return "", ""
        if self._returns(moment, name):
            return "unrecorded-reversal", "note" if late else "error"
        return "decision-drift", "note" if late or told == "mentioned" else "error" if lasting else "warning"

    def _returns(self, moment: Moment, name: str) -> bool:
        """Whether a decision said the same in an earlier commit."""
        had = [m for m in self._ancestors(moment) if name in m.facts and self._kind(m, name) != "Facts"]
        return any(_says(m.facts[name]) == _says(moment.facts[name]) for m in had)

    def _demoted(self) -> Iterator[Verdict]:
        found = [
            (moment, (name, before[0].text, now.text))
            for moment, name, before, now in self._changes(lambda old, now: _ranks(old) == _ranks(now))
            if not _ranks(now)
            and now.tier != "superseded"
            and self._told(moment, name) != "evolution"
            and not (all(map(_ranks, before)) and self._ranks_again(moment, name))
        ]
        return _firsts("demoted-invariant", "error", found)

    def _ranks_again(self, moment: Moment, name: str) -> bool:
        """Whether a commit behind this one made a fact an invariant that was none on every side."""
        later = {m.number for m in self._descendants(moment)}
        changes = self._changes(lambda old, now: old == now)
        made = ((m, old, now) for m, changed, old, now in changes if changed == name and m.number in later)
        return any(_ranks(now) and not all(map(_ranks, old)) for _, old, now in made)

    def _mutated(self) -> Iterator[Verdict]:
        steps = [
            (moment, name, field, _birth(before[0])[field], _birth(now)[field])
            for moment, name, before, now in self._changes(lambda old, now: old == now)
            for field in (0, 1)
            if all(_birth(old)[field] != _birth(now)[field] for old in before)
        ]
        ever = {stem for moment in self.moments for stem in moment.logs}
        counted = {n for n, (_, _, field, old, _) in enumerate(steps) if old and (field == 0 or old in ever)}
        back = {number for pair in self._put_back(steps) if pair[0] in counted for number in pair}
        wrong: dict[tuple[int, str], list[tuple[str | None, str | None]]] = {}
        for number, (moment, name, _, old, new) in enumerate(steps):
            if number in counted - back:
                wrong.setdefault((moment.number, name), []).append((old, new))
        found = [(self.moments[number], (name, *told)) for (number, name), told in wrong.items()]
        return _firsts("mutated-identity", "warning", found)

    def _put_back(self, steps: Sequence[_Step]) -> Iterator[tuple[int, int]]:
        for one, (moment, name, field, old, _) in enumerate(steps):
            later = [
                two
                for two, (other, named, told, _, new) in enumerate(steps)
                if (named, told, new) == (name, field, old) and moment in self._ancestors(other)
            ]
            if later:
                yield one, later[0]

    def _reused(self) -> Iterator[Verdict]:
        reactivated = {name for log in self.last.logs.values() for verb, name in log.mentions if verb == "Reactivated"}
        found = []
        for moment in self.moments:
            for name in moment.facts.keys() - reactivated:
                now, ended = moment.facts[name], self._ended(moment, name)
                if ended and all(_says(old) != _says(now) for old in ended):
                    found.append((moment, (name, ended[0].text, now.text)))
        return _firsts("id-reuse", "error", found)

    def _ended(self, moment: Moment, name: str) -> list[Entry]:
        """Return what an id last stood for on each line, if it had ended when this commit brought it back."""
        now, before = moment.facts[name], self._before(moment, name)
        if not before:
            return list(self._left(self._ancestors(moment), name))
        over = all(old.archived and old.tier == "superseded" for old in before)
        return before if over and not now.archived and now.tier != "superseded" else []

    def _left(self, line: Sequence[Moment], name: str) -> Iterator[Entry]:
        for moment in line:
            later = [m for m in line if moment in self._ancestors(m)]
            for parent in self._parents(moment):
                if name in parent.facts and not any(name in m.facts for m in (moment, *later)):
                    yield parent.facts[name]

    def _lost(self) -> Iterator[Verdict]:
        removed = {name for log in self.last.logs.values() for verb, name in log.mentions if verb == "Removed"}
        for name in {name for moment in self.moments for name in moment.facts} - self.last.facts.keys() - removed:
            lost = (m for m in self.moments if self._loses(m, name))
            final = next(m for m in lost if not any(name in later.facts for later in self._descendants(m)))
            yield "lost-fact", name, final.number, "error"

    def _loses(self, moment: Moment, name: str) -> bool:
        had = [p for p in self._parents(moment) if any(name in m.facts for m in (p, *self._ancestors(p)))]
        return name not in moment.facts and bool(had) and all(name in parent.facts for parent in had)

    def _rewritten(self) -> Iterator[Verdict]:
        found = []
        for moment in self.moments:
            parents = self._parents(moment)
            stems = sorted({stem for parent in parents for stem in parent.logs})
            for stem in stems:
                before, now = [parent.logs.get(stem) for parent in parents], moment.logs.get(stem)
                closed = now is None or stem != stems[-1]
                if now not in before and closed and self._clock(moment) - _time(stem) > timedelta(hours=12):
                    found.append((moment, (stem, next(filter(None, before)), now)))
        return _firsts("rewritten-session", "error", found)

    def _clock(self, moment: Moment) -> datetime:
        if moment.branch:
            return moment.date
        return max([*(parent.date for parent in self._parents(moment)), *map(_time, moment.logs)])


def _firsts(check: str, severity: str, found: Iterable[tuple[Moment, tuple[object, ...]]]) -> Iterator[Verdict]:
    """Yield each distinct change once, at the first commit that made it."""
    seen: list[object] = []
    for moment, change in found:
        if change not in seen:
            seen.append(change)
            yield check, str(change[0]), moment.number, severity


def _kind(entry: Entry) -> str:
    if entry.tier == "core" or entry.section == INVARIANTS:
        return INVARIANTS
    return entry.section if entry.section in {DECISIONS, CONVENTIONS} else "Facts"


def _ranks(entry: Entry) -> bool:
    return not entry.archived and _kind(entry) == INVARIANTS


def _says(entry: Entry) -> tuple[str, bool]:
    return entry.text.word, entry.text.remark


def _restated(old: Entry, now: Entry) -> bool:
    contained = old.text.word == now.text.word and (now.text.remark or not old.text.remark)
    return _says(old) == _says(now) or (contained and not old.archived and now.archived)


def _birth(entry: Entry) -> tuple[str | None, str | None]:
    return entry.created, entry.origin and entry.origin.removeprefix("sessions/").removesuffix(".md")


def _time(stem: str) -> datetime:
    return datetime.strptime(stem, "%Y-%m-%d-%H%M%S").replace(tzinfo=UTC)
