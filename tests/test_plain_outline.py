"""The plain reading of Markdown gives what the parser gives, or nothing."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it.common.html_blocks import block_names

from tests.loaded import LOADED
from tests.markdown_texts import documents
from tests.outline_shape import shape
from tests.run_command import verify
from verify.readers.markdown import parse, split_lines
from verify.readers.markdown_tokens import parsed_outline
from verify.readers.outline import Headings, NestedTooDeeplyError
from verify.readers.plain_grammar import HTML_NAMES
from verify.readers.plain_outline import DEPTH_CAP, plain_outline

SOURCE = split_lines(
    """# Continuity — bakery

> Shared ground truth. Each fact carries a footer:
> `<!-- id: kebab-id | uses: N -->`
>
> - see `REVIEW.md`

---

## Project State

- **project:** bakery  # what it
                       #     bakes
- **status:** v4 — a vendor-neutral memory. Three layers: **backward memory**
  (`serves:` and `- [ ]`), a forward loop
  <the log's stem> and more
  <!-- id: status-line | created: 2026-03-02 | tier: core -->

## Open Threads
- [x] **Shipped.** One
  two <!-- id: shipped-one | uses: 1 -->
  - nested *one*
    <!-- id: nested-one -->

    1. first
    2. second
       goes on
- [ ] Open (blueprint)
<!-- id: open-one | tier: active -->

| Date | Score |
|---|---|
| 2026-06-14 | - <!-- id: in-row --> |

```sh
- no item <!-- id: in-code -->
```

<!-- a note
of two lines -->
Last words
"""
)
HEADINGS = st.sampled_from([(), ((1, "Continuity"), (2, "Key Decisions"))])


def assert_same(lines: list[str], headings: Headings = ()) -> bool:
    """Hold both ways to each other; return whether the lines are plain."""
    plain = plain_outline(lines, headings)
    assert plain is None or shape(plain) == shape(parsed_outline(lines, headings))
    return plain is not None


@settings(max_examples=1500)
@given(documents(SOURCE), HEADINGS)
def test_what_is_plain_is_read_as_the_parser_reads_it(lines: list[str], headings: Headings) -> None:
    assert_same(lines, headings)


def test_a_memory_of_all_usual_blocks_is_plain() -> None:
    assert assert_same(SOURCE)
    outline = parse(SOURCE)
    assert {block.kind.value for block in outline.blocks} >= {"list item", "quote", "table row", "heading"}
    assert len(outline.comments) == 6
    assert outline.code == {34, 35, 36}


@pytest.mark.parametrize(
    "lines",
    [
        ["a", "==="],
        ["a", "---"],
        ["a | b", "---|---"],
        ["# a | b", "--- | ---"],
        ["<!-- a | b", "|---|---|", "-->"],
        ["> a", "lazy"],
        ["> a", ">", ">", "", "b"],
        ["> > a"],
        ["-", "  a"],
        ["- # a"],
        ["- - a"],
        ["-     a"],
        ["    code"],
        ["- a", "\tb"],
        ["```", "a"],
        ["- ```", "  b", "  ```"],
        ["- a", "", "  ```", "b", "  ```"],
        ["- a", "", "  <!-- b", "c -->"],
        ["a", "| b |", "|---|", "|---|"],
        ["| a \\| b |", "|---|---|"],
        ["<!-- a"],
        ["<div>", "a"],
        ["a", "<p>"],
        ["a\0"],
        ["a\xa0"],
    ],
    ids=ascii,
)
def test_what_is_doubtful_is_left_to_the_parser(lines: list[str]) -> None:
    assert plain_outline(lines, ()) is None


@pytest.mark.parametrize(
    "lines",
    [
        ["```", "    ```", "``", "~~~", "````  ", "# a"],
        ["- a", "", "  ~~~ `", "      ~~~", "", "  ~~~", "b"],
        ["- a", "      <!-- b -->", "      - c", "lazy", "  2. d", "1. e"],
        ["| a `x|y` |", "|---|--:|", "| b |", "||", "", "| c |", "|-|"],
        ["- a", "  > b", "  > - c", "  >   <!-- id: d -->", "", "- e", "", "   f"],
    ],
    ids=ascii,
)
def test_what_is_plain_without_doubt_is_read(lines: list[str]) -> None:
    assert assert_same(lines)


@pytest.mark.parametrize("count", [998, 999, 1000, 1001, 1999, 2500])
@pytest.mark.parametrize("line", ["  b", "   2. c", "  <b>", "      - d"])
def test_a_long_paragraph_is_one(count: int, line: str) -> None:
    assert assert_same(["- a", *["  b"] * count, line, "  c", "", "d"])


@pytest.mark.parametrize("count", [998, 999, 1000, 2500])
def test_many_blank_lines_change_nothing(count: int) -> None:
    assert_same(["- a", *[" "] * count, "  b"])


@pytest.mark.parametrize("depth", [1, DEPTH_CAP - 1, DEPTH_CAP, DEPTH_CAP + 1])
def test_items_stand_in_each_other_up_to_a_depth(depth: int) -> None:
    assert assert_same(["  " * level + "- a" for level in range(depth)]) == (depth <= DEPTH_CAP)


def test_what_is_nested_too_deeply_is_so_behind_plain_text_too() -> None:
    with pytest.raises(NestedTooDeeplyError):
        parse(["text", "", *("  " * level + "- a" for level in range(40))])


def test_tags_that_begin_a_block_are_those_of_the_parser() -> None:
    assert {*block_names, "script", "pre", "style", "textarea"} <= HTML_NAMES


def test_a_usual_check_does_not_load_the_parser(tmp_path: Path) -> None:
    root = tmp_path / "bakery"
    assert verify("example", root).status == 0
    command = [sys.executable, "-I", "-c", LOADED, "check", str(root)]
    for place in ({"CI": "true"}, {}):
        environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), **place}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 1, done.stderr
        loaded = {*done.stderr.split()}
        assert "verify.readers.plain_outline" in loaded
        assert not {"markdown_it", "mdurl"} & loaded
