"""The commands that the documentation shows, as it shows them."""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PROJECT = Path(__file__).parents[1]
PAGES = [PROJECT / "README.md", *sorted((PROJECT / "docs").rglob("*.md"))]
_FENCED = re.compile(r"^( *)(`{3,})([^`\n]*)\n(.*?)^\1\2`*$", re.MULTILINE | re.DOTALL)
_PROMPT = re.compile(r"^\$ ", re.MULTILINE)
_COMMAND = re.compile(r"^ *(?:- )?(?:\$ |exec |[\w-]+: )?((?:memory-)?verify (?!-->).*)$", re.MULTILINE)
_INLINE = re.compile(r"(?<!`)`(?:memory-)?(verify [^`\n]+)`(?!`)")


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block of a page."""

    page: str
    language: str
    text: str

    def examples(self) -> list[tuple[str, str]]:
        """Return each command behind a prompt with the output below it."""
        parts = (part.partition("\n") for part in _PROMPT.split(self.text)[1:])
        return [(re.sub(r" +# .*$", "", command), output) for command, _, output in parts]

    def commands(self) -> list[str]:
        """Return each line that starts this program, whatever the language."""
        return _COMMAND.findall(self.text)


def name_of(page: Path) -> str:
    """Return how a page is called: its path in the project."""
    return page.relative_to(PROJECT).as_posix()


def blocks(page: Path) -> list[Block]:
    """Return all fenced blocks of a page."""
    found = _FENCED.findall(page.read_text(encoding="utf-8"))
    return [Block(name_of(page), language.strip(), text) for _, _, language, text in found]


def prose(page: Path) -> str:
    """Return a page without its fenced blocks."""
    return _FENCED.sub("", page.read_text(encoding="utf-8"))


def inline_commands(page: Path) -> Iterator[list[str]]:
    """Yield the words of each command that stands in a sentence of a page, in backticks."""
    for command in _INLINE.findall(prose(page)):
        yield shlex.split(command, comments=True)


def shown(output: str) -> re.Pattern[str]:
    """Return what an output must match: a line ``...`` is any number of lines, ``...`` at an end any rest of it."""
    lines = [".*" if line == "..." else re.escape(line).replace(r"\.\.\.", "[^\n]*") for line in output.splitlines()]
    text = "\n".join(lines).replace(".*\n", "(?:.*\n)??").removesuffix("\n")
    return re.compile(rf"{text}\n?", re.DOTALL)
