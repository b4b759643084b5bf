"""Markdown for GitHub: whatever stands in a memory is shown, and no more than has room."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest
from hypothesis import given
from markdown_it import MarkdownIt
from markdown_it.token import Token

from reports.escaping import inert, visible
from reports.markdown import LIMIT, render
from tests.hostile_text import LONG, TEXTS
from tests.report_samples import CHANGED, CLEAN, EMPTY, EXCERPTS, FULL, UNCHECKED, crowd, filled, golden
from verify.model.report import Report, Severity

SAMPLES = {"clean": CLEAN, "empty": EMPTY, "excerpts": EXCERPTS, "full": FULL, "changed": CHANGED, "un": UNCHECKED}
READER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
OWN_TAGS = {"<details>", "</details>", "<summary>", "</summary>", "<code>", "</code>", "<br>"}
TAG = re.compile(r"<[^>]*>")
# What GitHub looks for in the text that is left when the markup is read.
ACTIVE = re.compile(r"@[\w-]|#\d|\bgh-\d|://|\bwww\.|:[\w+-]{1,50}:", re.IGNORECASE | re.MULTILINE)


class Shown(HTMLParser):
    """The text of a page, and the elements that are open or were never opened."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.text: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += attrs
        if tag not in {"br", "hr"}:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag != "br":
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def tokens(stream: list[Token]) -> Iterator[Token]:
    for token in stream:
        yield token
        yield from tokens(token.children or [])


def read(report: Report) -> str:
    """Return what a reader sees, after every rule that keeps text from acting has been tested."""
    source = render(report)
    assert len(source.encode()) <= LIMIT
    assert all(line == visible(line) == inert(line) for line in source.split("\n"))
    for token in tokens(READER.parse(source)):
        assert token.type not in {"link_open", "image", "code_inline", "fence", "code_block", "em_open", "s_open"}
        if token.type in {"html_inline", "html_block"}:
            assert set(TAG.findall(token.content)) <= OWN_TAGS, token.content
    page = Shown()
    page.feed(READER.render(source))
    page.close()
    assert page.open == []
    assert {name for name, _ in page.attributes} <= {"style"}
    # GitHub looks at each piece of text between tags.
    assert not [text for text in page.text if ACTIVE.search(text.replace("\u200b", "\0"))]
    return "".join(page.text).replace("\u200b", "")


@pytest.mark.parametrize("report", SAMPLES.values(), ids=SAMPLES)
def test_a_report_is_markdown_that_acts_nowhere(report: Report) -> None:
    read(report)


def test_the_report_is_the_stored_report() -> None:
    text = render(CHANGED)
    assert text == golden("changed.md", text)


@given(TEXTS)
def test_any_text_is_only_text(text: str) -> None:
    read(filled(text))


@pytest.mark.parametrize("text", LONG, ids=lambda text: ascii(text[:3]))
def test_a_very_long_text_is_cut(text: str) -> None:
    read(filled(text))


def test_the_verdict_comes_first_then_what_was_not_checked() -> None:
    shown = read(CHANGED)
    assert shown.startswith("Memory check: incomplete, 2 problems · 2 errors, 1 warning, 1 note.")
    order = ["Incomplete - 2 problems", "Not checked - 5 checks, 5 other memories", "over-archived", "2 ignored, each"]
    positions = [shown.index(part) for part in order]
    assert positions == sorted(positions)
    for part in (
        "12 claims",
        "12 stood there before",
        "1 left out",
        "redacted a customer name",
        "this clone is shallow",
    ):
        assert part in shown


def test_a_clean_report_is_two_lines() -> None:
    assert read(CLEAN).startswith("Memory check: nothing found.")
    assert "<" not in render(CLEAN)


def test_what_has_no_room_is_counted() -> None:
    shown = read(crowd(2000, Severity.ERROR))
    listed = len(re.findall(r"message \d+", shown))
    assert 100 < listed < 2000
    assert f"{2000 - listed} lines left out for want of room" in shown
    assert "2000 errors" in shown
    assert "memory/0000.md:1, memory/0002.md:3, memory/0004.md:5 and 997 more" in shown


def test_one_fix_is_said_once() -> None:
    assert read(crowd(10)).count("Mend it, or say why not.") == 2
