"""The languages whose files can be parsed, told by the ends of their names."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from msgspec import Struct

from verify.syntax.bash import BASH
from verify.syntax.c import C
from verify.syntax.compiled import GO, JAVA, RUST
from verify.syntax.javascript import JAVASCRIPT
from verify.syntax.place import Rules
from verify.syntax.python import PYTHON

if TYPE_CHECKING:
    from tree_sitter import Parser


class Language(Struct, frozen=True, eq=False):
    """One grammar, the names in it, and what in it is layout.

    Where ``quotes_alike``, both kinds of quotes say the same, and parentheses around an expression nothing.
    Where a line that ends closes a statement, ``semicolons`` say nothing.
    """

    name: str
    package: str
    rules: Rules
    entry: str = "language"
    quotes_alike: bool = False
    semicolons: bool = True


_TS = "tree_sitter_typescript"
_PYTHON = Language("Python", "tree_sitter_python", PYTHON, quotes_alike=True, semicolons=False)
_JAVASCRIPT = Language("JavaScript", "tree_sitter_javascript", JAVASCRIPT, quotes_alike=True, semicolons=False)
_TYPESCRIPT = Language("TypeScript", _TS, JAVASCRIPT, "language_typescript", quotes_alike=True, semicolons=False)
_TSX = Language("TSX", _TS, JAVASCRIPT, "language_tsx", quotes_alike=True, semicolons=False)
_GO = Language("Go", "tree_sitter_go", GO, semicolons=False)
_RUST = Language("Rust", "tree_sitter_rust", RUST)
_JAVA = Language("Java", "tree_sitter_java", JAVA)
_C = Language("C", "tree_sitter_c", C)
_BASH = Language("Bash", "tree_sitter_bash", BASH, semicolons=False)

_BY_SUFFIX = {
    **dict.fromkeys(("py", "pyi"), _PYTHON),
    **dict.fromkeys(("js", "mjs", "cjs", "jsx"), _JAVASCRIPT),
    **dict.fromkeys(("ts", "mts", "cts"), _TYPESCRIPT),
    **{"tsx": _TSX, "go": _GO, "rs": _RUST, "java": _JAVA},
    **dict.fromkeys(("c", "h"), _C),
    **dict.fromkeys(("sh", "bash"), _BASH),
}


def language_of(path: str) -> Language | None:
    """Return the language of a file; None for one that is not known."""
    stem, _, suffix = path.rpartition("/")[2].rpartition(".")
    return _BY_SUFFIX.get(suffix.lower()) if stem else None


@cache
def parser(language: Language) -> Parser | None:
    """Return what parses a language; None where its grammar cannot be loaded."""
    try:
        library = import_module("tree_sitter")
        grammar = library.Language(getattr(import_module(language.package), language.entry)())
        made: Parser = library.Parser(grammar)
    except (ImportError, AttributeError, ValueError, OSError):
        return None
    return made
