"""`verify graph`: which nodes and edges a memory gives, on planted repositories."""

import json
import re
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from jsonschema import Draft202012Validator

from tests.run_command import Outcome, build, check, verify

DOCS = Path(__file__).parents[1] / "docs"
PAGE = DOCS / "graph.md"
SCHEMA = json.loads((DOCS / "graph.schema.json").read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)
FORMATS = ("dot", "graphml", "json", "mermaid")

SHOP = """
commits:
  - date: 2026-03-01T10:00:00Z
    message: "Begin"
    sessions: {2026-03-01-090000: ["Created: bake-daily, one-oven", "Referenced: ghost-fact"]}
    files:
      docs/adr/0001-oven.md: "# ADR-0001 One oven"
      memory/vision.md: |
        # Vision: bread for all

        Bread.
        <!-- id: vision-bread | tier: core -->
      memory/continuity.md: |
        # Continuity

        ## Key Decisions

        - **Bake daily**, `never` less → serves: vision-bread
          <!-- id: bake-daily | origin: 2026-03-01-090000 -->
        - One oven
          <!-- id: one-oven | origin: 2026-03-01-090000 | serves: no-goal | depends-on: adr-0001 -->

        ## Facts

        - The mill is near
          <!-- id: near-mill | origin: human call -->
        - The van is old
          <!-- id: old-van | origin: 2026-01-01-000000 -->

        ## Open Threads

        - [ ] Buy flour → serves: vision-bread
        - [x] (blueprint) A second shop → serves: vision-bread
          <!-- id: second-shop -->
  - date: 2026-03-02T10:00:00Z
    message: |-
      Knead

      Serves: vision-bread
      Realizes: second-shop, no-plan
      Decision: bake-daily
    sessions: {2026-03-02-090000: ["Superseded: one-oven → two-ovens", "Removed: near-mill", "Used bake-daily"]}
    files:
      memory/archive/2026-Q1.md: |
        # Archive

        - One oven
          <!-- id: one-oven | tier: superseded | superseded-by: two-ovens | origin: 2026-03-01-090000 -->
    replace:
      memory/continuity.md:
        - ["- One oven\\n  <!-- id: one-oven | origin: 2026-03-01-090000 | serves: no-goal | depends-on: adr-0001 -->",
           "- Two ovens\\n  <!-- id: two-ovens | supersedes: one-oven | serves: no-goal | depends-on: adr-0001 -->"]
        - ["- The mill is near\\n  <!-- id: near-mill | origin: human call -->\\n", ""]
"""


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("shop"), SHOP)


def exported(outcome: Outcome, status: int = 0) -> dict[str, Any]:
    assert outcome.status == status, outcome.stderr
    document: dict[str, Any] = json.loads(outcome.stdout)
    VALIDATOR.validate(document)
    keys = [node["key"] for node in document["nodes"]]
    assert len(keys) == len(set(keys))
    assert {end for edge in document["edges"] for end in (edge["source"], edge["target"])} <= set(keys)
    return document


def graph(folder: Path, *arguments: str, status: int = 0) -> dict[str, Any]:
    return exported(verify("graph", folder, "--format", "json", *arguments), status)


def nodes(document: dict[str, Any], *kinds: str) -> dict[str, str]:
    return {node["key"]: node["status"] for node in document["nodes"] if node["kind"] in kinds}


def edges(document: dict[str, Any], *relations: str) -> set[tuple[str, str, str]]:
    found = (edge for edge in document["edges"] if edge["relation"] in relations)
    return {(edge["source"], edge["relation"], edge["target"]) for edge in found}


def broken(document: dict[str, Any]) -> set[tuple[str, str, str]]:
    found = (edge for edge in document["edges"] if edge["broken"])
    return {(edge["source"], edge["relation"], edge["target"]) for edge in found}


def commit(folder: Path, revision: str) -> str:
    command = ["git", "-C", str(folder), "rev-parse", revision]
    return subprocess.run(command, capture_output=True, check=True, text=True).stdout.strip()


