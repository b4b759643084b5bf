"""Whether a memory tells when it was written, and where it comes from."""

import re
from collections.abc import Callable

from verify.graph.index.naming import fold
from verify.model.index import Link, Page, Span
from verify.model.location import Location

_DATE = re.compile(r"(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)")
_COMMIT = re.compile(r"(?<![\w-])(?=[0-9a-f]{0,39}\d)(?=[0-9a-f]{0,39}[a-f])[0-9a-f]{7,40}(?![\w-])")
_ISSUE = re.compile(r"(?<![\w&])#\d{1,7}\b|https?://|\b(?:PR|issue|ADR|session)[ -]?#?\d{1,7}\b", re.IGNORECASE)
_PATH = re.compile(r"(?:\./)?([\w.@+(\[][^\s\\*?<>{}$|\"'`:#…]{0,299})(?::\d[\d:-]{0,20}|::\S{1,200}|#\S{0,200})?")

_TYPES = {"user", "feedback", "project", "reference"}
_RELATIVE = re.compile(
    r"(?<![\w-])(today|yesterday|tomorrow|(?:last|next) (?:week|month|year))(?![\w-])", re.IGNORECASE
)
_QUOTED = re.compile(r"`[^`\n]{0,500}`|\"[^\"\n]{0,500}\"|“[^”\n]{0,500}”|‘[^’\n]{0,500}’|(?<!\w)'[^'\n]{0,500}'(?!\w)")


def type_of(page: Page) -> str:
    """Return the type of a memory, which stands at the top or below ``metadata``."""
    return page.front.get("type") or page.front.get("metadata.type")


def path_in(span: Span) -> str | None:
    """Return the path that inline code may be; a lone word is none."""
    match = _PATH.fullmatch(span.text.strip())
    path = match.group(1) if match else ""
    return path if "/" in path or "." in path else None


def lacks_provenance(page: Page, is_there: Callable[[Link | Span], bool]) -> str:
    """Return what a memory lacks; empty if it names a day and something that it comes from."""
    text = "\n".join(page.lines)
    dated = _DATE.search(text) or _DATE.search(page.name)
    references: tuple[Link | Span, ...] = (*page.links, *page.spans)
    supported = _COMMIT.search(text) or _ISSUE.search(text) or any(map(is_there, references))
    lacking = [name for name, there in (("date", dated), ("origin", supported)) if not there]
    return " and no ".join(lacking)


def front_gap(page: Page) -> str:
    """Return what is missing or wrong in the front matter of a file; empty if nothing is."""
    if page.front.open or page.front.refusal or page.front.unread:
        return ""
    values = {"name": page.front.get("name"), "description": page.front.get("description"), "type": type_of(page)}
    if missing := [key for key, value in values.items() if not value]:
        return f"lacks {', '.join(missing)}"
    if values["type"] not in _TYPES:
        return f"has the type {values['type']}"
    return f"has the name {values['name']}" if fold(values["name"]) != fold(page.stem) else ""


def relative_date(page: Page) -> tuple[str, Location] | None:
    """Return the first word for a day that moves, outside quotes and code."""
    for line, text in page.prose:
        bare = _QUOTED.sub(lambda match: " " * len(match.group()), text)
        match = _RELATIVE.search(bare)
        at = line + text.count("\n", 0, match.start()) if match else 0
        if match and not page.lines[at - 1].lstrip().startswith(">"):
            return match.group(1), Location(page.path, at, 1, at)
    return None
