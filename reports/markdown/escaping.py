"""Makes text from a checked repository harmless in GitHub's Markdown, where it is shown and never read as markup."""

import re

from reports.escaping import visible

_ROOM = 300
_MARKUP = str.maketrans({sign: f"&#{ord(sign)};" for sign in "&<>\"'`*_[]!|\\~$#@"})
# GitHub looks for mentions, references, addresses and emoji in the text behind the markup, where an entity no longer
# helps; an invisible space does. A reply by e-mail is searched, too, so that code is no shelter either.
_REFERENCE = re.compile(
    r"(?<=[@#])(?=[\w-])|(?<=\bgh-)(?=\d)|(?<=:)(?=//)|(?<=\bwww)(?=\.)|(?<=:)(?=[\w+-]{1,50}:)", re.IGNORECASE
)
_MARK = "\N{ZERO WIDTH SPACE}"
_SPACE = "&#8203;"


def prose(text: str) -> str:
    """Return a text for a place between words."""
    plain = visible(text[: _ROOM + 1])
    plain = plain if len(plain) <= _ROOM else f"{plain[:_ROOM]}..."
    return _REFERENCE.sub(_MARK, plain).translate(_MARKUP).replace(_MARK, _SPACE)


def code(text: str) -> str:
    """Return an id, a path or a line of a file."""
    return f"<code>{prose(text)}</code>"
