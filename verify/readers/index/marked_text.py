"""The parser for memory files: links, names in double brackets and inline code, each with its place."""

import re
from collections.abc import Iterator
from enum import Enum
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline, backtick, link
from markdown_it.token import Token
from msgspec import Struct

from verify.readers.inline import scan
from verify.readers.outline import NESTING_CAP, NestedTooDeeplyError

_WIKI = re.compile(r"\[\[(?!:)([^\[\]|#\n]{1,200})(?:#[^\[\]|\n]{0,200})?(?:\|[^\[\]\n]{0,300})?\]\]")
_BAR = re.compile(r"(?<!\\)\|")
_WIKI_TOKEN = "wiki"


class SpotKind(Enum):
    """What stands at a place of a text."""

    LINK = "link_open"
    WIKI = _WIKI_TOKEN
    CODE = "code_inline"


class Spot(Struct, frozen=True):
    """Something at ``start`` of a text, up to ``end``; ``value`` is the target, the name, or the code."""

    kind: SpotKind
    value: str
    start: int
    end: int


def _link(state: StateInline, silent: bool) -> bool:
    start, known = state.pos, len(state.tokens)
    found = link(state, silent)
    if found and not silent:
        opened = next(token for token in state.tokens[known:] if token.type == SpotKind.LINK.value)
        opened.meta["place"] = (start, state.pos)
    return found


def _code(state: StateInline, silent: bool) -> bool:
    start, known = state.pos, len(state.tokens)
    found = backtick(state, silent)
    if found and not silent and len(state.tokens) > known and state.tokens[-1].type == SpotKind.CODE.value:
        state.tokens[-1].meta["place"] = (start, state.pos)
    return found


def _wiki(state: StateInline, silent: bool) -> bool:
    match = _WIKI.match(state.src, state.pos, state.posMax)
    if match is None:
        return False
    if not silent:
        token = state.push(_WIKI_TOKEN, "", 0)
        token.content = match.group(1).strip()
        token.meta["place"] = match.span()
    state.pos = match.end()
    return True


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"maxNesting": NESTING_CAP}).enable("table")
    parser.inline.ruler.at("link", _link)
    parser.inline.ruler.at("backticks", _code)
    parser.inline.ruler.after("link", _WIKI_TOKEN, _wiki)
    # Targets are judged as they are written, not as a page would show them.
    parser.normalizeLink = str  # type: ignore[method-assign,assignment]
    parser.validateLink = bool  # type: ignore[method-assign,assignment]
    return parser


def tokens(lines: list[str]) -> Iterator[Token]:
    """Yield the block tokens of a file; those of kind ``inline`` have children. Raises NestedTooDeeplyError."""
    for token in _parser().parse("\n".join(lines)):
        if token.level >= NESTING_CAP - 1:
            raise NestedTooDeeplyError
        yield token


def spots(token: Token) -> Iterator[Spot]:
    """Yield what stands in an inline text."""
    for child in token.children or ():
        place = child.meta.get("place")
        if place:
            value = str(child.attrs.get("href", "")) if child.type == SpotKind.LINK.value else child.content
            yield Spot(SpotKind(child.type), value, *place)


def shown(token: Token) -> str:
    """Return what a reader sees of an inline text."""
    parts = (" " if child.type in {"softbreak", "hardbreak"} else child.content for child in token.children or ())
    return "".join(part for part in parts if not part.startswith("<!--"))


def hidden_wiki_links(line: str) -> Iterator[str]:
    """Yield the names in a table row where the bar of one is taken for the end of a cell, so that cells are lost."""
    matches = list(_WIKI.finditer(scan(line).visible)) if "[[" in line else []
    if any(_BAR.search(match.group()) for match in matches):
        yield from (match.group(1).rstrip("\\").strip() for match in matches)
