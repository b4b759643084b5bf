"""Parses a file with bounded work: hostile code can cost a grammar more than linear time."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Parser, Tree

_CHUNK = 64 * 1024
_CALLS = 100
_BYTES_A_CALL = 8
"""The parser calls back once in a hundred steps; honest code has it do that every 26 bytes or less often."""


def parse(parser: Parser, source: bytes) -> Tree | None:
    """Return the tree of a source; None if it has an error, or takes far more steps than code does.

    The steps are counted, and not the time, so that the answer is always the same.
    """
    view, left = memoryview(source), _CALLS + len(source) // _BYTES_A_CALL

    def ends(_: int, has_error: bool) -> bool:
        nonlocal left
        left -= 1
        return has_error or left < 0

    try:
        tree = parser.parse(lambda at, _: view[at : at + _CHUNK], progress_callback=ends)
    except ValueError:
        parser.reset()
        return None
    # The text of nodes is kept only where all of the source is given at once.
    return None if tree.root_node.has_error else parser.parse(source)
