"""The outline of any Markdown file, by the CommonMark parser."""

from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

from verify.readers.outline import NESTING_CAP, BlockKind, Headings, NestedTooDeeplyError, Outline
from verify.readers.outline_builder import OutlineBuilder

_BLOCKS = {
    "list_item": BlockKind.ITEM,
    "blockquote": BlockKind.QUOTE,
    "paragraph": BlockKind.PARAGRAPH,
    "heading": BlockKind.HEADING,
    "tr": BlockKind.ROW,
}


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"maxNesting": NESTING_CAP}).enable("table")
    # A run of link definitions costs quadratic time, and nothing here needs them resolved.
    parser.disable("reference")
    parser.core.ruler.enableOnly(["normalize", "block"])
    return parser


def parsed_outline(lines: list[str], headings: Headings) -> Outline:
    """Read the blocks of a file. Raises NestedTooDeeplyError."""
    builder = OutlineBuilder(lines, headings)
    for token in _parser().parse("\n".join(lines)):
        if token.level >= NESTING_CAP - 1:
            raise NestedTooDeeplyError
        _take(builder, token)
    return builder.outline


def _take(builder: OutlineBuilder, token: Token) -> None:
    start, end = token.map or (0, 0)
    kind = _BLOCKS.get(token.type.removesuffix("_open").removesuffix("_close"))
    if kind and token.nesting < 0:
        builder.close()
    elif kind:
        builder.open(kind, start, end, int(token.tag[1]) if kind is BlockKind.HEADING else 0)
    elif token.type == "inline":
        builder.inline(start, token.content)
    elif token.type == "html_block":
        builder.html(start, end)
    elif token.type == "hr":
        builder.rule()
    elif token.type in {"fence", "code_block"}:
        builder.outline.code.update(range(start, end))
