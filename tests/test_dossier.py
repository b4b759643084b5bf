"""What stands around a report: which timelines, which texts, which revisions, and how much it costs."""

import json
import re
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from contextlib import nullcontext
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.run_command import build, verify
from verify import trend
from verify.config import Settings
from verify.graph import MemoryGraph
from verify.model.history import Judgement
from verify.model.location import CommitId, FactId
from verify.model.network import Network, NetworkEdge, NetworkKind, NetworkNode, NetworkRelation, NetworkStatus
from verify.readers.assembly import read_graph
from verify.readers.repository import open_repository
from verify.readers.stores import Terms, read_stores
from verify.secrets import credentials, personal_data, suspect_texts
from verify.views.dossier import anonymous, lives, texts
from verify.views.network import network

DECIDED = """
commits:
  - date: 2026-03-01T10:00:00Z
    sessions: {2026-03-01-090000: ["Created: old-rule, kept-rule, told-rule"]}
    files:
      memory/vision.md: "# Vision of bread\\n\\n> <!-- id: vision-x | tier: core -->\\n\\nBread for all.\\n"
      memory/continuity.md: |
        # Continuity

        ## Key Decisions

        - The rule is kept by
          everybody in the shop
          and more
          <!-- id: kept-rule | created: 2026-03-01 -->
        - One oven, in the yard
          <!-- id: old-rule | created: 2026-03-01 -->
        - Two bakers, by day
          <!-- id: told-rule | created: 2026-03-01 -->

        ## Facts

        - The mill is near
          <!-- id: near-mill | created: 2026-03-01 -->
  - date: 2026-03-02T10:00:00Z
    replace: {memory/continuity.md: [["One oven, in the yard", "No oven, never again"]]}
  - date: 2026-03-03T10:00:00Z
    sessions: {2026-03-03-090000: ["Updated: told-rule"]}
    replace: {memory/continuity.md: [["Two bakers, by day", "Three bakers, by night"]]}
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return build(tmp_path / "r", DECIDED)


@pytest.fixture
def graph(root: Path) -> Iterator[MemoryGraph]:
    repository = open_repository(root, None, staged=False)
    with repository.git or nullcontext():
        yield read_graph(repository, "memory", history=True)


def test_every_decision_has_its_timeline_and_the_least_explained_comes_first(graph: MemoryGraph) -> None:
    told = lives.lives([graph])
    assert [life.id for life in told.timelines] == ["old-rule", "told-rule", "kept-rule", "vision-x"]
    judged = [getattr(event.detail, "judgement", None) for event in told.timelines[0].events]
    assert Judgement.DRIFT in judged
    assert (told.untold, told.reason) == (0, None)


LEAVING = """
  - date: 2026-03-04T10:00:00Z
    sessions: {2026-03-04-090000: ["Removed: kept-rule"]}
    files: {memory/continuity.md: "# Continuity\\n\\n## Key Decisions\\n"}
