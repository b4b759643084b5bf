"""When two texts of a decision say the same."""

import re
import unicodedata
from functools import lru_cache

from verify.comments import replace_comments
from verify.model.facts import NodeKind

_NOTE = re.compile(r"\(ADR-\d{1,6}\)|\*?\(faded\b[^()\n]{0,200}\)\*?", re.IGNORECASE)
_VERSION = re.compile(r"\b(?:v\d{1,6}(?:\.\d{1,6}){0,3}|\d{1,6}(?:\.\d{1,6}){1,3})\b", re.IGNORECASE)
_VERSIONED = {NodeKind.VISION, NodeKind.BLUEPRINT}
_SIGN = re.compile(r"[^\w ]|_")
_MARKS = "`*_~#|"


def same_wording(kind: NodeKind, one: str, other: str) -> bool:
    """Whether two texts differ in marks, case, punctuation, white space and notes only."""
    return one == other or wording(kind, one) == wording(kind, other)


def wording(kind: NodeKind, text: str) -> str:
    """Return what a text says: without marks, notes, case, punctuation and white space.

    In visions and blueprints version numbers do not count. A point or comma between digits, a minus
    before one, and signs such as ``<`` or ``+`` do.
    """
    return _joined(_spaced(text, versions=kind not in _VERSIONED))


@lru_cache(maxsize=4096)
def _spaced(text: str, *, versions: bool) -> str:
    text = _NOTE.sub(" ", replace_comments(text, lambda _: " "))
    if not versions:
        text = _VERSION.sub(" ", text)
    folded = text.casefold()
    return _SIGN.sub(lambda found: found[0] if _counts(folded, found.start(), found[0]) else " ", folded)


def _joined(spaced: str) -> str:
    """Take the gaps out, but for those between digits: "5, 3" must not become 53."""
    words = spaced.split()
    pairs = zip(words, [*words[1:], ""], strict=False)
    return "".join(f"{one} " if one[-1].isdigit() and other[:1].isdigit() else one for one, other in pairs)


def _counts(text: str, at: int, sign: str) -> bool:
    """Whether a sign that is neither letter, digit nor space says something where it stands."""
    if sign.isspace():
        return False
    before, behind = text[at - 1 : at].isdigit(), text[at + 1 : at + 2].isdigit()
    if sign in ".,":
        return before and behind
    if sign == "-":
        return behind and not text[at - 1 : at].isalnum()
    return sign not in _MARKS and not unicodedata.category(sign).startswith("P")


def contains_wording(kind: NodeKind, part: str, whole: str) -> bool:
    """Whether everything that one text says stands in the other, as whole words."""
    return words(kind, part) in words(kind, whole)


def words(kind: NodeKind, text: str) -> str:
    """Return every word that a text says, each between spaces."""
    return f" {' '.join(_spaced(text, versions=kind not in _VERSIONED).split())} "


def changed_words(old: str, new: str) -> tuple[str, str]:
    """Return the words between what two texts have in common at their beginning and end."""
    one, other = old.split(), new.split()
    shorter = min(len(one), len(other))
    start = next((n for n in range(shorter) if one[n] != other[n]), shorter)
    rest = range(1, shorter - start + 1)
    end = next((n - 1 for n in rest if one[-n] != other[-n]), shorter - start)
    return " ".join(one[start : len(one) - end]), " ".join(other[start : len(other) - end])
