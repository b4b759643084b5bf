"""The blocks of a Markdown file, as whatever reads them hands them on."""

from enum import Enum

from msgspec import Struct, field

from verify.model.facts import Checkbox
from verify.readers.inline import Comment, Inline

NESTING_CAP = 60


Headings = tuple[tuple[int, str], ...]
"""The headings in force at some place, outermost first: level and title."""


class NestedTooDeeplyError(Exception):
    """Blocks stand inside each other deeper than ``NESTING_CAP`` levels."""


class BlockKind(Enum):
    """What a block is; DOCUMENT is the file itself."""

    DOCUMENT = "document"
    ITEM = "list item"
    QUOTE = "quote"
    PARAGRAPH = "paragraph"
    HEADING = "heading"
    ROW = "table row"


class Block(Struct, eq=False):
    """One block: its lines ``start`` to ``end`` (from 0, end excluded) and what stands in it."""

    kind: BlockKind
    start: int
    end: int
    parent: "Block | None"
    headings: tuple[str, ...]
    level: int = 0
    """Of a heading."""
    checkbox: Checkbox = Checkbox.NONE
    texts: list[tuple[int, Inline]] = field(default_factory=list)
    """First line and inline text of each paragraph, heading or row directly in it."""
    children: list["Block"] = field(default_factory=list)

    @property
    def text(self) -> str:
        """What a reader sees of it, without code and comments."""
        return "\n".join(inline.visible for _, inline in self.texts)


class Placed(Struct, frozen=True):
    """A comment with its line (from 0) and the block that it ends."""

    comment: Comment
    line: int
    block: Block


class Outline(Struct):
    """All blocks in the order in which they begin, all comments, and the numbers (from 0) of code lines."""

    root: Block
    blocks: list[Block] = field(default_factory=list)
    comments: list[Placed] = field(default_factory=list)
    code: set[int] = field(default_factory=set)
    headings: Headings = ()
    """The headings in force at the end."""
