"""Where a TSVC workspace is found, what its report says of it, and that no damage ends in a traceback."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.run_command import Outcome, build, check, verify

TOPIC = "topic_00000000000000a1"
STATE = f"topic_files/{TOPIC}/state.json"
LOG = f"topic_files/{TOPIC}/conversation.jsonl"
DECISION = {"id": "dec_1", "date": "2026-05-01", "timestamp": "2026-05-01T08:10:00Z", "text": "Rye"}
FILES: dict[str, str] = {
    "topic_files/index.json": json.dumps(
        {"topics": {TOPIC: {"title": "Bread", "status": "active", "exchangeCount": 2}}, "activeTopic": TOPIC}
    ),
    STATE: json.dumps({"id": TOPIC, "title": "Bread", "status": "active", "decisions": [DECISION]}),
    LOG: '{"role":"user","text":"rye","timestamp":"2026-05-01T08:01:00Z","type":"message"}\n'
    '{"role":"tool","text":"oats","timestamp":"2026-05-01T08:02:00Z","type":"tool_output"}\n',
    f"topic_files/{TOPIC}/archive_1.jsonl": '{"role":"user","text":"old","timestamp":"2026-04-01T08:01:00Z"}\n',
    f"topic_files/{TOPIC}/where-are-we.md": f"# Where Are We: Bread\n**Topic:** {TOPIC} | **Last updated:** x\n",
    f"contexts/{TOPIC}.md": f"# Hot Context: Bread\n**ID:** {TOPIC} |\n\n## Active Decisions (1)\n- Rye (dec_1)\n",
    "active-state.json": json.dumps({"activeTopicId": TOPIC, "switchCount": 1}),
    "metrics.json": json.dumps(
        {"topicSwitches": [{"from": None, "to": TOPIC, "type": "create"}], "compactions": [{"topicId": TOPIC}]}
    ),
    "pending-reset.json": json.dumps({"toTopic": {"id": TOPIC}, "triggeringMessage": "rye"}),
}


def workspace(root: Path, files: dict[str, Any] = FILES) -> Path:
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return root


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", "-C", str(folder), *arguments], check=True, capture_output=True)


def committed(folder: Path) -> Path:
    git(folder, "init", "-q", "-b", "main")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "x")
    return folder


def store(outcome: Outcome, kind: str = "tsvc") -> dict[str, Any]:
    found: dict[str, Any] = next(s for s in outcome.report["stores"] if s["format"] == kind)
    return found


def verdicts(outcome: Outcome) -> dict[str, str]:
    return {c["check"]: c["verdict"] for c in outcome.report["checked"]}


@pytest.mark.parametrize("home", ["tsvc", ".openclaw/workspace/tsvc", "."])
@pytest.mark.parametrize("with_git", [True, False])
@pytest.mark.parametrize("below", ["", "src/deep"])
def test_a_workspace_is_found_at_or_above_the_place(tmp_path: Path, home: str, with_git: bool, below: str) -> None:
    workspace(tmp_path / home)
    (tmp_path / "src" / "deep").mkdir(parents=True)
    if with_git:
        committed(tmp_path)
    expected = {"format": "tsvc", "path": home, "checked": True, "topics": 1, "exchanges": 3}
    assert store(check(tmp_path / below)) == expected


def test_the_nearest_workspace_is_read_and_the_others_are_named(tmp_path: Path) -> None:
    workspace(tmp_path / "tsvc")
    workspace(tmp_path / "part" / "tsvc")
    committed(tmp_path)
    stores = [(s["path"], s["checked"]) for s in check(tmp_path / "part").report["stores"]]
    assert stores == [("part/tsvc", True), ("tsvc", False)]


def test_a_workspace_may_be_named(tmp_path: Path) -> None:
    workspace(tmp_path / "part" / "tsvc")
    (tmp_path / "verify.toml").write_text('memory = ["part/tsvc"]\n')
    committed(tmp_path)
    assert store(check(tmp_path))["checked"]


def test_a_workspace_elsewhere_is_offered(tmp_path: Path) -> None:
    workspace(tmp_path / "part" / "tsvc")
    outcome = verify("check", committed(tmp_path))
    assert outcome.status == 3
    assert "part/tsvc" in outcome.stderr


@pytest.mark.parametrize("with_git", [True, False])
def test_a_workspace_and_an_agent_memory_are_both_read(tmp_path: Path, with_git: bool) -> None:
    workspace(tmp_path / "deep" / "tsvc")
    workspace(tmp_path, {"memory/continuity.md": "- Rye\n  <!-- id: rye-loaf -->\n"})
    if with_git:
        committed(tmp_path)
    outcome = check(tmp_path / "deep")
    assert store(outcome)["path"] == "deep/tsvc"
    assert store(outcome, "agent-memory")["facts"] == 1
    assert {"lost-fact", "lost-topic"} <= verdicts(outcome).keys()


def test_checks_of_topics_are_not_asked_about_an_agent_memory(tmp_path: Path) -> None:
    workspace(tmp_path, {"memory/continuity.md": "- Rye\n  <!-- id: rye-loaf -->\n"})
    assert "lost-topic" not in verdicts(check(tmp_path))


@pytest.mark.parametrize(
    "index", [b"{", b"[]", b'{"topics": 5}', b'{"topics": [{}]}', b'{"topics": {"a": 1}}', b"\xff", b"\xef\xbb\xbf{}"]
)
def test_nothing_is_concluded_where_the_index_cannot_be_read(tmp_path: Path, index: bytes) -> None:
    workspace(tmp_path / "tsvc", {**FILES, "topic_files/index.json": index, LOG: "{\n"})
    outcome = check(committed(tmp_path))
    assert not store(outcome)["checked"]
    about_others = {"malformed-topic-file", "unused-ignore", "unused-baseline-entry"}
    answers = {verdict for name, verdict in verdicts(outcome).items() if name not in about_others}
    assert answers == {"not-checked"}
    told = {f["path"] for f in outcome.report["findings"]} | {p["path"] for p in outcome.report["problems"]}
    assert told == {"tsvc/topic_files/index.json", f"tsvc/{LOG}"}


def test_the_early_design_is_named_and_not_checked(tmp_path: Path) -> None:
    workspace(tmp_path / "tsvc", {"topic_bread/state.md": "# Bread\n"})
    outcome = check(committed(tmp_path))
    assert store(outcome) == {"format": "tsvc", "path": "tsvc", "checked": False, "topics": 0, "exchanges": 0}
    assert outcome.report["findings"] == []


@pytest.mark.parametrize(
    ("path", "content", "check_name"),
    [
        (STATE, "{", "topic-state-mismatch"),
        (STATE, "{", "fabricated-context"),
        (LOG, "{\n", "shared-exchange"),
        (LOG, "{\n", "lost-exchange"),
        ("active-state.json", "{", "wrong-active-topic"),
        ("metrics.json", "{", "switch-replay-mismatch"),
        (f"contexts/{TOPIC}.md", b"\xff", "stale-context"),
        ("pending-reset.json", "{", "broken-pending-switch"),
    ],
)
def test_a_check_that_cannot_look_does_not_pass(
    tmp_path: Path, path: str, content: bytes | str, check_name: str
) -> None:
    workspace(tmp_path / "tsvc", {**FILES, path: content})
    assert verdicts(check(committed(tmp_path)))[check_name] == "not-checked"


@pytest.mark.parametrize("name", ["lost-topic", "lost-exchange", "rewritten-decision"])
def test_history_needs_all_of_it(tmp_path: Path, name: str) -> None:
    workspace(tmp_path / "whole" / "tsvc")
    committed(tmp_path / "whole")
    (tmp_path / "whole" / "a.txt").write_text("a\n")
    git(tmp_path / "whole", "add", "-A")
    git(tmp_path / "whole", "commit", "-qm", "y")
    git(tmp_path, "clone", "-q", "--depth", "1", f"file://{tmp_path}/whole", "shallow")
    assert verdicts(check(tmp_path / "whole"))[name] == "pass"
    assert verdicts(check(tmp_path / "shallow"))[name] == "not-checked"
    assert verdicts(check(tmp_path / "whole", "--no-history"))[name] == "not-checked"
    workspace(tmp_path / "plain" / "tsvc")
    outcome = check(tmp_path / "plain")
    assert {verdicts(outcome)[n] for n in (name, "stale-pending-switch")} == {"not-checked"}


def test_the_revision_and_the_index_are_states_of_their_own(tmp_path: Path) -> None:
    workspace(tmp_path / "tsvc", {name: text for name, text in FILES.items() if name != "pending-reset.json"})
    committed(tmp_path)
    pending = tmp_path / "tsvc" / "pending-reset.json"
    pending.write_text(FILES["pending-reset.json"])
    name = "stale-pending-switch"
    assert verdicts(check(tmp_path))[name] == "pass"
    git(tmp_path, "add", "-A")
    place = "tsvc/pending-reset.json"
    assert check(tmp_path, "--staged").findings(name) == [(place, place, 1)]
    assert check(tmp_path, "--rev", "HEAD").findings(name) == []
    git(tmp_path, "commit", "-qm", "y")
    assert check(tmp_path / "tsvc", "--rev", "HEAD").findings(name) == [(place, place, 1)]


def test_an_ignore_excuses_only_what_came_before_it(tmp_path: Path) -> None:
    line, other, last = (f'{{"role":"user","text":"{n}","timestamp":"2026-05-01T08:0{n}:00Z"}}\n' for n in "123")
    place = committed(workspace(tmp_path, {**FILES, LOG: line + other + last}))
    workspace(place, {LOG: other + last})
    git(place, "commit", "-qam", "cut once")
    ignore = f'[[ignore]]\ncheck = "lost-exchange"\nsubject = "{TOPIC}"\nreason = "asked to"\n'
    (place / "verify.toml").write_text(ignore)
    git(place, "add", "-A")
    git(place, "commit", "-qm", "say why")
    assert check(place).findings("lost-exchange") == []
    workspace(place, {LOG: last})
    git(place, "commit", "-qam", "cut again")
    assert check(place).findings("lost-exchange") == [(TOPIC, None, None)]


def test_a_link_out_of_the_repository_is_not_followed(tmp_path: Path) -> None:
    workspace(tmp_path / "tsvc", {name: text for name, text in FILES.items() if name != STATE})
    (tmp_path / "elsewhere.json").write_text('{"id": "other"}')
    (tmp_path / "tsvc" / STATE).symlink_to(tmp_path / "elsewhere.json")
    outcome = check(committed(tmp_path))
    assert [(p["kind"], p["path"]) for p in outcome.report["problems"]] == [("symbolic-link", f"tsvc/{STATE}")]
    assert outcome.findings("topic-without-state") == []
    assert verdicts(outcome)["topic-state-mismatch"] == "not-checked"


def test_the_number_of_git_processes_does_not_grow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counts = [_processes(_grown(tmp_path / str(size), size), monkeypatch) for size in (2, 12)]
    assert counts[0] == counts[1]


def _grown(place: Path, size: int) -> Path:
    """Return a workspace of several topics and commits, with counts that fit nothing."""
    many = {f"topic_{n}": {"title": "T", "status": "paged", "exchangeCount": 9} for n in range(size)}
    logs = {f"topic_files/{name}/conversation.jsonl": FILES[LOG] for name in many}
    workspace(place, {**FILES, **logs, "topic_files/index.json": json.dumps({"topics": many})})
    committed(place)
    for n in range(size):
        workspace(place, {LOG: FILES[LOG] * (n + 2)})
        git(place, "commit", "-qam", "x")
    return place


def _processes(place: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    started = []
    original = subprocess.Popen.__init__

    def counted(self: Any, *arguments: Any, **options: Any) -> None:
        started.append(arguments)
        original(self, *arguments, **options)

    with monkeypatch.context() as patch:
        patch.setattr(subprocess.Popen, "__init__", counted)
        check(place)
    return len(started)


@st.composite
def damaged(draw: st.DrawFn) -> dict[str, bytes]:
    files = {name: text.encode() for name, text in FILES.items()}
    for _ in range(draw(st.integers(1, 3))):
        name = draw(st.sampled_from(sorted(files)))
        content = files[name]
        at = draw(st.integers(0, len(content)))
        junk = draw(
            st.binary(max_size=4) | st.sampled_from([b"null", b"[]", b"{}", b'""', b"-1", b"1e999", b"\n", b"\\ud800"])
        )
        files[name] = content[:at] + junk + content[at + draw(st.integers(0, 12)) :]
    return files


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(files=damaged())
def test_any_damage_gives_a_report(files: dict[str, bytes], tmp_path_factory: pytest.TempPathFactory) -> None:
    place = tmp_path_factory.mktemp("damaged")
    workspace(place, files)
    outcome = check(place, "--tier", "advisory")
    assert outcome.status in {0, 1, 3}
    assert [p for p in outcome.report["problems"] if p["kind"] == "crashed-check"] == []


@pytest.mark.parametrize("value", [5, None, True, [], {}, "", "x" * 2000, [[]], {"a": {}}])
@pytest.mark.parametrize(
    "key",
    ["id", "title", "status", "createdAt", "lastActive", "summary", "relatedTopics", "decisions", "compactionCount"],
)
def test_any_value_of_a_state_gives_a_report(tmp_path: Path, key: str, value: object) -> None:
    state = {**json.loads(FILES[STATE]), key: value}
    outcome = check(workspace(tmp_path, {**FILES, STATE: json.dumps(state)}))
    assert [p for p in outcome.report["problems"] if p["kind"] == "crashed-check"] == []


def test_rings_and_long_chains_end(tmp_path: Path) -> None:
    count = 3000
    decisions = [{"id": f"dec_{n}", "depends_on": f"dec_{(n + 1) % count}"} for n in range(count)]
    state = json.dumps({"id": TOPIC, "title": "Bread", "status": "active", "decisions": decisions})
    outcome = check(workspace(tmp_path, {**FILES, STATE: state}))
    assert outcome.findings("decision-cycle") == [("dec_0", STATE, 1)]


def test_the_report_of_a_workspace_is_the_same_twice(tmp_path: Path) -> None:
    plan = 'commits: [{files: {tsvc/topic_files/index.json: \'{"topics": {"b": {"status": "x"}, "a": {}}}\'}}]'
    place = build(tmp_path / "twice", plan)
    assert check(place).stdout == check(place).stdout
