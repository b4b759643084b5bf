"""`verify graph` on workspaces of topics and on memories with an index."""

import json
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from jsonschema import Draft202012Validator

from tests.run_command import build, verify
from verify.model.network import NetworkKind, NetworkRelation

SCHEMA = json.loads((Path(__file__).parents[1] / "docs" / "graph.schema.json").read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)

TOPICS = """
commits:
  - date: 2026-05-01T10:00:00Z
    files:
      tsvc/topic_files/index.json: |
        {"topics": {"topic_bread": {"title": "Bread", "status": "active"},
          "topic_oven": {"title": "Oven", "status": "closed"}}}
      tsvc/topic_files/topic_bread/state.json: |
        {"decisions": [
          {"id": "dec_rye", "text": "Rye", "superseded_by": "dec_oats", "superseded_at": "2026-05-01T09:00:00Z"},
          {"id": "dec_oats", "text": "Oats", "depends_on": "dec_gone"},
          {"id": "dec_salt", "text": "Salt", "depends_on": "dec_never"},
          {"id": "dec_why", "text": "Yeast", "depends_on": "dec_rye is sour"}]}
      tsvc/topic_files/topic_oven/state.json: |
        {"decisions": [{"id": "dec_gone", "text": "Hot"}]}
      tsvc/topic_files/topic_bread/conversation.jsonl: |
        {"role": "user", "text": "${join:ghp_|0123456789abcdefghijklmnopqrstuvwxyz}", "ts": "2026-05-01T08:00:00Z"}
        {"role": "user", "text": "oats?", "timestamp": "2026-05-01T08:01:00Z"}
  - date: 2026-05-02T10:00:00Z
    replace: {tsvc/topic_files/topic_oven/state.json: [['{"id": "dec_gone", "text": "Hot"}', ""]]}
"""
PAGES = """
commits:
  - date: 2026-05-01T10:00:00Z
    files:
      memory/old.md: "Old.\\n"
      .gitignore: "*.local.md\\n"
  - date: 2026-05-02T10:00:00Z
    delete: [memory/old.md]
    files:
      docs/guide.md: "# Guide\\n"
      memory/MEMORY.md: |
        # Memory

        - [Login](login.md) - how long
        - [Old](old.md) - gone
        - [Never](never.md) - never was
        - [Mine](desk.local.md) - private
        - [Guide](../docs/guide.md)
        - see also [prices](prices.md)
      memory/login.md: "# Login\\n\\n[a](prices.md), [[old-name]], [[prices]], [x](nothing.md), [code](../src/a.py)\\n"
      memory/prices.md: "---\\ndescription: what bread costs\\n---\\nPrices.\\n"
      memory/2026-05-01.md: "# 2026-05-01\\n"
      memory/README.md: "about\\n"
"""


def graph(folder: Path, *options: str) -> dict[str, Any]:
    outcome = verify("graph", folder, "--format", "json", *options)
    assert outcome.status == 0, outcome.stderr
    document: dict[str, Any] = json.loads(outcome.stdout)
    VALIDATOR.validate(document)
    return document


def nodes(document: dict[str, Any]) -> dict[str, tuple[str, str]]:
    return {node["key"]: (node["kind"], node["status"]) for node in document["nodes"]}


def edges(document: dict[str, Any]) -> set[tuple[str, str, str, bool]]:
    return {(e["source"], e["relation"], e["target"], e["broken"]) for e in document["edges"]}


@pytest.fixture(scope="module")
def topics(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("topics"), TOPICS)


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("pages"), PAGES)


def test_topics_own_decisions_that_rest_on_others(topics: Path) -> None:
    document = graph(topics)
    assert nodes(document) == {
        "topic_bread": ("topic", "live"),
        "topic_oven": ("topic", "done"),
        "dec_rye": ("decision", "superseded"),
        "dec_oats": ("decision", "live"),
        "dec_salt": ("decision", "live"),
        "dec_why": ("decision", "live"),
        "dec_gone": ("decision", "lost"),
        "dec_never": ("decision", "missing"),
    }
    owned = {("topic_bread", "owns", name, False) for name in ("dec_rye", "dec_oats", "dec_salt", "dec_why")}
    assert edges(document) == owned | {
        ("dec_oats", "supersedes", "dec_rye", False),
        ("dec_oats", "depends-on", "dec_gone", True),
        ("dec_salt", "depends-on", "dec_never", True),
    }
    assert document["memories"] == ["tsvc"]


