"""Where a memory file may be cut, so that each part can be read alone, and what may span such a place."""

import re
from collections.abc import Iterable, Iterator
from itertools import chain

_FENCES = ("```", "~~~")
_SPANNING = re.compile(r"<(?:[?]|![A-Za-z\[]|/?(?i:pre|script|style|textarea)\b)")
_TAG = re.compile(r"^ {0,3}</?[A-Za-z]", re.MULTILINE)
_TAG_BEHIND_ITEM = re.compile(r"^ ?</?[A-Za-z]", re.MULTILINE)
# The end of any line before an item, or with a blank line behind it before what is no comment. A line of nothing
# but the signs of items is a rule.
_BEGIN = re.compile(r"\n(?:(?=[-*+] [-*+_ \t]*+[^-*+_ \t\n])|[^\S\n]*+(?=\n[^ \t\n])(?!\n<!--))")
_COMMENT_CAP = 2000
_OPEN = re.compile(rf"^([ \t]*).*?<!--(?![^\n]{{0,{_COMMENT_CAP}}}-->)", re.MULTILINE)
_ITEM = "\n- "
_ITEM_TEXT = re.compile(r"[-*+_ \t]*+[^-*+_ \t\n]")


def parts_of(text: str) -> Iterable[str]:
    """Cut a text before list items; like the text, each part begins with a line feed."""
    first, *items = text.split(_ITEM)
    if not all(map(_ITEM_TEXT.match, items)):
        return (f"\n{part}" for part in smallest_parts(text))
    return chain((first or "\n",), map(_ITEM.__add__, items))


def smallest_parts(text: str) -> Iterator[str]:
    """Yield the smallest parts behind a line feed; nothing that stands in one can go on in the next."""
    start = 1
    for match in _BEGIN.finditer(text):
        begin = match.end() + (text[match.end()] == "\n")
        if begin > start:
            yield text[start : begin - 1]
            start = begin
    yield text[start:]


def may_span(part: str) -> bool:
    """Whether something but a comment may go on behind a part, or belong to what is before it: code, or HTML."""
    if any(fence in part for fence in _FENCES):
        return True
    if part.count("<") == part.count("<!--"):
        return False
    return _SPANNING.search(part) is not None or (_TAG.search(part) is not None and _is_torn(part))


def _is_torn(part: str) -> bool:
    """Whether HTML that ends at a blank line may go on behind a part, or has a comment for what is before it."""
    if "<!--" in part and _TAG.match(part):
        return True
    last = part.rpartition("\n\n")[2]
    tag = _TAG_BEHIND_ITEM if _is_one_item(part) else _TAG
    return not last.endswith("\n") and tag.search(last) is not None


def may_leave_open(text: str) -> bool:
    """Whether a comment may go on behind a part: one that is not closed, unless a list item ends it."""
    if not _leaves_open(text):
        return False
    one_item = _is_one_item(text)
    return any(not one_item or len(match.group(1).expandtabs(4)) < 2 for match in _OPEN.finditer(text))


def _leaves_open(text: str) -> bool:
    """Whether a comment may not end on its line, or only far behind."""
    comments = (part.partition("\n")[0] for part in text.split("<!--")[1:])
    return any("-->" not in comment[: _COMMENT_CAP + len("-->")] for comment in comments)


def _is_one_item(text: str) -> bool:
    first, *others = text.split("\n")
    # A line of nothing but such signs is a rule, not an item.
    begins = first[:1] in {"-", "*", "+"} and first[1:2] == " " and first.strip("-*+_ \t") != ""
    return begins and all(line[:1] in {"", " ", "\t"} for line in others)
