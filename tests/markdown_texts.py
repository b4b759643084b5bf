"""Markdown in which blocks begin, end and interrupt each other in every way, for property tests."""

from hypothesis import strategies as st

Lines = list[str]

PIECES = (
    *("- ", "* ", "+ ", "-", "*", "+", "1. ", "2. ", "1) ", "01. ", "123456789. ", "1234567890. ", "1.", "9"),
    *("#", "# ", "## ", "###### ", "####### ", " #", ">", "> ", ">> ", "> > "),
    *("```", "````", "``` x", "~~~", "`", "``", "---", "--", "- - -", "***", "* * *", "___", "_ _", "===", "="),
    *("<!--", "-->", "<!-- id: a-b -->", "<!-- id: b | tier: core -->", "<!-- id: c", "<!-- x", "<!-->"),
    *("| a | b |", "|---|---|", "|---|", "| - | :-: |", "--|--", "a | b", "\\|", ":--", "[ ] ", "[x] ", "[X]"),
    *("<div>", "</p>", "<p-x>", "<h1>", "<b>t</b>", "<session>", "<pre", "<?", "<!A", "<"),
    *("a", "b c", "**bold**", "*i*", "_", "\\", "&amp;", "[l](u)", "[a]: b", "é", "."),
    *(" ", "   ", "\t", "\r", "\0", "\f", "\v", "\x1c", "\x85", "\xa0", "\u2028", "\u3000", "\ufeff"),
)
LEADS = ("", "", "", " ", "  ", "  ", "   ", "    ", "     ", "      ", "> ", ">", "  > ", "   > ", "\t")
USUAL = (
    *("text", "a | b", "**b** `x` c", "- item", "- [x] done <!-- id: a-b -->", "* item", "1. one", "2. two", "10) ten"),
    *("# Title", "## Key Decisions ##", "<!-- id: c-d | tier: core -->", "<!-- a", "b -->", "> quote", "> - quoted"),
    *(">", "```", "~~~", "---", "***", "===", "| a | b |", "|---|---|", "| c | d <!-- id: in-row --> |", "<b> x"),
    *("", "", "", "", "#tag", "-x", "[ ] open", "`- x", "<!-- id: left-open", "-"),
)
SPACES = (0, 0, 0, 0, 2, 2, 2, 3, 4, 4, 1, 5, 6, 8)

_pieces = st.lists(st.sampled_from(PIECES), max_size=4).map("".join)
_wild = st.builds(str.__add__, st.sampled_from(LEADS), _pieces)
_usual = st.builds(lambda spaces, text: " " * spaces + text, st.sampled_from(SPACES), st.sampled_from(USUAL))
_lines = st.lists(_usual, max_size=16) | st.lists(_wild, max_size=12) | st.lists(_usual | _wild, max_size=16)


@st.composite
def _quoted(draw: st.DrawFn) -> Lines:
    lines = draw(st.lists(_usual, max_size=10))
    start, end = sorted(draw(st.tuples(*[st.integers(0, len(lines))] * 2)))
    mark = draw(st.sampled_from(["> ", ">", ">  ", "  > "]))
    behind = draw(st.sampled_from([[], [""]]))
    return [*lines[:start], *(mark + line for line in lines[start:end]), *behind, *lines[end:]]


@st.composite
def _grown(draw: st.DrawFn) -> Lines:
    """Lines that mostly stand where the content of an item before them does."""
    columns, lines = [0], []
    for text in draw(st.lists(st.sampled_from(USUAL), max_size=20)):
        column = draw(st.sampled_from(columns))
        columns = columns[: columns.index(column) + 1]
        column = max(0, column + draw(st.sampled_from([0] * 12 + [1, 2, 3, 4, -1])))
        lines.append(" " * column + text if text else text)
        if text[:1].isdigit() or text[:2] in {"- ", "* "}:
            columns.append(column + text.index(" ") + 1)
    return lines


@st.composite
def mutated(draw: st.DrawFn, source: Lines) -> Lines:
    """Some lines of a source with a few of them changed, gone, or new."""
    start = draw(st.integers(0, len(source) - 1))
    lines = source[start : start + draw(st.sampled_from([4, 8, 16, 40]))]
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(lines) - 1))
        line, cut = lines[at], draw(st.integers(0, 6))
        new = [draw(_wild | _usual)]
        changed = [[line[cut:]], [draw(st.sampled_from(LEADS)) + line], [line[:cut], line[cut:]], [line, *new], new]
        lines[at : at + 1] = draw(st.sampled_from(changed))
    return lines


def documents(source: Lines) -> st.SearchStrategy[Lines]:
    """Lines of all these kinds; those of a source among them."""
    return _lines | _quoted() | _grown() | mutated(source)
