"""Any damage to a memory gives a report or a problem, never a traceback, and in linear time."""

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.run_command import check
from verify.config import Settings
from verify.engine import State, run
from verify.model.report import ProblemKind
from verify.readers.assembly import read_graph
from verify.readers.repository import open_repository
from verify.registry import Checks

MEMORY = {
    "continuity.md": (
        "# Continuity\n\n## Project State\n\n- **last_session:** 2026-03-02 | agent: a (2026-03-02-090000)\n"
        "- **vision:** `memory/vision.md`\n\n## Key Decisions\n\n- One queue, `never two`\n"
        "  <!-- id: queue-choice | created: 2026-03-01 | tier: active | uses: 1 | origin: 2026-03-01-090000 -->\n\n"
        "## Open Threads\n\n- [ ] (blueprint) Tune it → serves: vision-shop\n  - [x] part\n"
        "    <!-- id: tune-part | supersedes: old-part -->\n\n| a | b |\n|---|---|\n| c | <!-- id: in-row --> |\n"
    ),
    "vision.md": "# Vision\n\n> <!-- id: vision-shop | tier: core -->\n\nNo order is lost.\n",
    "decay-policy.md": "- archive_window: 2\n- active_window: 1\n",
    "archive/2026-Q1.md": "- Old part\n  <!-- id: old-part | tier: superseded | superseded-by: tune-part -->\n",
    "archive/INDEX.md": "- old-part — was a part — superseded by tune-part — 2026-Q1.md\n",
    "sessions/2026-03-01-090000.md": "## Memory References\n\n- **Created:** `queue-choice` (why),\n  tune-part\n",
    "sessions/2026-03-02-090000.md": "### memory references:\n\n- Superseded: old-part → tune-part\n\n```\nx\n```\n",
}
LIMIT = 5 * 1024 * 1024


@st.composite
def damaged(draw: st.DrawFn) -> dict[str, bytes]:
    files = {name: text.encode() for name, text in MEMORY.items()}
    for _ in range(draw(st.integers(1, 3))):
        name = draw(st.sampled_from(sorted(files)))
        files[name] = draw(st.sampled_from(DAMAGES))(draw, files[name], files)
    return files


def _position(draw: st.DrawFn, content: bytes) -> int:
    return draw(st.integers(0, len(content)))


def _flip(draw: st.DrawFn, content: bytes, _: dict[str, bytes]) -> bytes:
    at = _position(draw, content)
    return content[:at] + draw(st.binary(max_size=4)) + content[at + 1 :]


def _truncate(draw: st.DrawFn, content: bytes, _: dict[str, bytes]) -> bytes:
    return content[: _position(draw, content)]


def _drop_line(draw: st.DrawFn, content: bytes, _: dict[str, bytes]) -> bytes:
    lines = content.split(b"\n")
    del lines[draw(st.integers(0, len(lines) - 1))]
    return b"\n".join(lines)


def _splice(draw: st.DrawFn, content: bytes, files: dict[str, bytes]) -> bytes:
    other = files[draw(st.sampled_from(sorted(files)))]
    return content[: _position(draw, content)] + other[_position(draw, other) :]


def _insert(draw: st.DrawFn, content: bytes, _: dict[str, bytes]) -> bytes:
    marks = [
        "<!-- id:",
        "-->",
        "`",
        "```\n",
        "- [ ] ",
        "> ",
        "|",
        "\r\n",
        "\r",
        "\0",
        "<<<<<<< x\n",
        "\t",
        "→ serves: ",
    ]
    at = _position(draw, content)
    return content[:at] + draw(st.sampled_from(marks)).encode() + content[at:]


DAMAGES: list[Callable[[st.DrawFn, bytes, dict[str, bytes]], bytes]] = [_flip, _truncate, _drop_line, _splice, _insert]


def _write(root: Path, files: dict[str, bytes]) -> None:
    for name, content in files.items():
        path = root / "memory" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow])
