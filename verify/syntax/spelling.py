"""One token of code, in the one spelling that stands for all that say the same."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from verify.syntax.languages import Language

if TYPE_CHECKING:
    from tree_sitter import Node

_STRING = re.compile(rb"([A-Za-z]{0,3})(\"\"\"|'''|\"|')(.*)\2", re.DOTALL)
_MACRO = re.compile(
    rb"(\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*')|//[^\n]*|/\*[^*]*\*+(?:[^/*][^*]*\*+)*/|(?:\s|\\\n)+", re.DOTALL
)
_NUMBERS = {"integer", "float", "number"}


def spelled(node: Node, language: Language) -> bytes:
    """Return a token as bytes."""
    code = node.text or b""
    if not node.is_named:
        return node.type.encode()
    if node.type == "preproc_arg":
        code = _MACRO.sub(lambda match: match.group(1) or b" ", code).strip()
    elif node.type == "jsx_text":
        code = _jsx(code)
    elif language.quotes_alike and node.type in _NUMBERS:
        code = code.lower()
    elif language.quotes_alike and node.type == "string":
        code = _string(code)
    return node.type.encode() + b" " + code


def _string(code: bytes) -> bytes:
    """Return a string in double quotes where that needs no other escapes."""
    match = _STRING.fullmatch(code)
    if not match:
        return code
    prefix, quotes, inner = match.groups()
    if quotes == b"'" and b'"' not in inner and b"\\'" not in inner:
        quotes = b'"'
    elif quotes == b"'''" and b'"""' not in inner and not inner.endswith(b'"'):
        quotes = b'"""'
    return bytes(sorted(prefix)) + quotes + inner + quotes


def _jsx(code: bytes) -> bytes:
    """Return the text that JSX makes of text over several lines."""
    lines = code.split(b"\n")
    if len(lines) == 1:
        return code
    shown = [lines[0].rstrip(), *(line.strip() for line in lines[1:-1]), lines[-1].lstrip()]
    return b" ".join(line for line in shown if line)
