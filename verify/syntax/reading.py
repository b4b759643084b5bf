"""Reads the named parts of one file."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

from verify.syntax.languages import Language, language_of, parser
from verify.syntax.place import Place
from verify.syntax.refusal import refusal
from verify.syntax.tokens import digest

if TYPE_CHECKING:
    from tree_sitter import Node

LANGUAGES = "Python, JavaScript, TypeScript, Go, Rust, Java, C, Bash"
_NAME_CAP = 1000
_ORNAMENTS = {"attribute_item", "decorator"}
"""What stands before a definition and belongs to it."""


@dataclass(frozen=True, slots=True)
class Syntax:
    """Digests of what was asked for, by symbol, with the line of each; None stands for the whole file.

    ``names`` are all symbols of the file.
    """

    digests: Mapping[str | None, str]
    lines: Mapping[str | None, int]
    names: frozenset[str]


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Why the syntax of a file, or a symbol in it, cannot be told."""

    reason: str


def known_language(path: str) -> bool:
    """Whether symbols can be found in a file of this name."""
    return language_of(path) is not None


def read_syntax(path: str, content: bytes, wanted: Collection[str | None]) -> Syntax | Unreadable:
    """Return the digests of the wanted symbols that a file has; of an unknown language, only of the whole file."""
    language = language_of(path)
    reason = refusal(path, content, language)
    if reason:
        return Unreadable(reason)
    if language is None:
        return Syntax({None: _bytes_digest(content)}, {None: 1}, frozenset())
    parse = parser(language)
    if parse is None:
        return Unreadable(f"is {language.name}, and its grammar is not installed ({language.package})")
    source = content.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n") + b"\n"
    root = parse.parse(source).root_node
    return (
        Unreadable(f"cannot be parsed as {language.name}")
        if root.has_error
        else _syntax(root, source, language, wanted)
    )


def _bytes_digest(content: bytes) -> str:
    lines = (line.rstrip() for line in content.split(b"\n"))
    return sha256(b"\n".join(lines).rstrip()).hexdigest()


def _syntax(root: Node, source: bytes, language: Language, wanted: Collection[str | None]) -> Syntax:
    names = set()
    found: dict[str | None, list[str]] = {None: [digest([root], source, language)]} if None in wanted else {}
    lines: dict[str | None, int] = {None: 1}
    for name, nodes in definitions(root, language):
        names.add(name)
        if name in wanted:
            found.setdefault(name, []).append(digest(nodes, source, language))
            line = nodes[-1].start_point.row + 1
            lines[name] = min(line, lines.get(name, line))
    # Of several symbols of one name the order is layout.
    digests = {name: ",".join(sorted(several)) for name, several in found.items()}
    return Syntax(digests, lines, frozenset(names))


def definitions(root: Node, language: Language) -> Iterator[tuple[str, list[Node]]]:
    """Yield each definition by its full name, with what belongs to it: decorations first."""
    rules = language.rules
    queue: list[tuple[Place, list[Node]]] = [(Place(root), [])]
    while queue:
        place, ornaments = queue.pop()
        kind = place.node.type
        names = [*rules.definitions[kind](place)] if kind in rules.definitions else []
        if not names and kind in rules.variables and not place.local:
            names = [*rules.variables[kind](place)]
        full = [f"{place.scope}.{name}" if place.scope else name for name in names]
        full = [name for name in full if len(name) <= _NAME_CAP]
        yield from ((name, [*ornaments, place.node]) for name in full)
        queue.extend(_below(place, full, language))


def _below(place: Place, names: list[str], language: Language) -> Iterator[tuple[Place, list[Node]]]:
    rules, kind = language.rules, place.node.type
    holds = rules.nested and (kind in rules.definitions or kind in rules.holders)
    scope = names[0] if holds and len(names) == 1 else place.scope
    if rules.scopes and kind in rules.scopes:
        inner = next(iter(rules.scopes[kind](place)), "")
        scope = f"{place.scope}.{inner}" if place.scope else inner
    local = kind in rules.functions or (place.local and kind not in rules.classes)
    ornaments: list[Node] = []
    for child in place.node.named_children:
        if child.type in _ORNAMENTS:
            ornaments.append(child)
        elif not child.is_extra:
            yield Place(child, place, scope, local), ornaments
            ornaments = []
