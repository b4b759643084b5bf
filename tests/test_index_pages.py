"""Pages of a store: links by CommonMark with their places, entries, front matter, and hostile texts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from verify.model.index import Link, Page
from verify.model.page_kind import PageKind
from verify.readers.index.front_matter import read_front_matter
from verify.readers.index.page import read_page
from verify.readers.index.targets import path_of
from verify.readers.outline import NestedTooDeeplyError

PIECES = st.sampled_from(
    [
        *("[a](b.md)", "[[c]]", "`", "``", "\n", "\n\n", "- ", "| ", "|---|"),
        *("<!--", "-->", "![", "](", "[", "]", "*", "x", "    ", "```\n"),
    ]
)


def page(text: str) -> Page:
    return read_page("memory/MEMORY.md", PageKind.INDEX, text)


def places(text: str) -> list[tuple[str, int, int]]:
    return [(link.written, link.location.line, link.location.column) for link in page(text).links]


def test_a_link_stands_where_it_is_written() -> None:
    text = "# A\n\n- one `code\n  of two lines` and [b](b.md)\n  [c](<c d.md>), [e][r]\n\n[r]: e%20f.md#part\n"
    assert places(text) == [("b.md", 4, 21), ("c d.md", 5, 3), ("e%20f.md", 5, 18)]


@pytest.mark.parametrize(
    "text",
    [
        "`[a](b.md)`",
        "```\n[a](b.md)\n```",
        "    [a](b.md)",
        "<!-- [a](b.md) -->",
        "text <!-- [a](b.md) --> text",
        "![a](b.md)",
        "\\[a](b.md)",
        '---\nname: "[a](b.md)"\n---\n',
    ],
)
def test_what_is_no_link(text: str) -> None:
    assert places(text) == []


@given(st.lists(PIECES, max_size=30).map("".join))
def test_links_are_those_of_the_plain_parser(text: str) -> None:
    plain = MarkdownIt("commonmark", {"maxNesting": 60}).enable("table")
    hrefs = [c.attrs["href"] for t in plain.parse(text) for c in t.children or () if c.type == "link_open"]
    assert [link.written for link in page(text).links] == [href for href in hrefs if path_of(str(href))]


@given(st.lists(PIECES, max_size=30).map("".join))
def test_a_link_stands_on_its_line(text: str) -> None:
    read = page(text)
    for link in read.links:
        assert "](" in "\n".join(read.lines[link.location.line - 1 : link.location.end_line])


@pytest.mark.parametrize(
    ("item", "is_entry"),
    [
        ("- [A](a.md)", True),
        ("- [ ] **[A](a.md)** - text", True),
        ("- 🍞 1. *[A](a.md)*", True),
        ("- [[a]] - text", True),
        ("- [A](https://example.com)", True),
        ("- see [A](a.md)", False),
        ("- `x` [A](a.md)", False),
        ("- text", False),
        ("[A](a.md)", False),
    ],
)
def test_entries(item: str, is_entry: bool) -> None:
    assert bool(page(f"# M\n\n{item}\n").entries) == is_entry


def test_a_row_is_an_entry_by_the_first_link_in_any_cell() -> None:
    entries = page("| [head](h.md) | b |\n|---|---|\n| text | [A](a.md) of loaves |\n| text | none |\n").entries
    assert [(entry.title, entry.hook, entry.location.line) for entry in entries] == [("A", "of loaves text", 3)]


def test_names_in_double_brackets_in_a_table() -> None:
    read = page("| a | b |\n|---|---|\n| [[one|text]] | [[two\\|text]] [[three]] |\n")
    assert sorted(link.name for link in read.wiki_links) == ["one", "three", "two"]


@pytest.mark.parametrize(
    "target",
    [
        *("https://x", "//x", "~/x.md", "mailto:a@b", "C:/x.md", "a{b}.md", "<x>.md", "*.md", "$HOME/x.md", "a...md"),
        *("x…", "YYYY-MM-DD.md", "/Users/a/x.md", "/loaves", "10.0.0.1/x", "github.com/a/b", "localhost:80/x.md", ""),
    ],
)
def test_targets_that_nobody_can_look_up(target: str) -> None:
    assert path_of(target) is None


@pytest.mark.parametrize(
    ("target", "path"),
    [("a%20b.md", "a b.md"), ("src/a.py:12-14", "src/a.py"), ("/docs/a.md", "/docs/a.md"), ("a", "a")],
)
def test_targets_that_are_paths(target: str, path: str) -> None:
    assert path_of(target) == path


def test_front_matter_that_yaml_refuses_is_read_line_by_line() -> None:
    front = read_front_matter(["---", "name: rye", "description: a: b", "metadata:", "  type: user", "---"])
    assert (front.get("name"), front.get("description"), front.get("type"), front.refused_at) == (
        "rye",
        "a: b",
        "user",
        3,
    )


@given(st.text(alphabet="-:# \tab[]{}&*!'\"\n", max_size=60))
def test_front_matter_never_fails(text: str) -> None:
    front = read_front_matter(["---", *text.split("\n")])
    assert front.lines <= text.count("\n") + 2


def test_deep_yaml_costs_no_stack() -> None:
    assert not read_front_matter(["---", "a: " + "[" * 20_000 + "]" * 20_000, "---"]).values.get("b")


@pytest.mark.parametrize("sign", ["[", "![", "[a](", "[[", "`", "*a _b ", "<!-- ", "|a", "- ", "> "])
def test_hostile_texts_end(sign: str) -> None:
    try:
        read = page(sign * 5000)
    except NestedTooDeeplyError:
        return
    assert all(isinstance(link, Link) for link in read.links)
