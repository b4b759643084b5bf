"""When two texts of a decision say the same, and what words of them differ."""

import pytest

from verify.graph.wording import changed_words, contains_wording, same_wording
from verify.model.facts import NodeKind

_DECISION, _BLUEPRINT, _VISION = NodeKind.DECISION, NodeKind.BLUEPRINT, NodeKind.VISION


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Lamps are red", "Lamps are red"),
        ("Lamps are red", "**Lamps** are _red_"),
        ("Lamps are red", "lamps ARE red."),
        ("Lamps are red", "  Lamps\n  are\tred  "),
        ("Lamps, red: always!", "Lamps – red – always"),
        ("Lamps are 'red'", "Lamps are “red”"),
        ("Shut `dome.sh`", "Shut dome.sh"),
        ("The dome | the door", "the dome, the door"),
        ("~~Shut~~ it", "Shut it"),
        ("# Shut it", "Shut it"),
        ("Lamps are red", "Lamps are red (ADR-0012)"),
        ("Lamps are red", "(adr-12) Lamps are red"),
        ("Lamps are red", "Lamps are red *(faded 2026-05-01, unused)*"),
        ("Lamps are red", "Lamps are red (faded)"),
        ("Shut at 9, 10 and 11", "Shut at 9; 10, and 11."),
        ("Nine to five", "nine-to-five"),
        ("Straße", "STRASSE"),
        ("", "..."),
    ],
)
def test_the_same_words(one: str, other: str) -> None:
    assert same_wording(_DECISION, one, other)
    assert same_wording(_DECISION, other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Lamps are red", "Lamps are blue"),
        ("Lamps are red", "Lamps are not red"),
        ("Lamps are red", "Are lamps red"),
        ("1.5 minutes", "15 minutes"),
        ("1.5 minutes", "1,5 minutes"),
        ("1,200 a year", "1200 a year"),
        ("Cool to -5", "Cool to 5"),
        ("(-5)", "(5)"),
        ("wind < 9", "wind > 9"),
        ("a + b", "a b"),
        ("5 $", "5 €"),
        ("Siril 1.2.0", "Siril 1.4.0"),
        ("Lamps are red (ADR-0012)", "Lamps are red (ADR-0012) and dim"),
        ("Lamps are red", "Lamps are red (until May)"),
        ("Lamps are red", "Lamps are red ADR-0012"),
        ("Lamps are red", ""),
    ],
)
def test_other_words(one: str, other: str) -> None:
    assert not same_wording(_DECISION, one, other)
    assert not same_wording(_DECISION, other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ship 4.2.0", "Ship 4.3.0"),
        ("Ship v4.2", "Ship V5.0.1"),
        ("Ship (4.2.0)", "Ship"),
        ("(blueprint, 1.0.0) A road", "**(blueprint)** a road"),
    ],
)
def test_versions_say_nothing_in_visions_and_blueprints(one: str, other: str) -> None:
    assert same_wording(_VISION, one, other)
    assert same_wording(_BLUEPRINT, one, other)
    assert not same_wording(_DECISION, one, other)
    assert not same_wording(NodeKind.INVARIANT, one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Lamps are red", "**L**amps are red"),
        ("Don't look", "Dont look"),
        ("Write an e-mail", "Write an email"),
        ("Keep the log book", "Keep the logbook"),
    ],
)
def test_what_is_removed_leaves_no_gap(one: str, other: str) -> None:
    assert same_wording(_DECISION, one, other)


def test_a_version_may_be_one_number() -> None:
    assert same_wording(_BLUEPRINT, "Ship it in v2", "Ship it in v3")


@pytest.mark.parametrize(("one", "other"), [("Wait 5 minutes", "Wait 6 minutes"), ("Ship 4.2.0", "Sell 4.2.0")])
def test_other_numbers_and_words_count_there_too(one: str, other: str) -> None:
    assert not same_wording(_BLUEPRINT, one, other)


@pytest.mark.parametrize(
    ("part", "whole", "contained"),
    [
        ("Lamps are red", "Lamps are red", True),
        ("Lamps are red", "Decided in May: **lamps** are red. Nobody asked.", True),
        ("Lamps are red (ADR-0012)", "lamps are red *(faded 2026-05-01)*", True),
        ("Lamps are red", "Lamps are", False),
        ("Lamps are red", "Lamps are reddish", False),
        ("amps are red", "Lamps are red", False),
        ("Lamps are red", "Lamps are very red", False),
        ("wait 5", "wait 5.5", False),
    ],
)
def test_a_text_stands_in_another(part: str, whole: str, contained: bool) -> None:
    assert contains_wording(_DECISION, part, whole) is contained


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("Lamps are red", "Lamps are blue", ("red", "blue")),
        ("Lamps are red", "Lamps are very red", ("", "very")),
        ("Lamps are very red", "Lamps are red", ("very", "")),
        ("one two three four", "one 2 3 four", ("two three", "2 3")),
        ("no no", "no no no", ("", "no")),
        ("no no no", "no no", ("no", "")),
        ("All lamps", "Some lamps", ("All", "Some")),
        ("a b", "c d e", ("a b", "c d e")),
        ("a\nb  c", "a b c", ("", "")),
        ("", "a b", ("", "a b")),
        ("a b", "", ("a b", "")),
    ],
)
def test_the_words_that_changed(old: str, new: str, words: tuple[str, str]) -> None:
    assert changed_words(old, new) == words
