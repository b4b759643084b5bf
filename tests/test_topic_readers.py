"""What the readers of a TSVC workspace take for JSON, for a time, and for a line."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verify.model.instant import Instant
from verify.readers.topics.contexts import read_context
from verify.readers.topics.jsonl import read_exchanges
from verify.readers.topics.places import places
from verify.readers.topics.strict_json import MalformedError, read_object
from verify.readers.topics.times import read_time

_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**6), 10**6) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=20,
)
_TABLES = st.dictionaries(st.text(max_size=6), _VALUES, max_size=5)


@given(_TABLES, st.sampled_from([None, 0, 2]), st.booleans())
def test_what_was_written_is_read_back(table: dict[str, Any], indent: int | None, ascii_only: bool) -> None:
    assert read_object(json.dumps(table, indent=indent, ensure_ascii=ascii_only)) == table


@given(_TABLES)
def test_each_key_stands_on_the_line_where_it_was_written(table: dict[str, Any]) -> None:
    text = json.dumps(table, indent=1, ensure_ascii=False)
    lines = text.split("\n")
    found = places(text)
    assert {path[0] for path in found if len(path) == 1} == set(table)
    for path, line in found.items():
        assert f"{json.dumps(path[-1], ensure_ascii=False)}: " in lines[line - 1]


@given(_TABLES)
def test_a_path_leads_to_its_value(table: dict[str, Any]) -> None:
    for path in places(json.dumps(table)):
        value: Any = table
        for step in path:
            value = value[step]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('{"a": 1,\n "a": 2}', 2),
        ('{"b": {"a": 1},\n "c": [{"a": 2,\n "a": 3}]}', 3),
        ('{"a": "\\u0061",\n "\\u0061": 2}', 2),
        ('{"a":\n NaN}', 2),
        ('{"a": 1}\n{}', 2),
        ('{"a": 1},', 1),
        ("[1]", 1),
        ("", 1),
        ('{"a": 1, }', 1),
        ('{"a": ' + "9" * 5000 + "}", 1),
        ("[" * 100_000, 1),
        ('{"a":' * 100_000, 1),
        ('{"a": "tab\there"}', 1),
    ],
)
def test_what_is_no_single_object_is_refused_at_its_line(text: str, line: int) -> None:
    with pytest.raises(MalformedError) as raised:
        read_object(text)
    assert (raised.value.line, raised.value.mild) == (line, False)


def test_a_byte_order_mark_is_a_mild_flaw() -> None:
    with pytest.raises(MalformedError) as raised:
        read_object("\ufeff{}")
    assert raised.value.mild


@pytest.mark.parametrize(
    ("text", "instant"),
    [
        ("1970-01-02T00:00:00Z", Instant(86400)),
        ("1970-01-02T02:00:00.500+02:00", Instant(86400, "5")),
        ("1970-01-01t22:00:00.000000000-02:00", Instant(86400)),
        ("1970-01-02T00:00:00", None),
        ("1970-02-30T00:00:00Z", None),
        ("1970-01-02", None),
        ("0001-01-01T00:00:00+14:00", Instant(-62135647200)),
        ("9999-12-31T23:59:60-14:00", Instant(253402351200)),
        ("yesterday", None),
    ],
)
def test_a_time_is_an_instant_only_with_its_zone(text: str, instant: Instant | None) -> None:
    time = read_time(text)
    assert time is not None
    assert (time.text, time.instant) == (text, instant)


@pytest.mark.parametrize("value", [None, 5, "", [], True])
def test_what_is_no_text_is_no_time(value: object) -> None:
    assert read_time(value) is None


@given(st.integers(-(10**11), 10**11), st.text("0123456789", max_size=12), st.integers(-(10**11), 10**11))
def test_instants_sort_as_numbers_do(one: int, digits: str, other: int) -> None:
    fraction = digits.rstrip("0")
    assert (Instant(one, fraction) < Instant(other)) == (one < other)
    assert Instant(one) <= Instant(one, fraction)
    assert (Instant(0, fraction) < Instant(0, "5")) == (float(f"0.{fraction or 0}") < 0.5)
    assert str(Instant(one, fraction))


def test_the_days_of_a_time_are_those_in_utc_and_where_it_was_written() -> None:
    time = read_time("2026-05-02T01:00:00+04:00")
    assert time is not None
    assert time.days == ("2026-05-01", "2026-05-02")


def test_only_a_line_feed_ends_a_line() -> None:
    lines = read_exchanges('{"role": "user", "text": "a\u2028b\u0085c"}\r\n\r\n \n{"role": "tool", "text": "d"}')
    assert [(line.line, line.text) for line in lines] == [(1, "a\u2028b\u0085c"), (4, "d")]


@pytest.mark.parametrize(
    ("content", "line", "mild"),
    [
        ('{}\n{"a', 2, True),
        ('{}\n{"a\n', 2, False),
        ('{"a\n{"b', 1, False),
        ("[]\n", 1, False),
        ("\ufeff{}\n", 1, True),
    ],
)
def test_a_line_that_was_cut_off_is_the_last_one_without_an_end(content: str, line: int, mild: bool) -> None:
    with pytest.raises(MalformedError) as raised:
        read_exchanges(content)
    assert (raised.value.line, raised.value.mild) == (line, mild)


def test_spelling_and_blanks_at_the_end_make_no_other_exchange() -> None:
    one, other, later = read_exchanges(
        '{"role":"user","text":"a\\u0062 \\n","timestamp":"2026-05-01T08:00:00.000Z"}\n'
        '{"timestamp": "2026-05-01T10:00:00+02:00", "text": "ab", "role": "user", "type": "exchange"}\n'
        '{"role":"user","text":"ab","timestamp":"2026-05-01T08:00:00.001Z"}\n'
    )
    assert one.key == other.key
    assert one.key != later.key


@given(st.text(max_size=200))
def test_any_text_is_read_as_a_context(text: str) -> None:
    context = read_context("c.md", "t", f"# Hot Context: T\n{text}\n## Active Decisions (1)\n- x (dec_1)\n")
    assert context.title == "T"