def test_every_kind_of_node_is_there(shop: Path) -> None:
    document = graph(shop)
    assert nodes(document, "vision") == {"vision-bread": "live"}
    assert nodes(document, "decision") == {"bake-daily": "live", "one-oven": "superseded", "two-ovens": "live"}
    assert nodes(document, "blueprint") == {"second-shop": "done"}
    assert nodes(document, "fact") == {"old-van": "live", "near-mill": "lost"}
    assert nodes(document, "thread") == {"memory/continuity.md:17": "live"}
    assert nodes(document, "record") == {"adr-0001": "live"}
    assert nodes(document, "unknown") == {"ghost-fact": "missing", "no-goal": "missing", "no-plan": "missing"}
    assert nodes(document, "session") == {
        "2026-01-01-000000": "missing",
        "2026-03-01-090000": "live",
        "2026-03-02-090000": "live",
    }
    assert set(nodes(document, "commit")) == {commit(shop, "HEAD"), commit(shop, "HEAD~1")}


def test_anchors_are_files_and_symbols(tmp_path: Path) -> None:
    anchors = "bake-daily | anchors: oven.py#heat, oven.py, gone.py#x"
    root = build(tmp_path / "anchored", SHOP.replace("bake-daily | origin", f"{anchors} | origin"))
    (root / "oven.py").write_text("def heat():\n    return 250\n")
    document = graph(root)
    assert nodes(document, "symbol") == {"oven.py#heat": "live", "gone.py#x": "missing"}
    assert nodes(document, "file") == {"oven.py": "live"}
    found = {edge["target"]: edge["broken"] for edge in document["edges"] if edge["relation"] == "anchors"}
    assert found == {"oven.py": False, "oven.py#heat": False, "gone.py#x": True}


def test_every_kind_of_edge_is_there(shop: Path) -> None:
    document, head = graph(shop), commit(shop, "HEAD")
    assert edges(document, "serves", "realizes", "decides", "depends-on") == {
        ("bake-daily", "serves", "vision-bread"),
        ("memory/continuity.md:17", "serves", "vision-bread"),
        ("second-shop", "serves", "vision-bread"),
        ("two-ovens", "serves", "no-goal"),
        ("two-ovens", "depends-on", "adr-0001"),
        (head, "serves", "vision-bread"),
        (head, "realizes", "second-shop"),
        (head, "realizes", "no-plan"),
        (head, "decides", "bake-daily"),
    }
    assert edges(document, "supersedes") == {("two-ovens", "supersedes", "one-oven")}
    assert edges(document, "records") == {
        (head, "records", "2026-03-02-090000"),
        (commit(shop, "HEAD~1"), "records", "2026-03-01-090000"),
    }
    verbs = {(e["target"], e["verb"]) for e in document["edges"] if e["source"] == "2026-03-02-090000"}
    assert verbs == {
        ("one-oven", "superseded"),
        ("two-ovens", "superseded"),
        ("near-mill", "removed"),
        ("bake-daily", None),
    }


def test_what_a_check_calls_wrong_is_broken_and_nothing_else(shop: Path) -> None:
    document = graph(shop)
    assert broken(document) == {
        ("2026-03-01-090000", "references", "ghost-fact"),
        ("two-ovens", "serves", "no-goal"),
        ("old-van", "origin", "2026-01-01-000000"),
        (commit(shop, "HEAD"), "realizes", "no-plan"),
    }
    report = check(shop)
    assert report.findings("dangling-link") == [("two-ovens", "memory/continuity.md", 8)]
    assert [subject for subject, _, _ in report.findings("unresolved-reference")] == ["ghost-fact"]
    assert ("old-van", "memory/continuity.md", 13) in report.findings("broken-provenance")