def test_exchanges_are_counted_and_shown_only_when_asked_for(topics: Path) -> None:
    titles = {node["id"]: node["title"] for node in graph(topics)["nodes"]}
    assert (titles["topic_bread"], titles["topic_oven"]) == ("Bread (2 exchanges)", "Oven (0 exchanges)")
    document = graph(topics, "--exchanges")
    log = "tsvc/topic_files/topic_bread/conversation.jsonl"
    assert ("topic_bread", "owns", f"{log}:2", False) in edges(document)
    assert nodes(document)[f"{log}:1"] == ("exchange", "live")
    assert "0123456789abcdefghijklmnopqrstuvwxyz" not in json.dumps(document)


def test_around_a_decision(topics: Path) -> None:
    document = graph(topics, "--around", "dec_rye")
    assert nodes(document).keys() == {"dec_rye", "dec_oats", "topic_bread"}
    outcome = verify("graph", topics, "--around", "dec_ryee")
    assert outcome.status == 2
    assert "did you mean 'dec_rye'?" in outcome.stderr


def test_an_index_lists_pages_that_link_to_others(pages: Path) -> None:
    document = graph(pages)
    assert nodes(document) == {
        "memory/MEMORY.md": ("index", "live"),
        "memory/login.md": ("page", "live"),
        "memory/prices.md": ("page", "live"),
        "memory/2026-05-01.md": ("page", "live"),
        "memory/old.md": ("page", "lost"),
        "memory/never.md": ("page", "missing"),
        "memory/nothing.md": ("page", "missing"),
        "src/a.py": ("file", "missing"),
        "docs/guide.md": ("file", "live"),
    }
    index, login = "memory/MEMORY.md", "memory/login.md"
    assert edges(document) == {
        (index, "lists", login, False),
        (index, "lists", "memory/old.md", True),
        (index, "lists", "memory/never.md", True),
        (index, "lists", "docs/guide.md", False),
        (index, "links", "memory/prices.md", False),
        (login, "links", "memory/prices.md", False),
        (login, "links", "memory/nothing.md", True),
        (login, "links", "src/a.py", True),
    }
    titles = {node["id"]: node["title"] for node in document["nodes"]}
    assert (titles[login], titles["memory/prices.md"]) == ("Login", "what bread costs")


def test_what_a_check_calls_wrong_is_broken_and_nothing_else(pages: Path) -> None:
    found = verify("check", pages, "--format", "json").report["findings"]
    reported = [f["subject"] for f in found if f["check"] in {"dangling-index-entry", "dangling-memory-link"}]
    broken = [
        edge["target"].removeprefix("memory/").replace("src/", "../src/")
        for edge in graph(pages)["edges"]
        if edge["broken"]
    ]
    assert sorted(broken) == sorted(reported)


@pytest.mark.parametrize("form", ["dot", "graphml", "mermaid"])
def test_every_format_draws_them(topics: Path, pages: Path, tmp_path: Path, form: str) -> None:
    for folder, name in ((topics, "dec_never"), (pages, "memory/prices.md")):
        outcome = verify("graph", folder, "--format", form, "--exchanges", "-o", tmp_path / "out")
        assert outcome.status == 0, outcome.stderr
        text = (tmp_path / "out").read_text(encoding="utf-8").replace("#95;", "_")
        assert name in text
    if form == "graphml":
        drawn: Any = nx.read_graphml(tmp_path / "out")
        assert drawn.nodes["memory/prices.md"]["kind"] == "page"


def test_memories_of_several_formats_are_one_graph(tmp_path: Path) -> None:
    root = build(tmp_path, TOPICS)
    (root / "memory").mkdir()
    (root / "memory" / "MEMORY.md").write_text("- [Login](login.md)\n", encoding="utf-8")
    (root / "memory" / "login.md").write_text("Login.\n", encoding="utf-8")
    document = graph(root)
    assert document["memories"] == ["memory", "tsvc"]
    assert {"topic_bread", "memory/login.md"} <= nodes(document).keys()


def test_serena_names_its_memories(tmp_path: Path) -> None:
    root = build(
        tmp_path,
        """
        commits:
          - files:
              .serena/memories/oven.md: "See `mem:bread` and `mem:nothing`.\\n"
              .serena/memories/bread.md: "Bread.\\n"
        """,
    )
    oven = ".serena/memories/oven.md"
    assert edges(graph(root)) == {
        (oven, "links", ".serena/memories/bread.md", False),
        (oven, "links", ".serena/memories/nothing.md", True),
    }


def test_the_schema_names_what_the_model_names() -> None:
    parts = SCHEMA["$defs"]
    assert set(parts["node"]["properties"]["kind"]["enum"]) == {kind.value for kind in NetworkKind}
    assert set(parts["edge"]["properties"]["relation"]["enum"]) == {relation.value for relation in NetworkRelation}
