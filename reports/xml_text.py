"""Writes XML 1.0 from elements; no text breaks out of its place."""

import re
from collections.abc import Iterator, Sequence
from typing import Union

from msgspec import Struct

from reports.escaping import visible, without_commands

# What is left of the characters that XML 1.0 cannot hold, once controls and surrogates are escapes.
_NO_CHARACTER = re.compile("[\ufffe\uffff]")
_SPECIAL = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


class Element(Struct, frozen=True):
    """An element with its attributes, and either elements or lines of text in it."""

    name: str
    attributes: tuple[tuple[str, str], ...] = ()
    children: tuple[Union["Element", str], ...] = ()


def document(root: Element) -> str:
    """Return a document in plain UTF-8."""
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + "\n".join(_lines(root, "")) + "\n"


def text(value: str) -> str:
    """Return a text on one line for a place between or in tags."""
    plain = _NO_CHARACTER.sub(lambda found: f"\\u{ord(found[0]):04x}", visible(value))
    return without_commands(plain.translate(_SPECIAL), "&#35;")


def _lines(element: Element, indent: str) -> Iterator[str]:
    attributes = "".join(f' {name}="{text(value)}"' for name, value in element.attributes)
    if not element.children:
        yield f"{indent}<{element.name}{attributes}/>"
        return
    yield f"{indent}<{element.name}{attributes}>"
    yield from _content(element.children, indent)
    yield f"{indent}</{element.name}>"


def _content(children: Sequence[Element | str], indent: str) -> Iterator[str]:
    for child in children:
        if isinstance(child, Element):
            yield from _lines(child, indent + " ")
        else:
            # A line that begins with a colon could be a command to a build server that reads the document as a log.
            yield re.sub(r"^(\s*):", r"\1&#58;", text(child))
