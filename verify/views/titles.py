"""The first words of a fact, and whatever else is shown of files and commits in a few words."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache
from itertools import takewhile

from verify.model.facts import Fact, NodeKind
from verify.model.history import Commit
from verify.secrets import redact, suspect_texts

_WIDTH = 72
_LINES = 8
_CAP = 2000
_LEAD = re.compile(r"[\s>#|*+-]{0,99}(?:\d{1,9}[.)]\s)?\s{0,9}(?:\[[ xX]\]\s)?")
_LINKS = re.compile(r"\s(?:→|->)\s?(?:serves|realizes|depends-on)\b.*", re.DOTALL)
_MARKS = re.compile(r"\*\*|__|`|\|")


def title(fact: Fact, lines: Sequence[str]) -> str:
    """Return how a fact begins, without marks; of a vision the first line."""
    return cut(shown(beginning(fact, lines)))


def beginning(fact: Fact, lines: Sequence[str]) -> str:
    """Return the first paragraph of a fact as plain words, neither shown nor cut yet."""
    start = fact.block.line - 1
    end = start + 1 if fact.kind is NodeKind.VISION else min(fact.location.line, start + _LINES)
    paragraph = "\n".join(takewhile(str.strip, lines[start:end]))[:_CAP]
    return _plain(paragraph.partition("<!--")[0])


def shortened(text: str) -> str:
    """Return the beginning of a text on one line, cut between words."""
    return cut(shown(_plain(text)))


def _plain(text: str) -> str:
    text = _LEAD.sub("", text, count=1)
    if "→" in text or "->" in text:
        text = _LINKS.sub("", text)
    return " ".join(_MARKS.sub("", text).split())


def cut(words: str) -> str:
    """Return the beginning of a text that is on one line, cut between words."""
    if len(words) <= _WIDTH:
        return words
    whole, _, _ = words[: _WIDTH - 2].rpartition(" ")
    return f"{whole or words[: _WIDTH - 3]} ..."


def authored_day(commit: Commit) -> str:
    """Return the author's day in UTC; nothing where the time is beyond all calendars."""
    try:
        return datetime.fromtimestamp(commit.authored, UTC).date().isoformat()
    except (OverflowError, ValueError, OSError):
        return ""


@lru_cache(maxsize=1024)
def shown(text: str) -> str:
    """Return a text without credentials, on one line, with escapes for what cannot be printed."""
    text = redact(text)
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode("ascii") for sign in text)


def all_shown(texts: Sequence[str]) -> list[str]:
    """Return many texts as they are shown; one search over all of them finds the few that may need it."""
    found = suspect_texts(texts)
    return [shown(text) if at in found or not text.isprintable() else text for at, text in enumerate(texts)]
