"""The benchmark runs end to end; how fast anything is, no test says."""

import json
from pathlib import Path

import pytest

from tests.bench import decided
from tests.bench.__main__ import main
from tests.bench.committed import write_repository
from tests.bench.figures import median
from tests.bench.large_graph import large_graph
from tests.bench.long_ledger import LongLedger, render_ledgers
from tests.bench.measure import measure
from tests.bench.options import parse_options
from tests.bench.questions import figures
from tests.bench.synthetic import write_memory
from verify.cli import run
from verify.graph import Break
from verify.readers.agent_memory import read_memory
from verify.readers.records import Records
from verify.readers.repository import open_repository
from verify.readers.walk import read_commits
from verify.views.network import network

TINY = ["--sessions", "10", "--commits", "", "--runs", "1", "--graph", "0", "--ledger", "0", "--facts", "0"]


def _peer(folder: Path, status: int) -> list[str]:
    script = folder / "peer.py"
    script.write_text(f"import sys\nsys.exit({status})\n", encoding="utf-8")
    return ["--peer", str(script)]


def test_a_run_gives_a_table_and_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    figures = tmp_path / "figures.json"
    sizes = ["--sessions", "40,10", "--commits", "", "--runs", "1", "--graph", "400", "--ledger", "0", "--facts", "0"]
    assert main([*sizes, *_peer(tmp_path, 1), "--json", str(figures)]) == 0
    table = capsys.readouterr().out
    commands = ["bare Python", "read all files", "peer", "check --no-history", "check, unchanged", "check, one session"]
    assert [command for command in commands if command in table] == commands
    found = json.loads(figures.read_text(encoding="utf-8"))
    assert found["machine"]["processors"] >= 1
    assert "graph of 400 nodes and 4,000 edges" in table
    assert [(graph["nodes"], graph["edges"]) for graph in found["graphs"]] == [(40, 400), (400, 4_000)]
    small, large = found["inputs"]
    assert (small["sessions"], large["sessions"]) == (10, 40)
    assert [row["command"] for row in large["rows"]] == commands
    assert all(row["seconds"] > 0 and row["peak_bytes"] > 1_000_000 for row in large["rows"])
    assert all(row["growth"] is None for row in small["rows"])
    assert all(row["growth"]["linear"] == large["bytes"] / small["bytes"] for row in large["rows"])


def test_a_history_is_measured_cold_and_with_what_was_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Where git is configured by variables, no answer is given again.
    for name in ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CEILING_DIRECTORIES"):
        monkeypatch.delenv(name)
    figures = tmp_path / "figures.json"
    sizes = ["--sessions", "", "--commits", "120,60", "--runs", "1", "--graph", "0", "--ledger", "0", "--facts", "0"]
    assert main([*sizes, "--json", str(figures)]) == 0
    assert "check, one commit" in capsys.readouterr().out
    small, large = json.loads(figures.read_text(encoding="utf-8"))["inputs"]
    assert (small["commits"], large["commits"], large["git"]) == (60, 120, True)
    counts = {row["command"]: row["git_processes"] for row in large["rows"]}
    assert counts["git log --raw"] is None
    assert 0 < counts["check --no-history"] < counts["check, one commit"] == counts["check, cold"]
    assert counts["check, unchanged"] == 0
    assert counts == {row["command"]: row["git_processes"] for row in small["rows"]}
    assert all(row["growth"]["linear"] == 2.0 for row in large["rows"])


