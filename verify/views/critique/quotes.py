"""Claims that an id or a line says something in these words."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from html import unescape

from verify.graph import MemoryGraph
from verify.graph.wording import words
from verify.model.critique import Claim, Ruled
from verify.model.facts import NodeKind
from verify.model.location import CommitId
from verify.model.snapshot import Source
from verify.secrets import REDACTED
from verify.views.critique import rulings
from verify.views.snapshot.quoting import Texts

_PLACE = re.compile(r"(.{1,300}?):(\d{1,9})")
_GAP = re.compile(rf"\.\.\.|…|\[…\]|{re.escape(REDACTED)}")
_LINK = re.compile(r"!?\[([^\[\]\n]{0,300})\](?:\([^()\n]{0,600}\)|\[[^\[\]\n]{0,300}\])")
_MOST_PARTS = 20
"""Parts of one quote; what leaves out more is none."""
_WINDOW = 120
"""Lines behind the one that is named in which a text may go on."""


def quote(graph: MemoryGraph, claim: Claim) -> Ruled:
    """Rule on what a text is said to say; marks, case and punctuation do not count, and what is left out may be."""
    parts = [part for part in _GAP.split(claim.said) if any(map(str.isalnum, part))]
    if not parts:
        return rulings.unchecked(claim, "it quotes no word")
    if len(parts) > _MOST_PARTS:
        return rulings.unchecked(claim, "it leaves out too much to be held against a text")
    place = _PLACE.fullmatch(claim.subject)
    if place and not graph.is_id(claim.subject):
        return _at_line(graph, claim, place[1], int(place[2]), parts)
    return _of_fact(graph, claim, parts)


def _of_fact(graph: MemoryGraph, claim: Claim, parts: Sequence[str]) -> Ruled:
    evidence = rulings.places(graph, claim.subject)
    if not graph.by_id.get(claim.subject):
        return (
            rulings.unchecked(claim, f"{claim.subject} is no fact", *evidence)
            if evidence
            else rulings.absent(graph, claim)
        )
    if any(_contains(said, parts) for said in _said_now(graph, claim.subject)):
        return rulings.holds(claim, f"it stands in the text of {claim.subject}", *evidence)
    once = next(_once(graph, claim.subject, parts), None)
    if once:
        return rulings.contradicted(claim, f"{claim.subject} said so once, and does not now", *evidence, once)
    return rulings.contradicted(claim, f"it stands nowhere in the text of {claim.subject}", *evidence)


def _once(graph: MemoryGraph, name: str, parts: Sequence[str]) -> Iterator[Source]:
    for said, commit in _said_once(graph, name):
        if _contains(said, parts):
            yield Source(commit=commit)


def _at_line(graph: MemoryGraph, claim: Claim, path: str, number: int, parts: Sequence[str]) -> Ruled:
    lines = _lines(graph, path)
    if not lines:
        return rulings.unchecked(claim, f"{path} is no file of the memory")
    if number > len(lines) or number < 1:
        return rulings.contradicted(claim, f"{path} has {len(lines)} lines", Source(path, len(lines)))
    if _contains(_behind(graph, path, number), parts):
        return rulings.holds(claim, "it stands there", Source(path, number))
    if _contains(_of_file(graph, path), parts):
        return rulings.unchecked(claim, f"it stands in {path}, but not behind line {number}", Source(path, number))
    return rulings.contradicted(claim, f"it stands nowhere in {path}", Source(path, number))


@lru_cache(maxsize=64)
def _lines(graph: MemoryGraph, path: str) -> Sequence[str]:
    lines: list[str] = []
    while (line := graph.line(path, len(lines) + 1)) is not None:
        lines.append(line)
    return lines


@lru_cache(maxsize=128)
def _behind(graph: MemoryGraph, path: str, number: int) -> tuple[str, str]:
    return _readings("\n".join(_lines(graph, path)[number - 1 : number - 1 + _WINDOW]))


@lru_cache(maxsize=64)
def _of_file(graph: MemoryGraph, path: str) -> tuple[str, str]:
    return _readings("\n".join(_lines(graph, path)))


@lru_cache(maxsize=1024)
def _said_now(graph: MemoryGraph, name: str) -> Sequence[tuple[str, str]]:
    texts = Texts(graph)
    return [_readings(texts.fact(fact)) for fact in graph.by_id.get(name, ())]


@lru_cache(maxsize=1024)
def _said_once(graph: MemoryGraph, name: str) -> Sequence[tuple[tuple[str, str], CommitId]]:
    """Return the texts that a fact has had, the latest first, each with its commit."""
    dated = ((text, graph.history.commit_of(at)) for at, text in reversed(_earlier_texts(graph).get(name, ())))
    return [(_readings(text), commit) for text, commit in dated if commit]


@lru_cache(maxsize=4)
def _earlier_texts(graph: MemoryGraph) -> Mapping[str, Sequence[tuple[int, str]]]:
    texts: dict[str, list[tuple[int, str]]] = {}
    for change in graph.past.changes if graph.past else ():
        if change.after:
            texts.setdefault(change.after.id, []).append((change.at, change.after.text))
    return texts


def _readings(text: str) -> tuple[str, str]:
    """Return the words of a text as it is written, and as a reader sees it, without the addresses of links."""
    return words(NodeKind.FACT, text), words(NodeKind.FACT, unescape(_LINK.sub(r"\1", text)))


def _contains(said: tuple[str, str], parts: Sequence[str]) -> bool:
    return all(
        any(one in other for one, other in zip(_readings(part), said, strict=True)) for part in dict.fromkeys(parts)
    )
