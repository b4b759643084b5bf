"""The block structure of a Markdown file, as CommonMark (with tables) defines it."""

from enum import Enum
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token
from msgspec import Struct, field

from verify.model.facts import Checkbox
from verify.readers.inline import Comment, Inline, raw_comments, scan

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


def split_lines(text: str) -> list[str]:
    """Split at line feeds only; a carriage return before one belongs to the line end, others become spaces."""
    lines = text.removeprefix("\ufeff").split("\n")
    return [line.removesuffix("\r").replace("\r", " ") for line in lines] if "\r" in text else lines


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"maxNesting": NESTING_CAP}).enable("table")
    # A run of link definitions costs quadratic time, and nothing here needs them resolved.
    parser.disable("reference")
    parser.core.ruler.enableOnly(["normalize", "block"])
    return parser


def parse(lines: list[str], headings: Headings = ()) -> Outline:
    """Read the blocks of a file, or of a part of it that stands below some headings.

    Raises NestedTooDeeplyError.
    """
    root = Block(BlockKind.DOCUMENT, 0, len(lines), None, ())
    builder = _Builder(lines, Outline(root, headings=headings))
    for token in _parser().parse("\n".join(lines)):
        if token.level >= NESTING_CAP - 1:
            raise NestedTooDeeplyError
        builder.take(token)
    return builder.outline


_CONTAINERS = {"list_item": BlockKind.ITEM, "blockquote": BlockKind.QUOTE}
_LEAVES = {"paragraph": BlockKind.PARAGRAPH, "heading": BlockKind.HEADING, "tr": BlockKind.ROW}
_BOXES = {"[ ]": Checkbox.OPEN, "[x]": Checkbox.DONE, "[X]": Checkbox.DONE}


class _Builder:
    """Turns the flat list of tokens into blocks."""

    def __init__(self, lines: list[str], outline: Outline) -> None:
        self.outline = outline
        self._lines = lines
        self._open: list[Block] = [outline.root]
        self._ruled = False

    def take(self, token: Token) -> None:
        start, end = token.map or (0, 0)
        name = token.type.removesuffix("_open").removesuffix("_close")
        self._ruled = self._ruled or token.type == "hr"
        if token.type in {"fence", "code_block"}:
            self.outline.code.update(range(start, end))
        elif token.type == "html_block":
            self._html(start, end)
        elif token.type == "inline":
            self._inline(start, token.content)
        elif name in _CONTAINERS or name in _LEAVES:
            self._step(token, (_CONTAINERS | _LEAVES)[name], start, end)

    def _step(self, token: Token, kind: BlockKind, start: int, end: int) -> None:
        if token.nesting < 0:
            self._close()
            return
        level = int(token.tag[1]) if kind is BlockKind.HEADING else 0
        if level:
            self.outline.headings = tuple(h for h in self.outline.headings if h[0] < level)
        self._ruled = False
        parent = self._open[-1]
        block = Block(kind, start, end, parent, tuple(title for _, title in self.outline.headings), level)
        parent.children.append(block)
        self.outline.blocks.append(block)
        self._open.append(block)
        if kind is BlockKind.ROW:
            self._text(start, scan(self._lines[start]))

    def _close(self) -> None:
        block = self._open.pop()
        if block.kind is BlockKind.HEADING:
            self.outline.headings += ((block.level, block.text.strip()),)

    def _inline(self, line: int, content: str) -> None:
        block = self._open[-1]
        if block.kind is BlockKind.ROW:
            return
        inline = scan(content)
        parent = block.parent
        if block.kind is BlockKind.PARAGRAPH and parent and parent.kind is BlockKind.ITEM:
            if not parent.texts:
                box = content[:3] if content[3:4] in {"", " ", "\t", "\n"} else ""
                parent.checkbox = _BOXES.get(box, Checkbox.NONE)
            parent.texts.append((line, inline))
        self._text(line, inline)

    def _text(self, line: int, inline: Inline) -> None:
        block = self._open[-1]
        block.texts.append((line, inline))
        owner = block
        while owner.kind is BlockKind.PARAGRAPH and owner.parent and owner.parent.parent:
            owner = owner.parent
        self._place(inline.visible, line, inline.comments, owner)

    def _html(self, start: int, end: int) -> None:
        text = "\n".join(self._lines[start:end])
        container = self._open[-1]
        block = container
        if container.kind is BlockKind.DOCUMENT and container.children and not self._ruled:
            block = container.children[-1]
        self._place(text, start, raw_comments(text), block)

    def _place(self, text: str, line: int, comments: tuple[Comment, ...], block: Block) -> None:
        position = 0
        for comment in comments:
            line += text.count("\n", position, comment.start)
            position = comment.start
            self.outline.comments.append(Placed(comment, line, block))
