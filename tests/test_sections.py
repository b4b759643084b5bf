"""The plain scan for headings, held to the Markdown parser."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verify.readers.markdown import split_lines
from verify.readers.sections import headings, parsed_headings, reference_sections

LINES = st.sampled_from(
    [
        "## Memory References",
        "### Memory References (all)",
        "# Title #",
        "#### Detail",
        "#no heading",
        "- Referenced: a-b",
        "  wrapped, c-d",
        "```",
        "~~~~",
        "````md",
        "    ## indented code",
        "  ## Memory References",
        "> ## quoted",
        "<!-- a comment",
        "-->",
        "<div>",
        "---",
        "===",
        "text",
        "",
        "- ```",
        "  ```",
        "1. ## in a list",
        "\t# tab",
    ]
)


@settings(max_examples=400)
@given(st.lists(LINES, max_size=25))
def test_both_ways_see_the_same_headings(lines: list[str]) -> None:
    assert headings(lines) == list(parsed_headings(lines))


@pytest.mark.parametrize(
    "title",
    [
        "## Memory References",
        "### MEMORY REFERENCES:",
        "## Memory References (this session)",
        "## **Memory References**",
        "## Memory references ##",
        "Memory References\n-----------------",
    ],
)
def test_the_heading_has_many_spellings(title: str) -> None:
    sections = reference_sections(f"# Session\n\n{title}\n\n- Referenced: a-b\n\n## Next\n\n- Referenced: c-d\n")
    assert [[line for line in section.lines if line] for section in sections] == [["- Referenced: a-b"]]


@pytest.mark.parametrize("title", ["# Memory References", "#### Memory References", "## Memory References today"])
def test_other_headings_are_none(title: str) -> None:
    assert reference_sections(f"{title}\n\n- Referenced: a-b\n") == []


def test_a_section_ends_at_a_heading_of_its_own_level() -> None:
    text = "## Memory References\n- Created: a-b\n### Detail\n- Updated: c-d\n## Summary\n"
    (section,) = reference_sections(text)
    assert section.first == 2
    assert section.lines == ["- Created: a-b", "### Detail", "- Updated: c-d"]


def test_only_a_line_feed_ends_a_line() -> None:
    assert split_lines("\ufeffa\r\nb\u2028c\x0cd\re\n") == ["a", "b\u2028c\x0cd e", ""]
