"""The ways in which real logs name ids."""

import pytest

from verify.model.location import Day
from verify.model.session import Session
from verify.readers.session import read_session, session_time


def named(section: str) -> list[tuple[str, str]]:
    return [(m.verb, m.token) for m in _session(section).mentions if m.listed]


def _session(section: str) -> Session:
    text = f"## Memory References\n\n{section}\n"
    return read_session("s.md", "2026-03-01-090000", Day("2026-03-01"), True, text)


@pytest.mark.parametrize(
    ("section", "expected"),
    [
        ("- Referenced: a-b, c-d", [("referenced", "a-b"), ("referenced", "c-d")]),
        ("- **Referenced:** `a-b` (why, well-known), c-d", [("referenced", "a-b"), ("referenced", "c-d")]),
        ("- **Referenced**: a-b + c-d;  e-f", [("referenced", "a-b"), ("referenced", "c-d"), ("referenced", "e-f")]),
        ("- referenced/updated: a-b", [("referenced/updated", "a-b")]),
        ("- Referenced: a-b,\n  c-d", [("referenced", "a-b"), ("referenced", "c-d")]),
        ("Created:\n- `a-b` (thread)\nReferenced:\n- c-d", [("created", "a-b"), ("referenced", "c-d")]),
        ("- Created:\n  - a-b\n  - c-d\n- e-f", [("created", "a-b"), ("created", "c-d"), ("", "e-f")]),
        ("- `a-b` (reactivated): shown cross-vendor + cross-machine.", [("", "a-b")]),
        ("- New: `a-b` — reads `.x/y`, not-this", [("new", "a-b"), ("new", "not-this")]),
        ("- Updated: the write-ahead log, a-b", [("updated", "a-b")]),
        ("- [[a-b]]", [("", "a-b")]),
        ("- re-verified: a-b", [("re-verified", "a-b")]),
        ("- a-b: kept as it is", [("", "a-b")]),
        ("- Created: (none — a follow-up)", []),
        ("(none)", []),
        ("- Referenced: a-b.md, docs/c-d", []),
        ("```\n- Referenced: a-b\n```", []),
        ("- ```\n  a-b\n  ```\n- c-d", [("", "c-d")]),
        ("- Superseded (partial): `a-b` — one part only", [("superseded (partial)", "a-b")]),
        ("- **a-b**: raised to five", [("", "a-b")]),
        ("- a-b, c-d: both used", [("", "a-b"), ("", "c-d")]),
        ("- a-shared: kept", [("", "a-shared")]),
        ("<!-- template\n- Referenced: a-b\n-->", []),
        ("Nothing.\n\n    - Referenced: a-b", []),
        ("- a-b\n\n  wrapped c-d", [("", "a-b")]),
        ("- Referenced: ‘a-b’（kept）", [("referenced", "a-b")]),
        ("- Referenced: single, other word", [("referenced", "single")]),
    ],
)
def test_ids_where_ids_are_expected(section: str, expected: list[tuple[str, str]]) -> None:
    assert named(section) == expected


@pytest.mark.parametrize("section", ["- Updated a-b: now five", "- Referenced (with a-b): c-d", "**a-b:** kept"])
def test_an_id_before_a_colon_is_named(section: str) -> None:
    assert "a-b" in [mention.token for mention in _session(section).mentions]


def test_a_word_of_prose_is_named_but_not_listed() -> None:
    mentions = _session("- Referenced: see also a-b for this").mentions
    assert [(m.token, m.listed) for m in mentions] == [("a-b", False)]


@pytest.mark.parametrize(
    ("section", "expected"),
    [
        ("- Superseded: a-b → c-d", [("a-b", "c-d")]),
        ("- **Superseded:** `a-b` -> `c-d` (archived); c-d → e-f", [("a-b", "c-d"), ("c-d", "e-f")]),
        ("- Superseded: a-b (nothing replaces it)", [("a-b", None)]),
        ("- Superseded: (none)", []),
        ("- Superseded (partial): a-b → c-d", []),
    ],
)
def test_supersessions(section: str, expected: list[tuple[str, str | None]]) -> None:
    assert [(pair.old, pair.new) for pair in _session(section).supersessions] == expected


def test_each_mention_knows_its_line_and_column() -> None:
    mentions = _session("- Referenced: a-b,\n  c-d").mentions
    assert [(m.line, m.column) for m in mentions] == [(3, 15), (4, 3)]


@pytest.mark.parametrize(
    ("stem", "expected"),
    [
        ("2026-03-01-090000", ("2026-03-01", True)),
        ("2026-03-01-090000-fix-login", ("2026-03-01", True)),
        ("2026-03-01", ("2026-03-01", False)),
        ("2026-03-01-fix-login", ("2026-03-01", False)),
        ("2026-03-01-256199", None),
        ("2026-02-30-090000", None),
        ("handover", None),
        ("2026-3-1", None),
    ],
)
def test_the_name_of_a_session(stem: str, expected: tuple[str, bool] | None) -> None:
    assert session_time(stem) == expected
