"""Comments and code spans, held to what the Markdown parser says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from verify.readers.inline import raw_comments, scan

PIECES = st.sampled_from(["`", "``", "\\", "<!--", "-->", " id: a-b ", "x", "\n", " ", "<!-- id: c -->", "`a-b`"])


@given(st.lists(PIECES, max_size=14).map("".join))
def test_closed_comments_are_those_of_the_markdown_parser(text: str) -> None:
    # The parser's own expression misreads a hyphen right before the end of a comment.
    text = text.strip().replace("--->", "-- >")
    parser = MarkdownIt("commonmark")
    expected = [
        child.content
        for token in parser.parseInline(text)
        for child in token.children or []
        if child.type == "html_inline"
    ]
    whole = [comment.text for comment in scan(text).comments]
    on_one_line = [comment for comment in whole if "\n" not in comment and comment.endswith("-->")]
    if not any("\n" in comment for comment in expected) and on_one_line == whole:
        assert whole == expected


@given(st.text(alphabet="`<!->\\ ab:id\n", max_size=80))
def test_what_stays_visible_keeps_its_place(text: str) -> None:
    visible = scan(text).visible
    assert len(visible) == len(text)
    assert visible.count("\n") == text.count("\n")


@pytest.mark.parametrize(
    ("text", "visible"),
    [
        ("see `retry-policy` here", "see  retry-policy  here"),
        ("run `make test` now", "run             now"),
        ("``a `b` c``", "           "),
        ("a \\` b <!-- x --> c", "a \\` b            c"),
        ("`open", "`open"),
    ],
)
def test_code_is_blanked_unless_it_is_an_id(text: str, visible: str) -> None:
    assert scan(text).visible == visible


def test_a_footer_never_swallows_the_next_line() -> None:
    comments = raw_comments("<!-- id: a-b | tier: core\n<!-- id: c-d -->\n")
    assert [(comment.text, comment.closed) for comment in comments] == [
        ("<!-- id: a-b | tier: core", False),
        ("<!-- id: c-d -->", True),
    ]


@pytest.mark.parametrize("piece", ["`", "``` ``", "<!--", "<!-- id: x", "-->", "\\", "`a", "<!-- x --> `b` "])
def test_hostile_repetition_is_read_in_linear_time(piece: str) -> None:
    assert len(scan(piece * 60_000).visible) == len(piece) * 60_000
    raw_comments(piece * 60_000)
