"""Foreign text in Markdown: as code, in which nothing is a heading, a link, an image or HTML."""

import re

from reports.escaping import inert

_RUN = re.compile(r"`+")


def span(text: str) -> str:
    """Return a short text as code on one line."""
    shown = inert(text)
    if not shown.strip():
        return "`(empty)`"
    fence = "`" * (_longest(shown) + 1)
    pad = " " if shown.startswith("`") or shown.endswith("`") else ""
    return f"{fence}{pad}{shown}{pad}{fence}"


def block(text: str, indent: str) -> list[str]:
    """Return a text of several lines as a code block, behind an indent."""
    lines = [inert(line.expandtabs(4).rstrip()) for line in text.split("\n")]
    fence = "`" * max(3, max(map(_longest, lines)) + 1)
    return [f"{indent}{fence}text", *(f"{indent}{line}" if line else "" for line in lines), f"{indent}{fence}"]


def _longest(text: str) -> int:
    """Return the length of the longest run of backticks."""
    return max(map(len, _RUN.findall(text)), default=0)
