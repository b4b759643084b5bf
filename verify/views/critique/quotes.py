"""Claims that an id or a line says something in these words."""

import re
from collections.abc import Iterator, Sequence

from verify.graph import MemoryGraph
from verify.graph.wording import contains_wording
from verify.model.critique import Claim, Ruled
from verify.model.facts import NodeKind
from verify.model.snapshot import Source
from verify.secrets import REDACTED
from verify.views.critique import rulings
from verify.views.snapshot.quoting import Texts

_PLACE = re.compile(r"(.{1,300}?):(\d{1,9})")
_GAP = re.compile(rf"\.\.\.|…|\[…\]|{re.escape(REDACTED)}")
_WINDOW = 120
"""Lines behind the one that is named in which a text may go on."""


def quote(graph: MemoryGraph, claim: Claim) -> Ruled:
    """Rule on what a text is said to say; marks, case and punctuation do not count, and what is left out may be."""
    parts = [part for part in _GAP.split(claim.said) if any(map(str.isalnum, part))]
    if not parts:
        return rulings.unchecked(claim, "it quotes no word")
    place = _PLACE.fullmatch(claim.subject)
    if place and not graph.is_id(claim.subject):
        return _at_line(graph, claim, place[1], int(place[2]), parts)
    return _of_fact(graph, claim, parts)


def _of_fact(graph: MemoryGraph, claim: Claim, parts: Sequence[str]) -> Ruled:
    texts, evidence = Texts(graph), rulings.places(graph, claim.subject)
    facts = graph.by_id.get(claim.subject, ())
    if not facts:
        return (
            rulings.unchecked(claim, f"{claim.subject} is no fact", *evidence)
            if evidence
            else rulings.absent(graph, claim)
        )
    if any(_contains(texts.fact(fact), parts) for fact in facts):
        return rulings.holds(claim, f"it stands in the text of {claim.subject}", *evidence)
    once = next(_once(graph, claim.subject, parts), None)
    if once:
        return rulings.contradicted(claim, f"{claim.subject} said so once, and does not now", *evidence, once)
    return rulings.contradicted(claim, f"it stands nowhere in the text of {claim.subject}", *evidence)


def _once(graph: MemoryGraph, name: str, parts: Sequence[str]) -> Iterator[Source]:
    for change in reversed(graph.past.changes if graph.past else ()):
        if change.after and change.after.id == name and _contains(change.after.text, parts):
            commit = graph.history.commit_of(change.at)
            if commit:
                yield Source(commit=commit)


def _at_line(graph: MemoryGraph, claim: Claim, path: str, number: int, parts: Sequence[str]) -> Ruled:
    lines = _lines(graph, path)
    if not lines:
        return rulings.unchecked(claim, f"{path} is no file of the memory")
    if number > len(lines) or number < 1:
        return rulings.contradicted(claim, f"{path} has {len(lines)} lines", Source(path, len(lines)))
    if _contains("\n".join(lines[number - 1 : number - 1 + _WINDOW]), parts):
        return rulings.holds(claim, "it stands there", Source(path, number))
    if _contains("\n".join(lines), parts):
        return rulings.unchecked(claim, f"it stands in {path}, but not behind line {number}", Source(path, number))
    return rulings.contradicted(claim, f"it stands nowhere in {path}", Source(path, number))


def _lines(graph: MemoryGraph, path: str) -> list[str]:
    lines: list[str] = []
    while (line := graph.line(path, len(lines) + 1)) is not None:
        lines.append(line)
    return lines


def _contains(text: str, parts: Sequence[str]) -> bool:
    return all(contains_wording(NodeKind.FACT, part, text) for part in parts)
