from unicodedata import category

import click
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from reports.escaping import inert, visible
from reports.text import render, render_styled
from reports.text.excerpt import cells, excerpt
from tests.report_samples import CLEAN, EMPTY, EXCERPTS, FULL, SEVERAL, UNCHECKED, filled, finding, golden
from verify.model.report import Report, Severity, Verdict

SAMPLES = {
    "clean": CLEAN,
    "empty": EMPTY,
    "excerpts": EXCERPTS,
    "full": FULL,
    "hostile": filled("::error::a\x1b[31m\nb\u202e##[error]\udcff"),
    "several": SEVERAL,
    "unchecked": UNCHECKED,
}
ACTIVE = ["\n", "\r", "\t", "\0", "\x1b[31m", "\x9b", "\x85", "\u2028", "\u202e", "\u2066", "\u200f", "\U000e0041"]
COMMANDS = ["::error::", " ::error::", "\u3000::", "#", "##[error]", "##vso[", "["]
HAZARDS = st.sampled_from([*ACTIVE, *COMMANDS, "\udcff", "\ud800", "記", "e\u0301", " "])
ANY_TEXT = st.lists(HAZARDS | st.characters(), max_size=60).map("".join)
# So short that even its escapes need no second line.
SHORT_TEXT = st.lists(HAZARDS | st.characters(), max_size=3).map("".join).filter(lambda text: len(visible(text)) < 35)


@pytest.mark.parametrize("name", SAMPLES)
def test_text_is_the_stored_text(name: str) -> None:
    text = render(SAMPLES[name])
    assert text == golden(f"{name}.txt", text)


def test_colours_are_the_stored_colours() -> None:
    text = render_styled(FULL).replace("\x1b", "\\e")
    assert text == golden("styled.txt", text)


@pytest.mark.parametrize("report", SAMPLES.values(), ids=SAMPLES)
def test_colours_only_decorate(report: Report) -> None:
    assert click.unstyle(render_styled(report)) == render(report)


@given(ANY_TEXT)
def test_colours_only_decorate_any_text(text: str) -> None:
    assert click.unstyle(render_styled(filled(text))) == render(filled(text))


@given(ANY_TEXT)
def test_nothing_in_the_text_acts(text: str) -> None:
    lines = render(filled(text)).split("\n")
    assert not [c for line in lines for c in line if category(c) in {"Cc", "Cf", "Cs", "Zl", "Zp"}]
    assert not [line for line in lines if line.strip().startswith("::") or "##[" in line or "##vso[" in line]


@given(SHORT_TEXT)
def test_no_text_breaks_out_of_its_line(text: str) -> None:
    assert render(filled(text)).count("\n") == render(filled("harmless")).count("\n")


@given(st.lists(HAZARDS | st.characters(exclude_characters="@")), st.integers(20, 60))
def test_pointer_stands_below_its_place(pieces: list[str], room: int) -> None:
    line = "".join([*pieces, "@", *reversed(pieces)])
    shown, pointer = excerpt(line, line.index("@") + 1, room)
    assert pointer == cells(shown[: shown.index("@")])
    assert cells(shown) <= room + len("\\U000e0041")


def test_pointer_is_left_out_where_the_line_ends_earlier() -> None:
    assert excerpt("short", 6, 80) == ("short", 5)
    assert excerpt("short", 7, 80) == ("short", None)


@given(ANY_TEXT)
def test_escaping_twice_is_escaping_once(text: str) -> None:
    assert visible(visible(text)) == visible(text)
    assert inert(inert(text)) == inert(text)


def test_a_check_of_which_something_stands_is_not_said_to_have_passed() -> None:
    stood = replace(finding("overdue", Severity.WARNING, None, "it is overdue"), reason="agreed")
    for report in (
        replace(CLEAN, findings=(stood,)),
        replace(CLEAN, findings=(replace(stood, baselined=True),)),
        replace(CLEAN, since="main (640ed939)"),
    ):
        text = render(report)
        assert text.splitlines()[-1].startswith("nothing new found · ")
        assert " · 3 checks found nothing new, 1 advisory check not run" in text
        assert "passed" not in text
        failed = replace(CLEAN.checked[0], verdict=Verdict.FAIL, count=1)
        assert "2 checks found nothing new, 1 failed" in render(replace(report, checked=(failed, *CLEAN.checked[1:])))


def test_what_was_not_checked_is_never_called_good() -> None:
    good = "all 3 checks passed"
    assert good in render(CLEAN)
    for checked in (UNCHECKED.checked, (), (*CLEAN.checked, UNCHECKED.checked[1])):
        assert "all " not in render(replace(CLEAN, checked=checked))
