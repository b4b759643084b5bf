"""The block structure of a Markdown file, as CommonMark (with tables) defines it."""

from verify.readers.outline import Headings, Outline
from verify.readers.plain_outline import plain_outline


def split_lines(text: str) -> list[str]:
    """Split at line feeds only; a carriage return before one belongs to the line end, others become spaces."""
    return sound_lines(text).split("\n")


def sound_lines(text: str) -> str:
    """Return a text without the mark of its encoding, and with no carriage return."""
    text = text.removeprefix("\ufeff")
    return text.replace("\r\n", "\n").removesuffix("\r").replace("\r", " ") if "\r" in text else text


def parse(lines: list[str], headings: Headings = ()) -> Outline:
    """Read the blocks of a file, or of a part of it that stands below some headings.

    Raises NestedTooDeeplyError.
    """
    outline = plain_outline(lines, headings)
    if outline is None:
        from verify.readers.markdown_tokens import parsed_outline  # noqa: PLC0415 - few files need the parser

        outline = parsed_outline(lines, headings)
    return outline
