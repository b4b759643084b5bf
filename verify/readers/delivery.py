"""One item of Delivered: whether it answers, and which commits and paths it names."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate

from msgspec import Struct

from verify.model.intention import Claim, Claimed, Delivery
from verify.readers.inline import Inline, scan
from verify.readers.path_mentions import as_path

_NONE = re.compile(r"[\s*_`]*none[*_`]*\s*(?=$|[-:：(（—–,;.])", re.IGNORECASE)
_SAYS = re.compile(r"[^\W_]")
_HEX = r"(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40}"
_COMMIT = re.compile(_HEX)
# A word in a URL, a digest, a colour or a link that leads elsewhere names no commit of this repository.
_BARE_COMMIT = re.compile(rf"(?<![\w/@:#=.+~-]){_HEX}(?![\w-])(?!\.\w)(?!\]\()")
_FILE = re.compile(r"(?:[^/]+/)*[^/.][^/]*\.[A-Za-z][A-Za-z0-9]{0,9}")
_TEMPLATE = re.compile(r"YYYY|NNN|XXX|MM-DD|=|\.\.\.")
_TICKS = 12
"""Signs behind a code span that are looked at."""
_HOST = re.compile(r"[^./]+\.[^/]*/")


class Written(Struct):
    """An item as it is written: the numbers before it, and its lines."""

    numbers: tuple[int, ...]
    lines: list[tuple[int, str]]


def read_delivery(item: Written) -> Delivery:
    """Read one item; what stands in the reason of a ``none`` is not delivered."""
    text = "\n".join(line for _, line in item.lines)
    none = _NONE.match(text)
    claims = () if none else tuple(_claims(item, text))
    says = _SAYS.search(text, none.end() if none else 0) is not None
    return Delivery(item.numbers, item.lines[0][0], says, claims)


def _claims(item: Written, text: str) -> Iterator[Claim]:
    inline = scan(text)
    starts = list(accumulate((len(line) + 1 for _, line in item.lines), initial=0))
    seen: set[str] = set()
    for kind, name, start in sorted([*_in_code(inline, text), *_bare(inline)], key=lambda found: found[2]):
        if name not in seen:
            seen.add(name)
            yield Claim(kind, name, item.lines[bisect_right(starts, start) - 1][0])


def _in_code(inline: Inline, text: str) -> Iterator[tuple[Claimed, str, int]]:
    for start, span in inline.spans:
        word = span.strip()
        if _COMMIT.fullmatch(word):
            end = text.find(span, start) + len(span)
            if not text[end : end + _TICKS].lstrip("`").startswith("]("):
                yield Claimed.COMMIT, word, start
        elif path := _claimed_path(word):
            yield Claimed.PATH, path, start


def _bare(inline: Inline) -> Iterator[tuple[Claimed, str, int]]:
    in_code = {start for start, _ in inline.spans}
    for match in _BARE_COMMIT.finditer(inline.visible):
        if match.start() - 1 not in in_code:
            yield Claimed.COMMIT, match.group(), match.start()


def _claimed_path(span: str) -> str | None:
    """Return the file that a code span names; what could be a branch, route, host, setting or pattern is none."""
    path = as_path(span)
    if path is None or not _FILE.fullmatch(path) or path.startswith("@"):
        return None
    return None if _TEMPLATE.search(path) or _HOST.match(path) else path
