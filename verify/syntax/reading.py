"""Reads the named parts of one file."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from hashlib import sha256
from typing import TYPE_CHECKING

from msgspec import Struct

from verify.syntax.bounded import parse
from verify.syntax.definitions import definitions
from verify.syntax.identifiers import identifiers
from verify.syntax.languages import Language, language_of, parser
from verify.syntax.refusal import refusal
from verify.syntax.tokens import digest

if TYPE_CHECKING:
    from tree_sitter import Node

LANGUAGES = "Python, JavaScript, TypeScript, Go, Rust, Java, C, Bash"


class Syntax(Struct, frozen=True):
    """Digests of what was asked for, by symbol, with the line of each; None stands for the whole file.

    ``names`` are all symbols of the file. Those that were asked for and are ``undefined`` stand in it,
    but not in a definition that is recognised.
    """

    digests: Mapping[str | None, str]
    lines: Mapping[str | None, int]
    names: frozenset[str]
    undefined: frozenset[str | None] = frozenset()


class Unreadable(Struct, frozen=True):
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
    grammar = parser(language)
    if grammar is None:
        return Unreadable(f"is {language.name}, and its grammar is not installed ({language.package})")
    source = content.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n") + b"\n"
    tree = parse(grammar, source)
    if tree is None:
        return Unreadable(f"cannot be parsed as {language.name}")
    return _syntax(tree.root_node, source, language, wanted)


def _bytes_digest(content: bytes) -> str:
    lines = (line.rstrip() for line in content.split(b"\n"))
    return sha256(b"\n".join(lines).rstrip()).hexdigest()


def _syntax(root: Node, source: bytes, language: Language, wanted: Collection[str | None]) -> Syntax:
    names = set()
    found: dict[str | None, list[str]] = {None: [digest([root], source, language)]} if None in wanted else {}
    lines: dict[str | None, int] = {None: 1}
    for name, nodes in definitions(root, language.rules):
        names.add(name)
        if name in wanted:
            found.setdefault(name, []).append(digest(nodes, source, language))
            line = nodes[-1].start_point.row + 1
            lines[name] = min(line, lines.get(name, line))
    # Of several symbols of one name the order is layout.
    digests = {name: ",".join(sorted(several)) for name, several in found.items()}
    lacking = {name for name in wanted if name and name not in digests}
    return Syntax(digests, lines, frozenset(names), _undefined(lacking, names, root) if lacking else frozenset())


def _undefined(lacking: Collection[str], names: Collection[str], root: Node) -> frozenset[str]:
    """Return the symbols whose last part stands somewhere and defines nothing."""
    here = identifiers(root) - {name.rpartition(".")[2] for name in names}
    return frozenset(name for name in lacking if name.rpartition(".")[2] in here)