def test_a_node_tells_how_its_fact_begins_and_where_it_stands(shop: Path) -> None:
    found = {node["key"]: node for node in graph(shop)["nodes"]}
    assert found["bake-daily"]["title"] == "Bake daily, never less"
    assert (found["bake-daily"]["path"], found["bake-daily"]["line"]) == ("memory/continuity.md", 6)
    assert found["vision-bread"]["title"] == "Vision: bread for all"
    assert found[commit(shop, "HEAD")]["title"] == "2026-03-02 Knead"
    assert found["no-goal"]["path"] is None


@pytest.mark.parametrize("form", FORMATS)
def test_the_same_state_gives_the_same_bytes(shop: Path, tmp_path: Path, form: str) -> None:
    again = build(tmp_path / "again", SHOP)
    first, second = (verify("graph", folder, "--format", form).stdout for folder in (shop, again))
    assert first == second
    at_head = verify("graph", shop, "--format", form, "--rev", "HEAD").stdout
    assert at_head.count("\n") - first.count("\n") == (1 if form == "graphml" else 0)
    assert verify("graph", shop, "--format", form, "-o", tmp_path / "file").stdout == ""
    assert (tmp_path / "file").read_text(encoding="utf-8") == first


def test_networkx_opens_what_is_written(shop: Path, tmp_path: Path) -> None:
    assert verify("graph", shop, "--format", "graphml", "-o", tmp_path / "shop.graphml").status == 0
    read: Any = nx.read_graphml(tmp_path / "shop.graphml")
    document = graph(shop)
    assert list(read.nodes) == [node["key"] for node in document["nodes"]]
    assert read.number_of_edges() == len(document["edges"])
    serving = [source for source, _, edge in read.in_edges("vision-bread", data=True) if edge["relation"] == "serves"]
    assert "bake-daily" in serving


def test_the_python_of_the_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (code,) = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert verify("example", tmp_path).status == 0
    monkeypatch.chdir(tmp_path)
    assert verify("graph", "--format", "graphml", "-o", "bakery.graphml").status == 0
    names: dict[str, Any] = {}
    exec(code, names)
    assert "card-payments" in names["serving"]
    assert ("card-payments", "2026-03-17-093000") in names["broken"]


def test_the_neighbourhood_ends_at_its_depth(shop: Path) -> None:
    around = graph(shop, "--around", "two-ovens", "--depth", "0")
    assert [node["key"] for node in around["nodes"]] == ["two-ovens"]
    assert around["edges"] == []
    assert around["around"] == {"id": "two-ovens", "depth": 0}
    near = {"two-ovens", "one-oven", "no-goal", "adr-0001", "2026-03-02-090000"}
    one = graph(shop, "--around", "two-ovens")
    assert {node["key"] for node in one["nodes"]} == near
    assert ("2026-03-02-090000", "references", "one-oven") in edges(one, "references")
    two = {node["key"] for node in graph(shop, "--around", "two-ovens", "--depth", "2")["nodes"]}
    assert two == near | {"2026-03-01-090000", "near-mill", "bake-daily", commit(shop, "HEAD")}
    everything = graph(shop, "--around", "two-ovens", "--depth", "99")
    assert len(everything["nodes"]) < len(graph(shop)["nodes"]), "what hangs together with nothing stays out"


def test_a_commit_is_found_by_the_beginning_of_its_id(shop: Path) -> None:
    around = graph(shop, "--around", commit(shop, "HEAD")[:9], "--depth", "0")
    assert [node["key"] for node in around["nodes"]] == [commit(shop, "HEAD")]
    assert around["around"] == {"id": commit(shop, "HEAD"), "depth": 0}


def test_an_unknown_id_is_a_usage_error_with_the_nearest_one(shop: Path) -> None:
    outcome = verify("graph", shop, "--around", "bake-dayly")
    assert (outcome.status, outcome.stdout) == (2, "")
    assert outcome.stderr == "verify: the graph has no node 'bake-dayly'; did you mean 'bake-daily'?\n"
    assert verify("graph", shop, "--depth", "2").stderr == "verify: --depth needs --around ID\n"


