"""Makes text from a checked repository harmless: whatever it holds is shown and none of it acts."""

import re
from unicodedata import category

# Controls, invisible and bidirectional formatting, line and paragraph separators.
_ACTIVE = {"Cc", "Cf", "Zl", "Zp"}
_SURROGATE = re.compile("[\ud800-\udfff]")
# Build servers obey such lines of a log; GitHub and Azure look for the second form anywhere in a line.
_COMMAND_LINE = re.compile(r"^(\s*):(?=:)")
_COMMAND = re.compile(r"#(?=#\w{0,20}\[)")


def encodable(text: str) -> str:
    r"""Return a text that UTF-8 can hold: a byte that was no UTF-8 stands there as ``\xff``."""
    return _SURROGATE.sub(_escaped_surrogate, text)


def visible(text: str) -> str:
    r"""Return a text on one line in which nothing acts: ``\x1b``, ``\n``, ``\u202e`` stand as escapes."""
    if text.isprintable():
        return text
    return "".join(_escape(c) if category(c) in _ACTIVE else c for c in encodable(text))


def inert(line: str) -> str:
    """Return a whole line of output that neither a terminal nor a build server takes for a command."""
    return without_commands(_COMMAND_LINE.sub(r"\1\\x3a", visible(line)), r"\x23")


def without_commands(text: str, escaped: str) -> str:
    """Replace the first sign of every ``##[`` by an escape of the target format."""
    return _COMMAND.sub(lambda _: escaped, text)


def _escaped_surrogate(found: re.Match[str]) -> str:
    byte = ord(found[0]) - 0xDC00
    return f"\\x{byte:02x}" if 0x80 <= byte <= 0xFF else _escape(found[0])


def _escape(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")
