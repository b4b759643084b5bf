"""Footers: ``<!-- id: X | key: value | ... -->``."""

from verify.model.facts import Footer
from verify.model.location import Location
from verify.readers.inline import Comment
from verify.readers.outline import Placed


def parse_footer(path: str, placed: Placed, lines: list[str], behind: int) -> Footer:
    """Read one footer; ``behind`` is the column (from 0) where the search for it on its line begins."""
    comment = placed.comment
    first, *parts = _body(comment).split("|")
    fields = [(key.strip(), value.strip()) for key, colon, value in [part.partition(":") for part in parts] if colon]
    column = max(lines[placed.line].find(comment.text.partition("\n")[0], behind), 0)
    return Footer(
        id=first.partition(":")[2].strip(),
        fields=tuple(fields),
        location=comment_location(path, placed.line, column),
        closed=comment.closed,
    )


def comment_location(path: str, line: int, column: int) -> Location:
    """Return the place of something on one line, both counted from 0."""
    return Location(path, line + 1, column + 1, line + 1)


def _body(comment: Comment) -> str:
    return comment.text.removeprefix("<!--").removesuffix("-->").strip()