def test_without_history_nothing_is_called_lost_and_no_reference_broken(shop: Path) -> None:
    document = graph(shop, "--no-history")
    assert nodes(document, "commit") == {}
    assert document["incomplete"] == ["history was not asked for (--no-history)"]
    assert {node["status"] for node in document["nodes"]} == {"live", "done", "superseded", "missing"}
    assert broken(document) == {("two-ovens", "serves", "no-goal"), ("old-van", "origin", "2026-01-01-000000")}


def test_a_folder_without_git_is_incomplete_unless_that_is_asked_for(tmp_path: Path) -> None:
    folder = build(tmp_path, "git: false\ncommits: [{files: {memory/continuity.md: '# Continuity'}}]")
    document = graph(folder, status=3)
    assert document["incomplete"] == ["this folder is in no git repository"]
    assert graph(folder, "--no-history")["nodes"] == []
    for form in ("dot", "mermaid"):
        assert "INCOMPLETE: this folder is in no git repository" in verify("graph", folder, "--format", form).stdout


RECORDS = """
commits:
  - files:
      docs/adr/0001-queue.md: |
        # ADR-0001: One queue

        **Status:** Superseded by ADR-0002

        <!-- id: adr-0001 | formalizes: one-queue -->
      docs/adr/0002-queues.md: |
        # ADR-0002: A queue for each oven

        **Status:** Accepted
        **Supersedes:** ADR-0001

        <!-- id: adr-0002 | formalizes: no-queue -->
      docs/adr/0003-bikes.md: |
        # ADR-0003: Bikes

        **Status:** Rejected
      memory/continuity.md: |
        ## Key Decisions

        - One queue (ADR-0001)
          <!-- id: one-queue | depends-on: adr-0003 -->
"""


def test_records_formalize_and_supersede(tmp_path: Path) -> None:
    document = graph(build(tmp_path, RECORDS))
    assert nodes(document, "record") == {"adr-0001": "superseded", "adr-0002": "live", "adr-0003": "retired"}
    assert edges(document, "formalizes", "supersedes", "depends-on") == {
        ("adr-0001", "formalizes", "one-queue"),
        ("adr-0002", "formalizes", "no-queue"),
        ("adr-0002", "supersedes", "adr-0001"),
        ("one-queue", "depends-on", "adr-0003"),
    }
    assert broken(document) == {("adr-0002", "formalizes", "no-queue")}
    (second,) = (node for node in document["nodes"] if node["key"] == "adr-0002")
    assert (second["title"], second["path"], second["line"]) == ("A queue for each oven", "docs/adr/0002-queues.md", 1)


def test_where_a_file_was_not_read_nothing_is_called_missing(tmp_path: Path) -> None:
    folder = build(
        tmp_path,
        """
commits:
  - sessions: {2026-03-01-090000: ["Referenced: far-fact"]}
    files:
      memory/continuity.md: "- Near\\n  <!-- id: near-fact | depends-on: far-fact | origin: 2026-02-01-000000 -->\\n"
      memory/rules.md: {base64: "//79"}
      memory/sessions/2026-02-02-000000.md: {base64: "//79"}
""",
    )
    document = graph(folder, status=3)
    assert broken(document) == set()
    assert nodes(document, "unknown") == {"far-fact": "unread"}
    assert nodes(document, "session") == {
        "2026-02-01-000000": "unread",
        "2026-02-02-000000": "unread",
        "2026-03-01-090000": "live",
    }


TWO = """
commits:
  - files:
      verify.toml: 'memory = ["memory", "sub/memory"]'
      memory/sessions/2026-03-01-090000.md: "# One"
      sub/memory/sessions/2026-03-02-090000.md: "# Two"
      memory/continuity.md: |
        - One
          <!-- id: same-id -->
        - Own
          <!-- id: own-one | depends-on: same-id -->
      sub/memory/continuity.md: |
        - Two
          <!-- id: same-id -->
        - Own
          <!-- id: own-two | depends-on: same-id -->
"""


