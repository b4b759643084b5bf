"""Past versions read part by part, held to reading them as a whole."""

from collections import Counter
from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verify.model.history import PastFact
from verify.model.memory import Role
from verify.readers.document import read_document
from verify.readers.facts import place_footers
from verify.readers.markdown import parse
from verify.readers.outline import NestedTooDeeplyError
from verify.readers.past_facts import past_facts
from verify.readers.versions import VersionReader

LINES = st.sampled_from(
    [
        "# Continuity",
        "## Architectural Invariants",
        "## Key Decisions",
        "Setext",
        "------",
        "- One queue",
        "* [ ] (blueprint) Tune it",
        "- [x] Done",
        "  wrapped `code` text",
        "  <!-- id: a-b | tier: core -->",
        "    <!-- id: deep-one -->",
        "<!-- id: c-d | created: 2026-03-01 -->",
        "  - nested",
        "    <!-- id: e-f | superseded-by: a-b -->",
        "> quoted <!-- id: in-quote -->",
        "lazy text",
        "| a | b |",
        "|---|---|",
        "| c | <!-- id: in-row --> |",
        "```",
        "<!-- a note",
        "  <!-- id: left-open | tier: core",
        "- item <!-- id: open-too",
        "-->",
        "<pre>",
        "- - -",
        "- ",
        "-",
        "- **Bold** text <!-- id: i-j -->",
        "- - inner",
        "- * * x",
        "+ plus <!-- id: k-l -->",
        "***",
        "",
        "",
        "1. [ ] ordered",
        "   <!-- id: g-h -->",
        "`open",
        "\ttab <!-- id: after-tab -->",
        "<div>",
        "</div>",
        " <b>bold</b> <!-- id: m-n -->",
        "  <br>",
        "- " * 30 + "deep <!-- id: o-p -->",
    ]
)


ROLES = st.sampled_from([Role.CONTINUITY, Role.ARCHIVE, Role.VISION])


FIELDS = PastFact.__struct_fields__
BUT_TEXT = tuple(name for name in FIELDS if name != "text")


def all_of(facts: Iterable[PastFact], fields: tuple[str, ...] = FIELDS) -> Counter[tuple[object, ...]]:
    return Counter(tuple(getattr(fact, name) for name in fields) for fact in facts)


@settings(max_examples=500)
@given(st.lists(LINES, max_size=22), ROLES)
def test_parts_and_whole_give_the_same_facts(lines: list[str], role: Role) -> None:
    text = "\n".join(lines)
    by_parts = Counter((f.id, f.kind, f.store, f.checkbox, f.superseded) for f in VersionReader().read(role, text))
    try:
        whole = read_document("x.md", role, text).facts
    except NestedTooDeeplyError:
        whole = ()
    assert by_parts == Counter((f.id, f.kind, f.store, f.checkbox, f.superseded) for f in whole)


@settings(max_examples=500)
@given(st.lists(LINES, max_size=22), ROLES)
def test_parts_are_read_as_they_stand_in_the_whole(lines: list[str], role: Role) -> None:
    try:
        whole = past_facts(place_footers("", role, lines, parse(lines)))
    except NestedTooDeeplyError:
        whole = ()
    # A footer that ends no block has the text of its part only.
    assert all_of(VersionReader().read(role, "\n".join(lines)), BUT_TEXT) == all_of(whole, BUT_TEXT)


@settings(max_examples=200)
@given(st.lists(st.tuples(ROLES, st.lists(LINES, max_size=16)), min_size=2, max_size=5))
def test_what_was_read_before_changes_nothing(versions: list[tuple[Role, list[str]]]) -> None:
    reader = VersionReader()
    for role, lines in versions:
        text = "\n".join(lines)
        assert all_of(reader.read(role, text)) == all_of(VersionReader().read(role, text))


@pytest.mark.parametrize("behind", ["", "```\n", "<pre>\n", "~~~\n", "- z\n"])
def test_what_stands_in_html_is_not_nested(behind: str) -> None:
    deep = "- " * 29 + "x <!-- n -->"
    text = f"<div>\n{deep}\n\n- y <!-- id: a-b -->\n\n{behind}"
    assert [fact.id for fact in VersionReader().read(Role.CONTINUITY, text)] == ["a-b"]


def test_what_did_not_change_is_the_same_object() -> None:
    reader = VersionReader()
    (kept, _) = reader.read(Role.CONTINUITY, "- One\n  <!-- id: a-b -->\n- Two\n  <!-- id: c-d -->\n")
    (again, _) = reader.read(Role.CONTINUITY, "- One\n  <!-- id: a-b -->\n- Three\n  <!-- id: c-d -->\n")
    assert kept is again


def test_the_text_of_a_fact_is_what_a_reader_sees_of_its_own() -> None:
    text = "> - [ ] **One** `queue`\n>   wrapped <!-- id: a-b -->\n>   - nested\n>     <!-- id: c-d -->\n>   - plain\n"
    first, second = VersionReader().read(Role.CONTINUITY, text)
    assert (first.text, second.text) == ("**One** `queue`\nwrapped\nplain", "nested")
