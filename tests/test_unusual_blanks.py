"""A line of nothing but unusual blanks changes no fact that nobody changed."""

from pathlib import Path

import pytest

from tests.log_store import commit
from tests.run_command import build, check

STORE = """\
# Continuity

## Key Decisions

We use one oven.
{}
It is small.
<!-- id: oven | created: 2026-01-01 | tier: active -->
"""


@pytest.mark.parametrize("line", ["\xa0", "\x85", "\x0b", "\x1c", "- ## Facts\n\n  x"])
def test_a_version_is_read_in_one_way_whether_it_is_checked_or_past(tmp_path: Path, line: str) -> None:
    root = build(tmp_path / "shop", "commits:\n- files: {memory/continuity.md: '- x'}\n")
    store = root / "memory/continuity.md"
    store.write_text(STORE.format(line))
    commit(root, "one")
    kept = check(root)
    store.write_text(STORE.format(line) + "\n## Notes\n\nThe end.\n")
    commit(root, "two")
    for options in ((), ("--no-cache",)):
        outcome = check(root, *options)
        assert outcome.findings("decision-drift") == []
        assert outcome.findings("mutated-identity") == kept.findings("mutated-identity")