def test_several_memories_are_one_graph_and_only_equal_ids_get_a_prefix(tmp_path: Path) -> None:
    document = graph(build(tmp_path, TWO))
    assert document["memories"] == ["memory", "sub/memory"]
    assert set(nodes(document, "fact")) == {"memory:same-id", "own-one", "own-two", "sub/memory:same-id"}
    assert edges(document, "depends-on") == {
        ("own-one", "depends-on", "memory:same-id"),
        ("own-two", "depends-on", "sub/memory:same-id"),
    }
    assert len(nodes(document, "commit")) == 1
    assert len(edges(document, "records")) == 2
    both = graph(tmp_path, "--around", "same-id", "--depth", "0")
    assert set(nodes(both, "fact")) == {"memory:same-id", "sub/memory:same-id"}
    one = graph(tmp_path, "--around", "sub/memory:same-id")
    assert set(nodes(one, "fact")) == {"sub/memory:same-id", "own-two"}


def test_a_log_may_be_called_like_a_fact(tmp_path: Path) -> None:
    text = "- One\\n  <!-- id: 2026-03-01-plan -->\\n- Two\\n  <!-- id: other-fact | origin: 2026-03-01-plan -->\\n"
    folder = build(
        tmp_path,
        f'commits: [{{files: {{memory/continuity.md: "{text}", memory/sessions/2026-03-01-plan.md: "# Log"}}}}]',
    )
    document = graph(folder)
    keys = {node["key"]: node["kind"] for node in document["nodes"] if node["id"] == "2026-03-01-plan"}
    assert keys == {"memory:2026-03-01-plan": "fact", "memory:2026-03-01-plan (session)": "session"}
    assert edges(document, "origin") == {("other-fact", "origin", "memory:2026-03-01-plan (session)")}


SECRET = """
commits:
  - message: "Add ${join:ghp_|0123456789abcdefghijklmnopqrstuvwxyz}"
    sessions: {2026-03-01-090000: ["${join:ghp_|0123456789abcdefghijklmnopqrstuvwxyz}: near-fact"]}
    files:
      memory/continuity.md: |
        - Push with ${join:ghp_|0123456789abcdefghijklmnopqrstuvwxyz} only
          <!-- id: near-fact | depends-on: ${join:ghp_|0123456789abcdefghijklmnopqrstuvwxyz} -->
        - Other
          <!-- id: ${join:ghp_|9876543210zyxwvutsrqponmlkjihgfedcba} -->
"""


@pytest.mark.parametrize("form", FORMATS)
def test_no_format_echoes_a_credential(tmp_path: Path, form: str) -> None:
    folder = build(tmp_path, SECRET)
    output = verify("graph", folder, "--format", form)
    assert output.status == 0
    assert "REDACTED" in output.stdout
    assert "ghp_" not in output.stdout


def test_two_ids_that_are_redacted_stay_two_nodes(tmp_path: Path) -> None:
    document = graph(build(tmp_path, SECRET))
    assert Counter(node["id"] for node in document["nodes"])["(REDACTED)"] == 2


def test_an_id_that_stands_twice_is_one_node(tmp_path: Path) -> None:
    text = "- One\n  <!-- id: same-id | depends-on: other-id -->\n" * 2
    folder = build(tmp_path, json.dumps({"commits": [{"files": {"memory/continuity.md": text}}]}))
    document = graph(folder)
    assert nodes(document, "fact", "unknown") == {"same-id": "live", "other-id": "missing"}
    assert len(document["edges"]) == 1


def test_hostile_text_reaches_every_format(tmp_path: Path) -> None:
    hostile = '"]:::x %%{init: {}}%% </data> ##[error] \\x1b[31m \\u202e'
    plan = {"commits": [{"files": {"memory/continuity.md": f"- {hostile}\n  <!-- id: a{hostile} -->\n"}}]}
    folder = build(tmp_path, json.dumps(plan))
    for form in FORMATS:
        output = verify("graph", folder, "--format", form)
        assert output.status == 0
        assert output.stdout.replace("\n", "").isprintable()
        assert "##[" not in output.stdout
