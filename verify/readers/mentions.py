"""The ids that a Memory References section names, with the verb before each and where it stands."""

import re
from collections.abc import Iterator

from msgspec import Struct

from verify.model.session import Mention, Supersession
from verify.readers.inline import scan
from verify.readers.sections import Section
from verify.readers.units import LABEL, Unit, label_alone, units

_TOKEN = re.compile(r"(?<![\w-])[\w-]+(?!\.\w)(?![\w-])")
_ITEM = re.compile(r"[\s*_'\"‘“]*(?:\[\[)?([\w-]+)(?!\.\w)(?:\]\])?[*_'\"’”]*")
_BEHIND = re.compile(r"\s*(?:$|[,;+(（:：.→—–]|->|-(?=\s))")
_ARROW = re.compile(r"\s*(?:\([^()]{0,400}\)\s*)?(?:→|->)[\s*_]*(?:\[\[)?([\w-]+)(?!\.\w)")
_EXPLAINS = re.compile(r"\s*(?:[(（][^()（）]{0,400}[)）]\s*)?(?:[—–:：.]|-(?=\s))")
_SIGN = re.compile(r"[,;+(\[（)\]）]")
_OPENING, _CLOSING = "([（", ")]）"


class Named(Struct, frozen=True):
    """What one section names."""

    mentions: tuple[Mention, ...]
    supersessions: tuple[Supersession, ...]


def read_section(section: Section) -> Named:
    """Read one section; wrapped lines are joined, fenced code does not count."""
    mentions: list[Mention] = []
    pairs: list[Supersession] = []
    for unit, inherited in _labelled(units(section)):
        reader = _UnitReader(unit, inherited)
        mentions += reader.mentions()
        pairs += reader.supersessions()
    return Named(tuple(mentions), tuple(pairs))


def _labelled(units: Iterator[Unit]) -> Iterator[tuple[Unit, str]]:
    """Yield each unit with the label that stands alone above its list, empty without one."""
    label, depth = "", -1
    for unit in units:
        alone = label_alone(unit.text)
        inherits = unit.bullet and (unit.indent > depth)
        if alone and _is_label(unit.text, alone):
            label, depth = _verb(alone), unit.indent if unit.bullet else -1
        elif not inherits:
            label = ""
        yield unit, label if inherits and not alone else ""


def _is_label(text: str, match: re.Match[str]) -> bool:
    """Tell a verb from an id in code that a colon follows."""
    return not text[: match.end(1)].lstrip(" *_").startswith("`")


def _verb(match: re.Match[str]) -> str:
    return " ".join((match.group(1) + (match.group(2) or "")).casefold().split())


class _UnitReader:
    """Finds what one unit names."""

    def __init__(self, unit: Unit, inherited: str) -> None:
        raw = unit.text
        self._unit = unit
        self._text = scan(raw).visible
        label = LABEL.match(raw)
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
        for match in _TOKEN.finditer(self._text):
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
        """Yield what stands where an id is expected: behind the label and each separator.

        A bullet without a label is a list of ids only up to its first explanation: behind
        ``id: prose, more + prose`` nothing is meant as an id.
        """
        if not self._listing:
            return
        for start in self._parts():
            match = _ITEM.match(self._text, start)
            if match and _BEHIND.match(self._text, match.end()):
                yield match
                if not self._verb and _EXPLAINS.match(self._text, match.end()):
                    return

    def _parts(self) -> Iterator[int]:
        """Yield where the text begins, and what stands behind each separator outside parentheses."""
        yield self._start
        depth = 0
        for match in _SIGN.finditer(self._text, self._start):
            sign = match.group()
            depth = max(depth + (sign in _OPENING) - (sign in _CLOSING), 0)
            if depth == 0 and sign in ",;+":
                yield match.end()
