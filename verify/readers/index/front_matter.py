"""The front matter of a memory file or a rule, and what is wrong with it."""

import re
from collections.abc import Iterator, Sequence

from verify.model.index import FrontMatter

SIZE_CAP = 64 * 1024
"""Signs of front matter; more is not read."""
_MARK = "---"
_KEY = re.compile(r"([\"']?)([\w.-]{1,100})\1[ \t]*:(?=[ \t]|$)[ \t]*(.*)")


def read_front_matter(lines: Sequence[str]) -> FrontMatter:
    """Read the keys at the top of a file; a line of dashes above anything else is only a rule."""
    if not lines or lines[0].rstrip() != _MARK or not _begins(lines):
        return FrontMatter()
    end = next((n for n, line in enumerate(lines) if n and line.rstrip() == _MARK), None)
    if end is None:
        return FrontMatter(open=True)
    text = "\n".join(lines[1:end])
    if len(text) > SIZE_CAP:
        return FrontMatter(lines=end + 1, unread=f"has front matter of more than {SIZE_CAP // 1024} KiB")
    # 20 ms that a memory without front matter need not pay.
    from verify.readers.index.yaml_values import RefusedError, yaml_values  # noqa: PLC0415

    try:
        return FrontMatter(yaml_values(text), end + 1)
    except RefusedError as error:
        # An agent takes what it can get, line by line.
        values = dict(_line_by_line(lines[1:end]))
        return FrontMatter(values, end + 1, str(error), min(error.line + 2, end))


def _begins(lines: Sequence[str]) -> bool:
    """Whether the first line that is no comment is a key; comments alone are told by what ends them."""
    for number, line in enumerate(lines[1:], 1):
        if not line.startswith("#"):
            return _KEY.match(line) is not None or (number > 1 and line.rstrip() == _MARK)
    return False


def _line_by_line(lines: Sequence[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for line in reversed(lines):
        if match := _KEY.match(line.strip()):
            value = match.group(3).strip().strip("\"'")
            yield match.group(2), (value,) if value else ()
