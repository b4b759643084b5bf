"""Whether an entry fits what the ledger says so far; what is admitted is nothing that a check would report."""

from collections.abc import Sequence
from itertools import chain

from verify.errors import RefusedError, UsageError
from verify.ledger.fold import fold
from verify.model.entry import ENDING, Entry, EntryType, Fold, RefusalKind
from verify.nearest import unknown
from verify.secrets import WAIVER, credentials, personal_data, suspect_lines


def admit(entries: Sequence[Entry], new: Entry) -> None:
    """Raise UsageError or RefusedError if an entry may not follow these."""
    was = fold([*entries, new])
    if was.first[new.id] != len(entries):
        raise UsageError(f"the id {new.id} is taken; give another one")
    if new.type is EntryType.DECISION:
        _admit_decision(entries, new, was)
    elif new.type in ENDING or new.type is EntryType.CORRECTION:
        _admit_reference(entries, new, was)


def admit_text(line: bytes) -> None:
    """Raise RefusedError if a line holds what belongs in no memory; no entry can be taken back."""
    for _, text in suspect_lines(line.decode()):
        exposed = next(chain(credentials(text), personal_data(text)), None)
        if exposed and WAIVER not in text:
            hint = f"say it without, or with {WAIVER} if it is none"
            raise RefusedError(f"the entry would hold a value of kind {exposed.kind.value} for good; {hint}")


def _admit_decision(entries: Sequence[Entry], new: Entry, was: Fold) -> None:
    if not new.reasoned:
        raise UsageError("a decision needs a reason: --because")
    for name in new.depends_on:
        _hold(name, was, len(entries))
        root = _ended_ground(name, entries, was)
        if root is not None:
            by = entries[was.ended[root]].id
            raise RefusedError(f"it would rest on {entries[root].id}, which {by} ended; name what stands")
    silent = next((active for at, active in was.silent if at == len(entries)), None)
    if silent is not None:
        other = entries[silent].id
        hint = f"`verify log reverse {other} --supersede --because WHY` first"
        raise RefusedError(f"on {new.topic}, {other} says something else and stands; {hint}")


def _ended_ground(name: str, entries: Sequence[Entry], was: Fold) -> int | None:
    """Return the first ended entry that something leads to over what it depends on."""
    queue, seen = [was.first[name]], set()
    while queue:
        at = queue.pop(0)
        if at in was.ended:
            return at
        if at not in seen:
            seen.add(at)
            queue += [was.first[ground] for ground in entries[at].depends_on if ground in was.first]
    return None


def _admit_reference(entries: Sequence[Entry], new: Entry, was: Fold) -> None:
    refusal = next((one for one in was.refused if one.at == len(entries)), None)
    _hold(new.ref or "", was, len(entries))
    target = was.first[new.ref or ""]
    ended = was.ended.get(target, len(entries))
    if ended != len(entries):
        raise RefusedError(f"{new.ref} ended already: {entries[ended].id} ended it")
    if entries[target].type is not EntryType.DECISION:
        kind = entries[target].type.value
        raise RefusedError(f"{new.ref} is a {kind}, and only a DECISION can be ended or corrected")
    if not new.reasoned or (refusal and refusal.kind is RefusalKind.REASON):
        raise UsageError("it needs a reason: --because")


def _hold(name: str, was: Fold, before: int) -> None:
    if was.first.get(name, before) >= before:
        known = [one for one, at in was.first.items() if at < before]
        raise UsageError(unknown("entry", name[:200], known))
