"""The sentences of an answer, each with its line; what it quotes in blocks is not its own."""

import re
from collections.abc import Iterator

from msgspec import Struct

from verify.comments import replace_comments

_FENCE = re.compile(r"[ \t>]{0,40}(?:[-*+][ \t]+)?(`{3,}|~{3,})")
_ITEM = re.compile(r"[ \t]{0,40}(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?")
_MARKED = re.compile(r"[ \t*_]{0,40}claim[*_]{0,3}[ \t]?:[*_]{0,3}[ \t]{0,9}", re.IGNORECASE)
_SENTENCE = re.compile(
    r"""(?:`[^`\n]{0,300}`|"[^"\n]{0,2000}"|“[^“”\n]{0,2000}”|[^.!?`"“]|[.!?](?![\s]|$)|[`"“])+[.!?]?"""
)
_ANNOUNCES = re.compile(r"`[^`\s]{1,200}` (?:says|reads|states):[*_]{0,3}\s*$")
_PLAIN_MARKS = str.maketrans({"“": '"', "”": '"'})


class Sentence(Struct, frozen=True):
    """One sentence, list item or heading on one line; ``bound`` where it is marked as a claim."""

    line: int
    text: str
    bound: bool


def sentences(text: str) -> Iterator[Sentence]:
    """Yield the sentences of an answer in their order."""
    for start, unit in _units(replace_comments(text, _blank)):
        marked = _MARKED.match(unit)
        if marked:
            yield Sentence(start, " ".join(unit[marked.end() :].split()), bound=True)
        else:
            yield from _sentences(start, unit)


def _sentences(line: int, unit: str) -> Iterator[Sentence]:
    for found in _SENTENCE.finditer(unit):
        words = found[0].lstrip()
        begins = line + found[0].count("\n", 0, len(found[0]) - len(words))
        if words:
            yield Sentence(begins, " ".join(words.split()), bound=False)
        line += found[0].count("\n")


def _blank(comment: str) -> str:
    return "\n" * comment.count("\n")


def _units(text: str) -> Iterator[tuple[int, str]]:
    """Yield the paragraphs and list items outside code and quotes; in code only what is marked as a claim.

    A quote directly below words that announce it, as in ``ID says:``, goes with them.
    """
    unit: list[str] = []
    start, fence, quoting = 1, "", False
    for number, line in enumerate([*text.split("\n"), ""], 1):
        opened, bare, begins = _FENCE.match(line), _bare(line), _begins(line)
        quoted = not fence and line.lstrip().startswith(">")
        quoting = quoted and (quoting or bool(unit and _ANNOUNCES.search(unit[-1])))
        if unit and not quoting and (begins or opened or quoted or fence or not line.strip()):
            yield start, _joined(unit)
            unit = []
        if opened and not quoted:
            fence = _closed(fence, opened[1])
        elif line.strip() and (quoting or not quoted) and (not fence or _MARKED.match(bare)):
            start = start if unit else number
            unit.append(line.strip() if quoting else bare.lstrip("# "))


def _bare(line: str) -> str:
    """Return a line without the mark of a list item."""
    item = _ITEM.match(line)
    return line[item.end() :] if item else line


def _begins(line: str) -> bool:
    """Whether a line begins a list item, a heading, or what is marked as a claim."""
    return bool(_ITEM.match(line) or _MARKED.match(line)) or line.lstrip().startswith("#")


def _joined(unit: list[str]) -> str:
    """Return a unit as one text, with the quote at its end between quotation marks."""
    quote = [line for line in unit if line.startswith(">")]
    words = "\n".join(unit[: len(unit) - len(quote)])
    if not quote:
        return words
    told = " ".join(line.lstrip("> ") for line in quote).translate(_PLAIN_MARKS)
    return f"{words} “{told}”"


def _closed(fence: str, mark: str) -> str:
    """Return the fence that is open behind a line that may open or close one."""
    if not fence:
        return mark
    return "" if mark[0] == fence[0] and len(mark) >= len(fence) else fence