def test_a_given_memory_is_measured_on_a_copy(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = tmp_path / "given"
    write_repository(root, 20, 5)
    before = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
    sizes = ["--sessions", "", "--commits", "", "--runs", "1", "--graph", "0", "--ledger", "0", "--facts", "0"]
    assert main(["--repository", str(root), *sizes]) == 0
    assert "check, one session" in capsys.readouterr().out
    assert {path: path.read_bytes() for path in root.rglob("*") if path.is_file()} == before


def test_a_page_of_many_facts_is_measured(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sizes = ["--sessions", "", "--commits", "", "--runs", "1", "--graph", "0", "--ledger", "0", "--facts", "20"]
    assert main([*sizes, "--json", str(tmp_path / "figures.json")]) == 0
    assert "report --html" in capsys.readouterr().out
    (found,) = json.loads((tmp_path / "figures.json").read_text(encoding="utf-8"))["inputs"]
    assert [row["status"] for row in found["rows"] if row["command"] == "report --html"] == [0]


def test_the_synthetic_history_is_always_the_same(tmp_path: Path) -> None:
    for name in ("one", "two"):
        write_repository(tmp_path / name, 120, 30)
    one, two = (open_repository(tmp_path / name, None, staged=False) for name in ("one", "two"))
    assert one.head == two.head
    assert one.git
    assert one.head
    commits = read_commits(one.git, one.head, "memory", Records())
    assert len(commits) == 120
    assert sum(len(commit.parents) > 1 for commit in commits) == 3
    paths = {change.path for commit in commits for side in commit.changes for change in side}
    assert "memory/continuity.md" in paths


def test_a_ledger_is_measured_at_two_sizes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    figures = tmp_path / "figures.json"
    sizes = ["--sessions", "", "--commits", "", "--runs", "1", "--graph", "0", "--ledger", "300", "--facts", "0"]
    assert main([*sizes, "--json", str(figures)]) == 0
    assert "ledger of 300 entries" in capsys.readouterr().out
    small, large = json.loads(figures.read_text(encoding="utf-8"))["ledgers"]
    assert (small["entries"], large["entries"]) == (30, 300)
    assert large["bytes"] > 9 * small["bytes"] > 0
    assert all(one["seconds"] > 0 and one["peak_bytes"] > 1_000_000 and one["error"] is None for one in (small, large))


def test_a_check_of_a_ledger_that_fails_is_an_error(tmp_path: Path) -> None:
    failed = LongLedger(10, 1, 3_000, 0.5, 30_000_000, 4, "out of memory")
    assert "ERROR: exit status 4: out of memory" in render_ledgers([failed])
    assert render_ledgers([]) == ""


def test_the_synthetic_ledger_is_sound_and_rotated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decided, "_FILE", 90)
    decided.write_ledger(tmp_path, 250)
    opened = open_repository(tmp_path, None, staged=False)
    (ledger,) = read_memory(opened.source, "memory").ledgers
    assert [len(file.entries) for file in ledger.files] == [90, 90, 70]
    assert (ledger.divergence, ledger.contradictions, ledger.anchored) == (None, (), True)
    assert not any(file.faults for file in ledger.files)
    assert (ledger.fold.refused, ledger.fold.silent) == ((), ())
    assert len(ledger.fold.ended) > 10
    assert ledger.fold.corrected


def test_another_exit_status_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*TINY, *_peer(tmp_path, 2)]) == 1
    assert "ERROR: exit status 2" in capsys.readouterr().out


def test_a_generator_that_fails_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    generator = tmp_path / "generator.py"
    generator.write_text("raise SystemExit('out of ideas')\n", encoding="utf-8")
    assert main([*TINY, "--generator", str(generator)]) == 2
    assert "out of ideas" in capsys.readouterr().err


def test_the_synthetic_memory_is_always_the_same(tmp_path: Path) -> None:
    contents = []
    for name in ("one", "two"):
        write_memory(tmp_path / name, 60, 18)
        files = sorted(path for path in (tmp_path / name).rglob("*") if path.is_file())
        contents.append([(path.relative_to(tmp_path / name), path.read_bytes()) for path in files])
    assert contents[0] == contents[1]
    assert len(contents[0]) > 60


def test_the_synthetic_memory_is_recognised(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_memory(tmp_path, 60, 18)
    assert run(["check", str(tmp_path), "--no-history", "--format", "json"]) in {0, 1}
    report = json.loads(capsys.readouterr().out)
    assert report["problems"] == []
    (store,) = report["stores"]
    assert store["checked"] is True
    assert (store["facts"] + store["archived"], store["sessions"]) == (18, 60)


def test_the_large_graph_has_as_many_nodes_and_edges_as_it_says() -> None:
    found = {figure["question"]: figure["answer"] for figure in figures(400)}
    assert found["edges of the network"] == 4_000
    assert found["what reaches a vision"] == 400
    assert found["circles, one relation"] == 1
    whole = network("test", None, [large_graph(400)])
    assert len(whole.nodes) == 400
    breaks = {broken.how for broken in large_graph(400).intent.broken_climbs}
    assert breaks == {Break.SUPERSEDED_VISION, Break.CIRCLE}


def test_quick_leaves_out_what_is_large() -> None:
    quick, full = parse_options(["--quick"]), parse_options([])
    assert (quick.sessions, quick.commits) == ((1_000,), (1_000,))
    assert (full.sessions, full.commits) == ((1_000, 10_000, 50_000), (1_000, 20_000))
    assert (quick.graph, full.graph) == (1_000, 100_000)
    assert (quick.facts, full.facts) == (1_000, 10_000)
    assert (quick.ledger, full.ledger) == (10_000, 1_000_000)


def test_a_command_that_is_missing_fails(tmp_path: Path) -> None:
    usage = measure(["no-such-command-anywhere"], tmp_path)
    assert usage.failed
    assert "no-such-command-anywhere" in usage.complaint


def test_the_median_of_an_even_number_lies_between() -> None:
    assert median([4.0, 1.0, 2.0, 3.0]) == 2.5
