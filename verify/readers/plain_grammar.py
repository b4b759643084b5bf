"""How the blocks of plain Markdown begin, as regular expressions.

A pattern is possessive where one kind of sign repeats; whatever else repeats has nothing behind it that could fail.
"""

import re

UNUSUAL = "\t\r\0"
"""Signs that a plain file has none of."""
HTML_NAMES = {
    *("address", "article", "aside", "base", "basefont", "blockquote", "body", "caption", "center", "col", "colgroup"),
    *("dd", "details", "dialog", "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form"),
    *("frame", "frameset", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hr", "html", "iframe", "legend"),
    *("li", "link", "main", "menu", "menuitem", "nav", "noframes", "ol", "optgroup", "option", "p", "param", "pre"),
    *("script", "search", "section", "style", "summary", "table", "tbody", "td", "textarea", "tfoot", "th", "thead"),
    *("title", "tr", "track", "ul"),
}
"""Tags that begin a block even behind text."""


class UnusualError(Exception):
    """Something is not plain."""


CODE_INDENT = 4
"""From as many spaces on, what is no text is code."""

_END = r"(?:\n|\Z)"
# What begins a block, or may be something else than text where it begins a line.
_MARKED = (
    r"(?:[-+*]|[0-9]{1,9}[.)]|#{1,6})(?:[ \n]|\Z)|```|~~~|>|<[A-Za-z!/?]"
    rf"|(?:[-:| ]++|=++ *+|(?:\* *+)+|(?:_ *+)+){_END}"
)
_LINE = rf"(?:[^-+*0-9#`~><:|=_ \n]|(?!{_MARKED})[^ \n])[^\n]*+"
BLOCK = re.compile(
    r"(?P<blank>(?: *+\n){0,999})(?P<indent> *+)(?:"
    rf"(?P<table>\|[^\n]*+\n *+\|[-:| ]*+(?={_END}))"
    rf"|(?P<marker>(?:[-+*]|[0-9]{{1,9}}[.)]) {{1,4}}+)?(?P<body>{_LINE})"
    r"|(?P<comment><!--[^\n]*+)"
    r"|(?P<heading>#{1,6}(?=[ \n]|\Z)[^\n]*+)"
    r"|(?P<quote>>)"
    rf"|(?P<fence>`{{3,}}+[^`\n]*+|~{{3,}}+[^\n]*+)(?={_END})"
    rf"|(?P<rule>(?:- *+){{3,}}|(?:\* *+){{3,}}|(?:_ *+){{3,}})(?={_END})"
    r"|(?P<end>\Z))"
)
"""Blank lines and the block behind them, of a paragraph only its first line."""
MORE = re.compile(rf"(?:\n *+{_LINE}){{0,999}}")
"""Lines in which a paragraph goes on, wherever they begin."""
DOUBTFUL = re.compile(
    r"\n( *+)(?:(?P<number>[0-9]{1,9})[.)](?=[ \n]|\Z)|<(?P<tag>[A-Za-z][A-Za-z0-9]*+)|(?=[^ \n]))[^\n]*+"
)
"""The line behind these: it may begin with the number of an item, with a tag, or with anything else."""
