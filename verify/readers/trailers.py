"""Reads the trailers of a commit's message as ``git interpret-trailers`` does where nothing is configured.

Git itself would take more lines, or fewer, for trailers where a user or a repository configures some,
and no option keeps it from that. A property test holds this to git.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import dropwhile

from verify.model.history import Trailer

TRAILERS = ("serves", "realizes", "decision", "session")
_NAMED = re.compile(rf"^(?:{'|'.join(TRAILERS)})[ \t]*:", re.IGNORECASE | re.MULTILINE | re.ASCII)
_KEY = re.compile(r"([A-Za-z0-9-]+)[ \t]*:")
_FOLD = re.compile(r"\n[ \t\r\n]*")
_GENERATED = ("Signed-off-by: ", "(cherry picked from commit ")
_SPACE = " \t\n\r"
_CUT = "# ------------------------ >8 ------------------------\n"


def read_trailers(message: str) -> tuple[Trailer, ...]:
    """Return the trailers that tell of intent; what is folded over lines is one line."""
    return tuple(_read(message)) if _NAMED.search(message) else ()


def _read(message: str) -> Iterator[Trailer]:
    lines = list(dropwhile(_is_blank, message.split("\n")))
    lines = [f"{line}\n" for line in lines[:-1]] + [line for line in lines[-1:] if line]
    lines = lines[: _end(lines)]
    for entry in _unfolded(lines[_start(lines) :]):
        if _NAMED.match(entry):
            key, _, value = entry.partition(":")
            yield Trailer(key.strip().lower(), value.strip())


def _is_blank(line: str) -> bool:
    return not line.strip(_SPACE)


def _end(lines: Sequence[str]) -> int:
    """Return behind which line the trailers end: comments, and the conflicts of a merge, do not count."""
    cut = next((number for number, line in enumerate(lines) if line == _CUT), len(lines))
    first, conflicts = 0, False
    for number, line in enumerate(lines[:cut]):
        if line[0] in "#\n" or line == "Conflicts:\n":
            conflicts = conflicts or line[0] == "C"
            first = first or number
        elif first and not (conflicts and line[0] == "\t"):
            first, conflicts = 0, False
    return first or cut


def _start(lines: Sequence[str]) -> int:
    """Return with which line the trailers begin: a last paragraph of them, or a quarter if git itself wrote one."""
    title = next((number for number, line in enumerate(lines) if line[0] != "#" and _is_blank(line)), len(lines))
    trailers = others = continued = generated = 0
    for number in range(len(lines) - 1, title - 1, -1):
        line = lines[number]
        if line.startswith(_GENERATED) or _KEY.match(line):
            trailers, continued = trailers + 1, 0
            generated += line.startswith(_GENERATED)
        elif line[0] != "#" and not _is_blank(line) and line[0] in _SPACE:
            continued += 1
        elif line[0] == "#" or not _is_blank(line):
            others, continued = others + continued + (line[0] != "#"), 0
        elif trailers or others or continued:
            enough = 3 * trailers if generated else 0
            return number + 1 if trailers and others + continued <= enough else len(lines)
    return len(lines)


def _unfolded(lines: Sequence[str]) -> Iterator[str]:
    """Yield each trailer as one line."""
    entry = ""
    for line in lines:
        if entry and line[0] in _SPACE:
            entry += line
            continue
        yield _FOLD.sub(" ", entry)
        entry = line if _KEY.match(line) else ""
    yield _FOLD.sub(" ", entry)
