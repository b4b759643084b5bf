"""What may change in a closed log."""

from verify.comments import replace_comments

_REDACTED = "(REDACTED)"


def same_but_comments(old: str, new: str) -> bool:
    """Whether two texts differ in HTML comments and blank lines only."""
    return _uncommented(old) == _uncommented(new)


def _uncommented(text: str) -> list[str]:
    return [line.rstrip() for line in replace_comments(text, lambda _: "").split("\n") if line.strip()]


def is_redaction(old: str, new: str) -> bool:
    """Whether texts differ only where something, be it of several lines, was replaced by ``(REDACTED)``."""
    first, *middle = new.split(_REDACTED)
    if not middle or not old.startswith(first) or not old.endswith(middle[-1]):
        return False
    position, end = len(first), len(old) - len(middle[-1])
    for part in middle[:-1]:
        found = old.find(part, position, end)
        if found < 0:
            return False
        position = found + len(part)
    return position <= end


def only_adds(old: str, new: str) -> bool:
    """Whether every line of the old text stands in the new one, in the same order."""
    lines = iter(new.split("\n"))
    return all(line in lines for line in old.split("\n") if line.strip())
