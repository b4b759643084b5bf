"""The ids that a Memory References section names, with the verb before each and where it stands."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from verify.model.session import Mention, Supersession
from verify.readers.inline import scan
from verify.readers.sections import Section

_BULLET = re.compile(r"([ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]+(.*)")
_FENCE = re.compile(r"[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(`{3,}|~{3,})")
_LABEL = re.compile(r"[\s*_]*([^\W\d_]+(?:[ /+&,'’-]+[^\W\d_]+){0,5})(\s*\([^()]{0,120}\))?[*_]*\s*[:：][*_]*\s*")
_KEBAB = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)+")
_TOKEN = re.compile(r"(?<![\w-])[\w-]+(?!\.\w)(?![\w-])")
_ITEM = re.compile(r"[\s*_'\"‘“]*(?:\[\[)?([\w-]+)(?!\.\w)(?:\]\])?[*_'\"’”]*")
_BEHIND = re.compile(r"\s*(?:$|[,;+(（:：.→—–]|->|-(?=\s))")
_ARROW = re.compile(r"\s*(?:\([^()]{0,400}\)\s*)?(?:→|->)[\s*_]*([\w-]+)(?!\.\w)")
_EXPLAINS = re.compile(r"\s*(?:[(（][^()（）]{0,400}[)）]\s*)?(?:[—–:：.]|-(?=\s))")
_SIGN = re.compile(r"[,;+(\[（)\]）]")
_OPENING, _CLOSING = "([（", ")]）"


@dataclass(frozen=True, slots=True)
class Named:
    """What one section names."""

    mentions: tuple[Mention, ...]
    supersessions: tuple[Supersession, ...]


@dataclass(slots=True)
class _Unit:
    """One bullet or paragraph: its lines, each with its number and the column where its text begins."""

    bullet: bool
    indent: int
    lines: list[tuple[int, int, str]]

    @property
    def text(self) -> str:
        if len(self.lines) == 1:
            return self.lines[0][2]
        return "\n".join(text for _, _, text in self.lines)

    def place(self, offset: int, starts: list[int]) -> tuple[int, int]:
        at = bisect_right(starts, offset) - 1 if len(starts) > 1 else 0
        number, column, _ = self.lines[at]
        return number, column + offset - starts[at] + 1


def read_section(section: Section) -> Named:
    """Read one section; wrapped lines are joined, fenced code does not count."""
    mentions: list[Mention] = []
    pairs: list[Supersession] = []
    for unit, inherited in _labelled(_units(section)):
        reader = _UnitReader(unit, inherited)
        mentions += reader.mentions()
        pairs += reader.supersessions()
    return Named(tuple(mentions), tuple(pairs))


def _units(section: Section) -> Iterator[_Unit]:
    unit: _Unit | None = None
    for number, line in _outside_fences(section):
        bullet = _BULLET.match(line)
        label = _may_be_label(line) and _LABEL.fullmatch(line)
        if unit and (bullet or label or not line.strip() or line.lstrip().startswith("#")):
            yield unit
            unit = None
        if bullet:
            unit = _Unit(True, len(bullet.group(1)), [(number, bullet.start(2), bullet.group(2))])
        elif line.strip():
            text = line.lstrip()
            unit = unit or _Unit(False, len(line) - len(text), [])
            unit.lines.append((number, len(line) - len(text), text))
    if unit:
        yield unit


def _outside_fences(section: Section) -> Iterator[tuple[int, str]]:
    fence = ""
    for number, line in enumerate(section.lines, section.first):
        mark = _FENCE.match(line) if "```" in line or "~~~" in line else None
        if fence:
            run = line.strip()
            if run and set(run) == {fence[0]} and len(run) >= len(fence):
                fence = ""
        elif mark and not (mark.group(1)[0] == "`" and "`" in line[mark.end() :]):
            fence = mark.group(1)
        else:
            yield number, line


def _may_be_label(text: str) -> bool:
    return text.rstrip(" \t\n\r*_")[-1:] in {":", "："} or not text.isascii()


def _labelled(units: Iterator[_Unit]) -> Iterator[tuple[_Unit, str]]:
    """Yield each unit with the label that stands alone above its list, empty without one."""
    label, depth = "", -1
    for unit in units:
        alone = _LABEL.fullmatch(unit.text) if _may_be_label(unit.text) else None
        inherits = unit.bullet and (unit.indent > depth)
        if alone and _is_label(unit.text, alone):
            label, depth = _verb(alone), unit.indent if unit.bullet else -1
        elif not inherits:
            label = ""
        yield unit, label if inherits and not alone else ""


def _is_label(text: str, match: re.Match[str]) -> bool:
    """Tell a verb such as ``re-verified:`` from an id that a colon follows."""
    word = match.group(1)
    is_code = text[: match.end(1)].lstrip(" *_").startswith("`")
    return not is_code and not (_KEBAB.fullmatch(word) and not word.endswith("ed") and "**" not in match.group())


def _verb(match: re.Match[str]) -> str:
    return " ".join((match.group(1) + (match.group(2) or "")).casefold().split())


class _UnitReader:
    """Finds what one unit names."""

    def __init__(self, unit: _Unit, inherited: str) -> None:
        raw = unit.text
        self._unit = unit
        self._text = scan(raw).visible
        label = _LABEL.match(raw)
        own = label is not None and _is_label(raw, label)
        self._start = label.end() if label and own else 0
        self._verb = _verb(label) if label and own else inherited
        self._listing = unit.bullet or own
        self._items = list(self._find_items())
        self._starts = [0]
        for _, _, text in unit.lines[:-1]:
            self._starts.append(self._starts[-1] + len(text) + 1)

    def mentions(self) -> Iterator[Mention]:
        listed = {match.start(1) for match in self._items}
        replaced = {match.start(1) for match, _ in self._replaced()}
        seen: set[str] = set()
        for match in _TOKEN.finditer(self._text, self._start):
            token, start = match.group(), match.start()
            named = start in listed
            if not named and ("-" not in token.strip("-") or token in seen):
                continue
            if start not in replaced:
                seen.add(token)
            line, column = self._unit.place(start, self._starts)
            yield Mention(token, self._verb, line, column, named, start in replaced)

    def supersessions(self) -> Iterator[Supersession]:
        for match, arrow in self._replaced():
            line, _ = self._unit.place(match.start(1), self._starts)
            yield Supersession(match.group(1), arrow.group(1) if arrow else None, line)

    def _replaced(self) -> Iterator[tuple[re.Match[str], re.Match[str] | None]]:
        if self._verb == "superseded":
            for match in self._items:
                yield match, _ARROW.match(self._text, match.end())

    def _find_items(self) -> Iterator[re.Match[str]]:
        """Yield what stands where an id is expected: behind the label and each separator of a list of ids.

        Behind an explanation (``id — prose, more prose``) only a semicolon goes on with the list.
        """
        if not self._listing:
            return
        explained = False
        for start, separator in self._parts():
            explained = explained and separator != ";"
            match = None if explained else _ITEM.match(self._text, start)
            behind = _BEHIND.match(self._text, match.end()) if match else None
            if match and behind:
                yield match
                explained = _EXPLAINS.match(self._text, match.end()) is not None

    def _parts(self) -> Iterator[tuple[int, str]]:
        """Yield where each part begins, and the separator outside parentheses before it."""
        yield self._start, ""
        depth = 0
        for match in _SIGN.finditer(self._text, self._start):
            sign = match.group()
            depth = max(depth + (sign in _OPENING) - (sign in _CLOSING), 0)
            if depth == 0 and sign in ",;+":
                yield match.end(), sign
