"""The files of a repository before and after a step."""

import base64
import re
from collections.abc import Iterator, Sequence

from verify.errors import UsageError
from verify.planting.plan import Content, Step

Tree = dict[str, bytes]
_JOIN = re.compile(r"\$\{join:([^}]*)\}")
_SESSION = """# Session {stem}

## Summary

Routine work.

## Memory References

{references}
"""


def grow(tree: Tree, step: Step) -> Tree:
    """Return the tree after a step. Raises UsageError if the step does not fit."""
    grown = dict(tree)
    for stem, lines in step.sessions.items():
        grown[f"memory/sessions/{stem}.md"] = _bytes(_session(stem, lines))
    for path, content in step.files.items():
        grown[path] = _content(step, path, content)
    for path, pairs in step.replace.items():
        grown[path] = _replaced(step, path, grown, pairs)
    for old, new in step.rename.items():
        grown[new] = _taken(step, grown, old)
    for path in step.delete:
        _taken(step, grown, path)
    return grown


def merged(step: Step, tree: Tree, base: Tree, other: Tree) -> Tree:
    """Return the tree with every path that the other side changed since the merge base.

    Lines are not merged: a file that both sides changed must be told by the step, or UsageError is raised.
    """
    result = dict(tree)
    for path in changed(base, other):
        if tree.get(path) not in {base.get(path), other.get(path)} and path not in step.files:
            raise UsageError(f"{step.name}: both sides changed {path}; tell under files what the merge made of it")
        if path in other:
            result[path] = other[path]
        else:
            result.pop(path, None)
    return result


def changed(before: Tree, after: Tree) -> Iterator[str]:
    """Yield each path that two trees do not share, sorted."""
    return (path for path in sorted(before.keys() | after.keys()) if before.get(path) != after.get(path))


def _session(stem: str, lines: Sequence[str]) -> str:
    bare = lines and not any(":" in line for line in lines)
    bullets = [f"Referenced: {', '.join(lines)}"] if bare else lines
    return _SESSION.format(stem=stem, references="\n".join(f"- {bullet}" for bullet in bullets) or "(none)")


def _bytes(text: str) -> bytes:
    return _JOIN.sub(lambda match: match.group(1).replace("|", ""), text).encode()


def _content(step: Step, path: str, content: Content) -> bytes:
    match content:
        case str():
            return _bytes(content)
        case {"repeat": str(text), "times": int(times)}:
            return _bytes(text) * times
        case {"base64": str(text)}:
            return base64.b64decode(text)
    raise UsageError(f"{step.name}: {path} is no text, no repetition and no base64")


def _replaced(step: Step, path: str, tree: Tree, pairs: Sequence[tuple[str, str]]) -> bytes:
    content = tree.get(path, b"")
    for old, new in pairs:
        if _bytes(old) not in content:
            raise UsageError(f"{step.name}: {path} does not hold {old!r}")
        content = content.replace(_bytes(old), _bytes(new))
    return content


def _taken(step: Step, tree: Tree, path: str) -> bytes:
    if path not in tree:
        raise UsageError(f"{step.name}: there is no file {path}")
    return tree.pop(path)