"""


@pytest.mark.parametrize("tone", ["error", "warning"])
def test_what_left_without_a_word_comes_first_in_the_tone_of_its_finding(tmp_path: Path, tone: str) -> None:
    root = build(tmp_path / "r", DECIDED + LEAVING)
    (root / "verify.toml").write_text(f'[severity]\n"lost-fact" = "{tone}"\n')
    verify("report", root, "--html", root / "page.html")
    rows = lives_of(root / "page.html")
    told = [(row[0], row[2], row[5][:1]) for row in rows]
    assert told[:2] == [(name, "lost", [["lost", 1, tone]]) for name in ("old-rule", "told-rule")]
    assert ("kept-rule", "lost", []) in told[2:]
    assert "near-mill" not in {name for name, _, _ in told}
    assert [event[3] for event in rows[0][7] if event[2] == "lost"] == [tone]


def test_a_loss_that_is_ignored_is_no_unexplained_one(tmp_path: Path) -> None:
    root = build(tmp_path / "r", DECIDED + LEAVING)
    ignore = '[[ignore]]\ncheck = "lost-fact"\nsubject = "told-rule"\nreason = "we closed"\n'
    (root / "verify.toml").write_text(ignore)
    verify("report", root, "--html", root / "page.html")
    lost = [row[0] for row in lives_of(root / "page.html") if row[5][:1] == [["lost", 1, "error"]]]
    assert lost == ["old-rule"]


def lives_of(page: Path) -> list[Any]:
    rows: list[Any] = json.loads(re.findall(r'id="data">(.*?)</script>', page.read_text())[0])["lives"]["rows"]
    return rows


def test_facts_that_left_together_are_lost_one_by_one(tmp_path: Path) -> None:
    facts = "".join(f"- Rule {at}\n  <!-- id: rule-{at} | created: 2026-03-01 -->\n" for at in range(7))
    first = {"files": {"memory/continuity.md": f"# Continuity\n\n## Key Decisions\n\n{facts}"}}
    second = {"files": {"memory/continuity.md": "# Continuity\n"}}
    root = build(tmp_path / "r", json.dumps({"commits": [first, second]}))
    verify("report", root, "--html", root / "page.html")
    assert [row[5] for row in lives_of(root / "page.html")] == [[["lost", 1, "error"]]] * 7


def test_what_takes_too_long_is_counted(root: Path, graph: MemoryGraph, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lives, "_STEPS", 1)
    told = lives.lives([graph])
    assert ([life.id for life in told.timelines], told.untold) == (["old-rule"], 3)
    verify("report", root, "--html", root / "page.html")
    assert "3 further decisions" in (root / "page.html").read_text()


def test_texts_are_paragraphs_without_footers(graph: MemoryGraph) -> None:
    found = texts.texts([graph], network("x", None, [graph]))
    assert found["kept-rule"] == "- The rule is kept by everybody in the shop and more"
    assert found["vision-x"] == "# Vision of bread\nBread for all."


def test_texts_of_very_many_facts_are_shorter(graph: MemoryGraph, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(texts, "_ALL", 10)
    monkeypatch.setattr(texts, "_FEWEST", 20)
    assert texts.texts([graph], network("x", None, [graph]))["kept-rule"] == "- The rule is kept ..."


MAIL, TOKEN = "jane.doe@" + "somewhere-real.com", "ghp_" + "0123456789abcdefghijABCDEFGHIJ456789"


@given(st.lists(st.sampled_from(["plain", MAIL, TOKEN, "a\nb", "\udcff", "/home/janedoe/x", ""]), max_size=6))
def test_all_that_must_be_hidden_is_suspected(parts: list[str]) -> None:
    shown = [" ".join((part, "and", part)) for part in parts]
    found = suspect_texts(shown)
    for at, text in enumerate(shown):
        assert at in found or not [*credentials(text), *personal_data(text)]
        cleared = anonymous.anonymous(text)
        assert not [*credentials(cleared), *personal_data(cleared)]


NETWORK = Network(
    tool="x",
    revision=None,
    memories=("memory",),
    incomplete=(),
    nodes=(NetworkNode("one", "one", NetworkKind.FACT, NetworkStatus.LIVE, "memory"),),
    edges=(),
)


def test_nodes_that_tell_of_people_get_other_keys_and_keep_their_links() -> None:
    addresses = [f"{name}@somewhere-real.com" for name in ("jo", "al")]
    people = [replace(NETWORK.nodes[0], key=address, id=address) for address in addresses]
    edge = NetworkEdge(people[0].key, people[1].key, NetworkRelation.SERVES)
    told, names = anonymous.nobody(replace(NETWORK, nodes=(*NETWORK.nodes, *people), edges=(edge,)))
    keys = [node.key for node in told.nodes]
    assert len(set(keys)) == len(keys)
    assert keys[-2:] == ["(REDACTED)", "(REDACTED) (2)"]
    assert (told.edges[-1].source, told.edges[-1].target) == tuple(keys[-2:])
    assert set(names) == {person.key for person in people}
    assert anonymous.nobody(NETWORK) == (NETWORK, {})


@given(st.integers(0, 200), st.integers(2, 40))
def test_revisions_are_picked_evenly(number: int, count: int) -> None:
    commits = [(CommitId(str(at)), at) for at in range(number)]
    picked = trend._picked(commits, count)
    assert len(picked) == min(number, count)
    assert picked == sorted(set(picked), key=commits.index)
    assert picked[:1] == commits[:1]
    assert picked[-1:] == commits[-1:]
    steps = [later[1] - earlier[1] for earlier, later in pairwise(picked)]
    assert max(steps, default=1) - min(steps, default=1) <= 1


def test_the_trend_takes_a_few_processes_for_each_revision(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    verify("example", tmp_path / "example")
    started: list[Any] = []
    begin = subprocess.Popen.__init__

    def counted(self: Any, *arguments: Any, **more: Any) -> None:
        started.append(arguments)
        begin(self, *arguments, **more)

    monkeypatch.setattr(subprocess.Popen, "__init__", counted)
    numbers = []
    for limit in (2, 7, 12):
        monkeypatch.setattr(trend, "POINTS", limit)
        started.clear()
        verify("report", tmp_path / "example", "--html", tmp_path / "page.html", "--trend", "--no-cache")
        numbers.append(len(started))
    assert numbers[1] - numbers[0] == numbers[2] - numbers[1] <= 5 * 5


def test_timelines_go_over_links_and_logs_a_constant_number_of_times(tmp_path: Path) -> None:
    facts = "".join(
        f"- Choice {n}\n  <!-- id: choice-{n} | created: 2026-03-01 | supersedes: choice-{n - 1} -->\n"
        for n in range(1, 41)
    )
    text = f"# Continuity\n\n## Key Decisions\n\n- Choice 0\n  <!-- id: choice-0 | created: 2026-03-01 -->\n{facts}"
    plan = {"commits": [{"date": "2026-03-01T10:00:00Z", "files": {"memory/continuity.md": text}}]}
    repository = open_repository(build(tmp_path / "r", json.dumps(plan)), None, staged=False)
    with repository.git or nullcontext():
        (graph,) = read_stores(repository, Settings(), Terms()).memories
        asked = Counter(graph)
        told = lives.lives([asked])  # type: ignore[list-item]
    by_id = {life.id: life.successors for life in told.timelines}
    assert by_id[FactId("choice-3")] == ("choice-4",)
    assert len(by_id) == 41
    assert max(asked.times["links"], asked.times["sessions"]) < 10


class Counter:
    """A graph that counts how often something is asked of it."""

    def __init__(self, graph: MemoryGraph) -> None:
        self._graph = graph
        self.times: dict[str, int] = defaultdict(int)

    def __getattr__(self, name: str) -> object:
        self.times[name] += 1
        return getattr(self._graph, name)
