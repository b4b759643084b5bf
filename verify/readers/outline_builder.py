"""Makes an outline of what is told of a file, block by block."""

from verify.model.facts import Checkbox
from verify.readers.inline import Comment, Inline, raw_comments, scan
from verify.readers.outline import Block, BlockKind, Headings, Outline, Placed

_BOXES = {"[ ]": Checkbox.OPEN, "[x]": Checkbox.DONE, "[X]": Checkbox.DONE}


class OutlineBuilder:
    """Is told of the blocks of a file in the order in which they begin and end."""

    def __init__(self, lines: list[str], headings: Headings) -> None:
        root = Block(BlockKind.DOCUMENT, 0, len(lines), None, ())
        self.outline = Outline(root, headings=headings)
        self._lines = lines
        self._open = [root]
        self._titles = tuple(title for _, title in headings)
        self._ruled = False

    def open(self, kind: BlockKind, start: int, end: int, level: int = 0) -> None:
        """Begin a block; ``level`` is that of a heading."""
        if level:
            self._head(tuple(heading for heading in self.outline.headings if heading[0] < level))
        self._ruled = False
        parent = self._open[-1]
        block = Block(kind, start, end, parent, self._titles, level)
        parent.children.append(block)
        self.outline.blocks.append(block)
        self._open.append(block)
        if kind is BlockKind.ROW:
            self._text(start, scan(self._lines[start]))

    def close(self) -> Block:
        """End the block that began last and is still open."""
        block = self._open.pop()
        if block.kind is BlockKind.HEADING:
            self._head((*self.outline.headings, (block.level, block.text.strip())))
        return block

    def rule(self) -> None:
        """Take a line across the page."""
        self._ruled = True

    def inline(self, line: int, content: str) -> None:
        """Take the text of the open paragraph, heading or cell."""
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

    def html(self, start: int, end: int) -> None:
        """Take lines of HTML."""
        text = "\n".join(self._lines[start:end])
        container = self._open[-1]
        block = container
        if container.kind is BlockKind.DOCUMENT and container.children and not self._ruled:
            block = container.children[-1]
        self._place(text, start, raw_comments(text), block)

    def _head(self, headings: Headings) -> None:
        self.outline.headings = headings
        self._titles = tuple(title for _, title in headings)

    def _text(self, line: int, inline: Inline) -> None:
        block = self._open[-1]
        block.texts.append((line, inline))
        if inline.comments:
            is_inner = block.kind is BlockKind.PARAGRAPH and block.parent and block.parent.parent
            self._place(inline.text, line, inline.comments, block.parent if is_inner and block.parent else block)

    def _place(self, text: str, line: int, comments: tuple[Comment, ...], block: Block) -> None:
        position = 0
        for comment in comments:
            line += text.count("\n", position, comment.start)
            position = comment.start
            self.outline.comments.append(Placed(comment, line, block))
