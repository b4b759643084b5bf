"""The text of paragraphs and headings in plain Markdown."""

import re

from verify.readers.plain_grammar import CODE_INDENT, DOUBTFUL, HTML_NAMES, MORE, UnusualError


def end_of_paragraph(text: str, end: int, column: int) -> int:
    """Return where a paragraph ends whose text begins at a column; some lines are text because of where they stand."""
    while True:
        while (more := MORE.match(text, end)) and more[0]:
            end = more.end()
        doubtful = DOUBTFUL.match(text, end)
        if not doubtful or not _is_text(doubtful, column):
            return end
        end = doubtful.end()


def _is_text(line: re.Match[str], column: int) -> bool:
    """Whether a paragraph whose text begins at a column goes on in a line that looks like the begin of a block."""
    indent = len(line[1]) - column
    if indent >= CODE_INDENT:
        return True
    if line["number"]:
        return indent >= 0 and int(line["number"]) != 1
    return line["tag"] is not None and line["tag"].lower() not in HTML_NAMES


def dedented(text: str, breaks: int, column: int) -> str:
    """Return a text without the first spaces of each line but the first, as many as are before a column."""
    lead = "\n" + " " * column
    if text.count(lead) == breaks:
        return text.replace(lead, "\n")
    return re.sub(rf"\n {{0,{column}}}", "\n", text)


def trimmed(text: str) -> str:
    """Return a text without space at its ends; what counts as such there is clear of the usual ones only."""
    text = text.strip(" \n")
    if text[:1].isspace() or text[-1:].isspace():
        raise UnusualError
    return text


def level_of(heading: str) -> int:
    """Return the number of marks before a heading."""
    return len(heading) - len(heading.lstrip("#"))


def title(heading: str) -> str:
    """Return what stands between the marks of a heading."""
    text = heading[level_of(heading) :].rstrip(" ")
    unmarked = text.rstrip("#")
    return trimmed(unmarked if unmarked.endswith(" ") else text)
