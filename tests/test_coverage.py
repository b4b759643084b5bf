"""How much reaches the vision, counted by hand on a small history."""

from pathlib import Path

import pytest

from tests.run_command import build, check

SHOP = """
commits:
  - {date: 2026-01-02T10:00:00Z, message: Before the memory, files: {oven.txt: "0\\n"}}
  - date: 2026-03-01T10:00:00Z
    sessions: {2026-03-01-090000: ["Created: own-mill, round-prices", "Referenced: bp-flour"]}
    files:
      memory/vision.md: |
        # Vision

        > <!-- id: vision-bakery | created: 2026-03-01 | tier: core -->

        Bread for the whole quarter before seven.
      memory/continuity.md: |
        # Continuity

        ## Key Decisions

        - Rye is ground in the shop
          <!-- id: own-mill | created: 2026-03-01 | realizes: bp-flour -->
        - Prices end in zero
          <!-- id: round-prices | created: 2026-01-15 -->

        ## Open Threads

        - [ ] (blueprint) Flour of our own → serves: vision-bakery
          <!-- id: bp-flour | created: 2026-03-01 -->
        - [x] (blueprint) A bicycle → serves: vision-bakery
          <!-- id: bp-bicycle | created: 2026-03-01 -->
  - {date: 2026-03-09T10:00:00Z, files: {oven.txt: "1\\n"}}
  - date: 2026-03-20T10:00:00Z
    sessions: {2026-03-20-090000: [round-prices]}
  - {date: 2026-03-21T10:00:00Z, message: "Oil\\n\\nServes: bp-bicycle", files: {oven.txt: "2\\n"}}
"""


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    return build(tmp_path / "shop", SHOP)


def test_everything_is_counted(shop: Path) -> None:
    assert check(shop).report["coverage"] == {
        "decisions": {"total": 2, "reach_vision": 1},
        "sessions": {"total": 2, "reach_vision": 1},
        "gaps": {"open": 1, "idle": 0, "window": 10},
        "commits": {"total": 5, "logged": 3, "reach_vision": 2, "serve_closed_gaps": 1},
        "unrecorded_spans": [
            {"after": None, "before": "2026-03-01", "commits": 1},
            {"after": "2026-03-01", "before": "2026-03-20", "commits": 1},
            {"after": "2026-03-20", "before": None, "commits": 1},
        ],
        "late_records": [
            {"memory": "memory", "id": "round-prices", "created": "2026-01-15", "recorded": "2026-03-01"},
        ],
    }


def test_a_trailer_names_the_session_of_a_commit(tmp_path: Path) -> None:
    named = SHOP.replace("message: Before the memory, ", "").replace("Serves: bp-bicycle", "Session: 2026-03-01-090000")
    commits = check(build(tmp_path / "named", named)).report["coverage"]["commits"]
    assert commits == {"total": 5, "logged": 4, "reach_vision": 2, "serve_closed_gaps": 0}


def test_a_session_that_does_not_exist_logs_nothing(tmp_path: Path) -> None:
    named = SHOP.replace("Serves: bp-bicycle", "Session: 2031-03-01-090000")
    commits = check(build(tmp_path / "named", named)).report["coverage"]["commits"]
    assert commits == {"total": 5, "logged": 3, "reach_vision": 1, "serve_closed_gaps": 0}


def test_a_commit_that_names_a_session_does_not_draw_others_into_it(tmp_path: Path) -> None:
    late = '  - {date: 2026-03-22T10:00:00Z, message: "x\\n\\nSession: 2026-03-01-090000", files: {oven.txt: "3\\n"}}\n'
    commits = check(build(tmp_path / "late", SHOP + late)).report["coverage"]["commits"]
    assert commits == {"total": 6, "logged": 4, "reach_vision": 3, "serve_closed_gaps": 1}


def test_what_needs_history_is_null_without_it(shop: Path) -> None:
    coverage = check(shop, "--no-history").report["coverage"]
    assert [coverage[key] for key in ("commits", "unrecorded_spans", "late_records")] == [None] * 3
    assert coverage["decisions"] == {"total": 2, "reach_vision": 1}


def test_an_open_gap_that_nobody_touches_is_idle(tmp_path: Path) -> None:
    sessions = "".join(
        f"  - {{date: 2026-04-{day:02}T10:00:00Z, sessions: {{2026-04-{day:02}-090000: []}}}}\n" for day in range(1, 10)
    )
    gaps = check(build(tmp_path / "idle", SHOP + sessions)).report["coverage"]["gaps"]
    assert gaps == {"open": 1, "idle": 1, "window": 10}


def test_no_id_echoes_a_credential(tmp_path: Path) -> None:
    token = "gh" + "p_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    root = build(tmp_path / "token", SHOP.replace("round-prices", token))
    assert token not in check(root).stdout
