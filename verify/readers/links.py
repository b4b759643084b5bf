"""``→ serves: id`` at the end of a thread: the word with an arrow before it, a colon behind it, or both.

``realizes`` and ``depends-on`` occur in prose as well, so that they need the arrow.
"""

import re
from collections.abc import Iterator

from verify.model.facts import Relation

_LINK = re.compile(
    r"(?:(?:→|->)[\s*_]{0,9}(serves|realizes|depends-on)\b[*_]{0,3}\s{0,9}:?"
    r"|(?<![\w-])[Ss]erves\b[*_]{0,3}\s{0,9}:)[\s*_]{0,9}(?:\[\[)?"
)
_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*(?![\w-]|\.\w)")
_REMARK = re.compile(r"(?:\]\]|[*_])*\s{0,9}\([^()]{0,400}\)")
_MORE = re.compile(r"(?:\]\]|[*_])*\s{0,9}[,;+&][\s*_]{0,9}(?:\[\[)?")
_END = re.compile(r"[ \t]{0,9}(?:$|[\n(,;+.—–:)→*_\]])")


def links_in(text: str) -> Iterator[tuple[Relation, str, int]]:
    """Yield each target with its relation and where it begins.

    The first word behind ``serves`` is a target; further ones only in a list, since a comma may
    also go on with prose.
    """
    # Most texts have none, and the pattern takes each of their letters for a beginning.
    for match in _LINK.finditer(text) if "→" in text or "->" in text or "erves" in text else ():
        target = _ID.match(text, match.end())
        relation = Relation(match.group(1) or Relation.SERVES.value)
        if target and _is_target(text, target):
            yield relation, target.group(), target.start()
            yield from ((relation, *more) for more in _further(text, target.end()))


def _is_target(text: str, target: re.Match[str]) -> bool:
    return "-" in target.group() or _END.match(text, target.end()) is not None


def _further(text: str, position: int) -> Iterator[tuple[str, int]]:
    while True:
        remark = _REMARK.match(text, position)
        more = _MORE.match(text, remark.end() if remark else position)
        target = _ID.match(text, more.end()) if more else None
        if not target or "-" not in target.group() or not _END.match(text, target.end()):
            return
        yield target.group(), target.start()
        position = target.end()