@given(damaged())
def test_damage_never_crashes_a_check(files: dict[str, bytes]) -> None:
    with TemporaryDirectory() as name:
        root = Path(name)
        _write(root, files)
        graph = read_graph(open_repository(root, None, staged=False), "memory", history=False, as_of=None)
        checks = Checks()
        report = run([graph], list(checks.values()), checks, State(None, None, graph.today, ()), Settings())
    crashes = [problem.message for problem in report.problems if problem.kind is ProblemKind.CRASHED_CHECK]
    assert crashes == []


@pytest.mark.parametrize(
    "line",
    [
        "- [ ] item `code` <!-- id: a-b -->\n",
        "<!-- id: a-b | tier: core\n",
        "text with a [[link]] and `code\n",
        "> quoted\n",
        "[a]: b\n",
        "| a | b |\n",
        "<<<<<<< x\n",
        "- Referenced: a-b, c-d (why), e-f\n",
        "a-a-a-a-a-a@a-a-a-a-a-a\n",
        "password=password=password=\n",
    ],
)
def test_a_hundred_thousand_lines_are_read(tmp_path: Path, line: str) -> None:
    text = line * (100_000 if len(line) * 100_000 < LIMIT else LIMIT // len(line))
    _write(tmp_path, {"continuity.md": text.encode(), "sessions/2026-03-01-090000.md": (MEM_HEAD + text).encode()})
    assert check(tmp_path, "--no-history", "--select", "conflict-marker", "--select", "overdue").status in {0, 1}


MEM_HEAD = "## Memory References\n\n"


@pytest.mark.parametrize(
    "text", ["a-" * 100_000, "`" * 200_001, "<!--" * 50_000, "> " * 50_000, "- " * 50_000, "[" * 100_000]
)
def test_one_long_line_is_read(tmp_path: Path, text: str) -> None:
    _write(tmp_path, {"continuity.md": text.encode(), "sessions/2026-03-01-090000.md": (MEM_HEAD + text).encode()})
    assert check(tmp_path, "--no-history").status in {0, 1, 3}


def test_blocks_nested_too_deeply_are_a_problem(tmp_path: Path) -> None:
    deep = "".join("  " * n + "- a\n" for n in range(100))
    _write(tmp_path, {"continuity.md": deep.encode()})
    outcome = check(tmp_path, "--no-history")
    assert outcome.status == 3
    assert [p["kind"] for p in outcome.report["problems"]] == ["nested-too-deeply"]


def test_a_file_over_the_cap_is_a_problem(tmp_path: Path) -> None:
    _write(tmp_path, {"continuity.md": b"x" * (16 * 1024 * 1024 + 1)})
    outcome = check(tmp_path, "--no-history")
    assert outcome.status == 3
    assert [(p["kind"], p["path"]) for p in outcome.report["problems"]] == [("too-large", "memory/continuity.md")]


def test_links_out_of_the_repository_are_not_followed(tmp_path: Path) -> None:
    outside = tmp_path / "outside.md"
    outside.write_text("- [ ] x\n  <!-- id: stolen | serves: nothing-here -->\n")
    root = tmp_path / "repository"
    _write(root, {"continuity.md": b"# Continuity\n"})
    (root / "memory" / "notes.md").symlink_to(outside)
    (root / "memory" / "sessions").symlink_to(tmp_path)
    outcome = check(root, "--no-history")
    assert outcome.status == 3
    assert outcome.findings("dangling-link") == []
    links = [(p["kind"], p["path"]) for p in outcome.report["problems"]]
    assert links == [("symbolic-link", "memory/notes.md"), ("symbolic-link", "memory/sessions")]


@pytest.mark.parametrize(
    "item", ["- a: b\n", "  c\n", "<!-- view: decisions | log: x | through: y -->\n", "<!-- view: "]
)
def test_a_view_of_very_many_lines_takes_linear_time(tmp_path: Path, item: str) -> None:
    folder = tmp_path / "memory"
    folder.mkdir()
    (folder / "continuity.md").write_text("<!-- view: decisions | log: x | through: y -->\n- a: b\n" + item * 20_000)
    outcome = check(tmp_path, "--select", "projection-mismatch")
    assert outcome.status == 1
