"""Rules that are loaded for some files only, and which files their patterns stand for."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from fnmatch import fnmatchcase

from msgspec import Struct

from verify.model.index import Rule

_BRACES = re.compile(r"\{([^{}]*)\}")
_WILD = re.compile(r"[*?\[\]{}!]")
_CAP = 200
"""Patterns that braces may expand to."""


class Gate(Struct, frozen=True):
    """A rule that no file opens; ``unchecked`` is the reason why that cannot be said of it."""

    path: str
    line: int
    patterns: tuple[str, ...]
    unchecked: str | None = None


def dead_gates(rules: Iterable[Rule], tracked: Callable[[], Sequence[str] | None]) -> Iterator[Gate]:
    """Yield the rules whose paths match nothing, and those of which that cannot be told."""
    for rule in rules:
        line = next((n for n, text in enumerate(rule.lines[: rule.front.lines], 1) if text.startswith("paths")), 1)
        if rule.front.open or rule.front.refusal or rule.front.unread:
            yield Gate(rule.path, line, (), f"the front matter of {rule.path} cannot be read")
        elif "paths" in rule.front.values:
            patterns = _patterns_of(rule.front.values["paths"])
            files = tracked()
            if files is None:
                yield Gate(rule.path, line, (), "this folder is in no git repository")
            elif _is_dead(patterns, files):
                yield Gate(rule.path, line, tuple(patterns or ()))


def _is_dead(patterns: Sequence[str] | None, files: Sequence[str]) -> bool:
    if not patterns:
        return patterns is not None
    return any(map(begins_with_folder, patterns)) and not matches_any(patterns, files)


def _patterns_of(values: Iterable[str]) -> list[str] | None:
    """Return the patterns of ``paths``, each a text or several with commas between; None if they are too many."""
    found: list[str] = []
    for value in values:
        for pattern in _split(value):
            for one in _expanded(pattern.strip().strip("\"'")):
                if len(found) >= _CAP:
                    return None
                found += [one.removeprefix("./").lstrip("/")] if one else []
    return found


def begins_with_folder(pattern: str) -> bool:
    """Whether the name of a folder stands before anything else."""
    first, slash, _ = pattern.partition("/")
    return bool(slash) and bool(first) and first != ".." and not _WILD.search(first)


def matches_any(patterns: Sequence[str], paths: Iterable[str]) -> bool:
    """Whether some path fits some pattern; a pattern fits all that is below a folder of its name, too."""
    split = [pattern.rstrip("/").split("/") for pattern in patterns if not pattern.startswith("!")]
    wanted = [[*([] if len(parts) > 1 else ["**"]), *parts, "**"] for parts in split]
    return any(_fits(parts, path.split("/")) for path in paths for parts in wanted)


def _fits(pattern: Sequence[str], path: Sequence[str]) -> bool:
    """Match part by part; only the last ``**`` needs to be tried again, so that the work is bounded."""
    at, here, star, mark = 0, 0, -1, 0
    while here < len(path):
        if at < len(pattern) and pattern[at] == "**":
            star, mark, at = at, here, at + 1
        elif at < len(pattern) and fnmatchcase(path[here], pattern[at]):
            at, here = at + 1, here + 1
        elif star >= 0:
            mark += 1
            here, at = mark, star + 1
        else:
            return False
    return all(part == "**" for part in pattern[at:])


def _split(text: str) -> Iterator[str]:
    """Split at the commas outside braces."""
    depth, start = 0, 0
    for at, sign in enumerate(text):
        depth = max(depth + (sign == "{") - (sign == "}"), 0)
        if sign == "," and not depth:
            yield text[start:at]
            start = at + 1
    yield text[start:]


def _expanded(pattern: str) -> Iterator[str]:
    """Yield what braces stand for, the innermost first."""
    queue, told = [pattern], 0
    while queue and told <= _CAP:
        one = queue.pop()
        match = _BRACES.search(one)
        if match is None or len(queue) > _CAP:
            told += 1
            yield one
        else:
            queue += (one[: match.start()] + part + one[match.end() :] for part in reversed(match.group(1).split(",")))
