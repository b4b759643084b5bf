"""A ledger only grows: every commit is held against its parents."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.ledger_maker import PATH, Maker, digest, honest
from tests.run_command import Outcome, build, check
from verify.ledger import format_checkpoint, merkle_root
from verify.model.ledger import Checkpoint

CONTINUITY = "# Continuity\n"


def text(*lines: bytes) -> str:
    return b"".join(line + b"\n" for line in lines).decode()


def step(content: str | None = None, **more: Any) -> dict[str, Any]:
    files = {"memory/continuity.md": CONTINUITY, **more.pop("files", {})}
    return {"files": files | ({PATH: content} if content is not None else {}), **more}


def run(folder: Path, *commits: dict[str, Any], options: tuple[str, ...] = (), **layers: Any) -> Outcome:
    root = build(folder, yaml.safe_dump({"commits": list(commits), **layers}))
    outcome = check(root, "--select", "log", *options)
    assert outcome.status in {0, 1}, outcome.stderr
    return outcome


def cuts(outcome: Outcome) -> list[str]:
    return [f["message"] for f in outcome.report["findings"] if f["check"] == "chain-truncated"]


def verdict(outcome: Outcome, name: str) -> str:
    return str(next(one["verdict"] for one in outcome.report["checked"] if one["check"] == name))


def test_growing_is_what_a_ledger_is_for(tmp_path: Path) -> None:
    lines = honest(4).lines
    outcome = run(tmp_path / "a", *(step(text(*lines[:size])) for size in (1, 2, 4)), step(text(*lines)))
    assert outcome.report["findings"] == []
    assert verdict(outcome, "chain-truncated") == "pass"


def test_a_cut_is_told_at_its_commit(tmp_path: Path) -> None:
    lines = honest(4).lines
    outcome = run(tmp_path / "a", step(text(*lines)), step(text(*lines[:3]), tag="cut"), step(text(*lines[:3])))
    assert cuts(outcome) == [
        "the ledger is not what an earlier commit had: from line 4 on a later one lost 2 lines of it"
    ]
    assert outcome.report["findings"][0]["commit"]


def test_a_cut_that_grew_again_otherwise_is_told(tmp_path: Path) -> None:
    one, other = honest(3), honest(2)
    other.decide("another")
    other.decide("and-more")
    outcome = run(tmp_path / "a", step(text(*one.lines)), step(text(*one.lines[:3])), step(other.content.decode()))
    assert len(cuts(outcome)) == 1


def test_a_cut_that_was_put_right_byte_for_byte_is_not(tmp_path: Path) -> None:
    lines = honest(4).lines
    steps = [step(text(*lines[:4])), step(text(*lines[:2])), step(text(*lines))]
    assert cuts(run(tmp_path / "a", *steps)) == []


def test_one_that_is_not_committed_yet_is_told_too(tmp_path: Path) -> None:
    lines = honest(3).lines
    working = {"files": {PATH: text(*lines[:2])}}
    outcome = run(tmp_path / "a", step(text(*lines)), working=working)
    assert len(cuts(outcome)) == 1
    assert outcome.report["findings"][0]["commit"] is None
    staged = run(tmp_path / "b", step(text(*lines)), staged=working, options=("--staged",))
    assert len(cuts(staged)) == 1


def test_a_ledger_that_is_gone_is_told(tmp_path: Path) -> None:
    outcome = run(tmp_path / "a", step(text(*honest(2).lines)), {"delete": [PATH]})
    assert len(cuts(outcome)) == 1


def test_a_torn_tail_may_be_mended(tmp_path: Path) -> None:
    lines = honest(3).lines
    torn = text(*lines[:3]) + lines[3].decode()[:50]
    assert cuts(run(tmp_path / "a", step(text(*lines[:2])), step(torn), step(text(*lines)))) == []


def test_a_chain_built_anew_is_told_by_history_alone(tmp_path: Path) -> None:
    other = Maker()
    for number in range(4):
        other.decide(f"decision-{number}", f"text {number} changed")
    outcome = run(tmp_path / "a", step(honest(4).content.decode()), step(other.content.decode()))
    assert [f["check"] for f in outcome.report["findings"]] == ["chain-truncated"]


def branches() -> tuple[list[bytes], bytes, bytes, Maker]:
    maker = honest(2)
    base, shared = maker.head, list(maker.lines)
    left = maker.decide("left", prev=base)
    right = maker.decide("right", prev=base)
    return shared, left, right, maker


def merged(content: str) -> list[dict[str, Any]]:
    shared, left, right, _ = branches()
    return [
        step(text(*shared)),
        step(text(*shared, left), branch="topic"),
        step(text(*shared, right), branch="main"),
        {"merge": "topic", "files": {PATH: content}},
    ]


def test_a_union_merge_is_a_fork_until_it_is_healed(tmp_path: Path) -> None:
    shared, left, right, maker = branches()
    steps = merged(text(*shared, right, left))
    outcome = run(tmp_path / "a", *steps)
    assert [f["check"] for f in outcome.report["findings"]] == ["chain-break"]
    maker.merge("joined", digest(right), digest(left))
    healed = text(*shared, right, left, maker.lines[-1])
    assert run(tmp_path / "b", *steps, step(healed)).report["findings"] == []


def test_a_merge_that_drops_a_side_is_told(tmp_path: Path) -> None:
    shared, _, right, _ = branches()
    outcome = run(tmp_path / "a", *merged(text(*shared, right)))
    assert [f["check"] for f in outcome.report["findings"]] == ["chain-truncated"]


def test_a_merge_that_lost_a_side_may_bring_it_back(tmp_path: Path) -> None:
    shared, left, right, maker = branches()
    maker.merge("joined", digest(right), digest(left))
    steps = merged(text(*shared, right))
    outcome = run(tmp_path / "a", *steps, step(text(*shared, right, left, maker.lines[-1])))
    assert outcome.report["findings"] == []


def rotation() -> tuple[Maker, Maker]:
    old = honest(3)
    new = old.rotate("closed", "ledger-1.jsonl")
    return old, new


def test_rotation_is_followed(tmp_path: Path) -> None:
    old, new = rotation()
    closed = {"memory/ledger-1.jsonl": old.content.decode()}
    before, first = text(*old.lines[:-1]), new.content.decode()
    new.decide("after")
    new.decide("after-2")
    steps = [step(before), step(first, files=closed), step(new.content.decode(), files=closed)]
    assert run(tmp_path / "a", *steps).report["findings"] == []
    again = new.rotate("closed-2", "ledger-2.jsonl")
    more = {**closed, "memory/ledger-2.jsonl": new.content.decode()}
    assert run(tmp_path / "b", *steps, step(again.content.decode(), files=more)).report["findings"] == []


def test_a_rotation_that_forgets_lines_is_told(tmp_path: Path) -> None:
    whole = honest(4)
    short = honest(3)
    new = short.rotate("closed", "ledger-1.jsonl")
    closed = {"memory/ledger-1.jsonl": short.content.decode()}
    outcome = run(tmp_path / "a", step(whole.content.decode()), step(new.content.decode(), files=closed))
    assert [f["check"] for f in outcome.report["findings"]] == ["chain-truncated"]


def test_a_closed_file_that_is_deleted_is_told(tmp_path: Path) -> None:
    old, new = rotation()
    closed = {"memory/ledger-1.jsonl": old.content.decode()}
    steps = [step(new.content.decode(), files=closed), {"delete": ["memory/ledger-1.jsonl"]}]
    assert len(cuts(run(tmp_path / "a", *steps))) == 2


@pytest.mark.parametrize("history", [True, False])
def test_completeness_needs_something_outside(tmp_path: Path, history: bool) -> None:
    maker = honest(3)
    content = maker.content.decode()
    options = () if history else ("--no-history",)
    outcome = run(tmp_path / "a", step(content), options=options)
    assert verdict(outcome, "chain-break") == "pass"
    assert verdict(outcome, "chain-truncated") == ("pass" if history else "not-checked")
    notes = outcome.findings("unanchored-log")
    assert notes == ([] if history else [(PATH, PATH, 4)])
    checkpoint = format_checkpoint(Checkpoint("demo", 4, merkle_root(maker.lines))).decode()
    beside = run(tmp_path / "b", step(content, files={"memory/ledger.checkpoint": checkpoint}), options=options)
    assert verdict(beside, "chain-truncated") == ("pass" if history else "not-checked")
    assert beside.findings("unanchored-log") == []


def test_a_malformed_line_leaves_the_rest_unchecked(tmp_path: Path) -> None:
    lines = honest(3).lines
    outcome = run(tmp_path / "a", step(text(*lines[:2], b"nonsense", *lines[2:])))
    (found,) = [one for one in outcome.report["checked"] if one["check"] == "chain-break"]
    assert (found["verdict"], "from line 3 on" in found["reason"]) == ("not-checked", True)


def test_a_broken_checkpoint_makes_the_run_incomplete(tmp_path: Path) -> None:
    files = {"memory/ledger.checkpoint": "demo\nthree\nroot\n"}
    root = build(tmp_path / "a", yaml.safe_dump({"commits": [step(text(*honest(2).lines), files=files)]}))
    outcome = check(root)
    assert outcome.status == 3
    assert [problem["path"] for problem in outcome.report["problems"]] == ["memory/ledger.checkpoint"]


def test_a_declared_ledger_outside_the_memory_is_checked(tmp_path: Path) -> None:
    lines = honest(3).lines
    files = {
        "verify.toml": "[[ledger]]\npath = 'log/choices.jsonl'\n",
        "log/choices.jsonl": text(*lines[:2], *lines[3:]),
    }
    outcome = run(tmp_path / "a", step(files=files))
    assert outcome.findings("chain-break") == [("log/choices.jsonl", "log/choices.jsonl", 3)]
    assert outcome.findings("unanchored-log") == [("log/choices.jsonl", "log/choices.jsonl", 3)]


FACT = "# Continuity\n\n## Key Decisions\n\n- Retry {} times\n  <!-- id: retry-policy | created: 2026-01-01 -->\n"


@pytest.mark.parametrize(("kind", "drifts"), [("REVERSAL", False), ("CORRECTION", False), (None, True)])
def test_a_change_that_the_ledger_records_is_evolution(tmp_path: Path, kind: str | None, drifts: bool) -> None:
    maker = Maker()
    maker.decide("retry-policy", "retry three times")
    before = maker.content.decode()
    if kind == "CORRECTION":
        maker.add("typo", kind, {"text": "retry four times", "reason": "a slip"}, "retry-policy")
    elif kind:
        maker.reverse("stop", "retry-policy")
    else:
        maker.decide("other")
    steps = [
        {"files": {"memory/continuity.md": FACT.format("three"), PATH: before}},
        {"files": {"memory/continuity.md": FACT.format("four")}},
        {"files": {PATH: maker.content.decode()}},
        {"sessions": {"2026-01-02-090000": ["other"]}},
    ]
    outcome = check(build(tmp_path / "a", yaml.safe_dump({"commits": steps})))
    assert bool(outcome.findings("decision-drift")) is drifts


def test_an_entry_behind_the_next_session_excuses_nothing(tmp_path: Path) -> None:
    maker = Maker()
    maker.decide("retry-policy", "retry three times")
    before = maker.content.decode()
    maker.reverse("stop", "retry-policy")
    steps = [
        {"files": {"memory/continuity.md": FACT.format("three"), PATH: before}},
        {"files": {"memory/continuity.md": FACT.format("four")}},
        {"sessions": {"2026-01-02-090000": []}},
        {"files": {PATH: maker.content.decode()}},
    ]
    outcome = check(build(tmp_path / "a", yaml.safe_dump({"commits": steps})))
    assert [subject for subject, _, _ in outcome.findings("decision-drift")] == ["retry-policy"]


def test_ids_of_a_ledger_are_ids(tmp_path: Path) -> None:
    maker = Maker()
    maker.decide("retry-policy")
    text_of = "# Continuity\n\n- Retry\n  <!-- id: how-to-retry | depends-on: retry-policy -->\n"
    files = {"memory/continuity.md": text_of, PATH: maker.content.decode()}
    plan = {
        "commits": [
            {
                "message": "Retry\n\nDecision: retry-policy",
                "files": files,
                "sessions": {"2026-01-01-090000": ["retry-policy"]},
            }
        ]
    }
    outcome = check(build(tmp_path / "a", yaml.safe_dump(plan)))
    found = {f["check"] for f in outcome.report["findings"]}
    assert not found & {"dangling-link", "unresolved-reference", "broken-trace"}


def test_a_saved_head_needs_nothing_else(tmp_path: Path) -> None:
    maker = honest(3)
    saved = f"3:{digest(maker.lines[2])}"
    plan = yaml.safe_dump({"git": False, "commits": [step(maker.content.decode())]})
    root = build(tmp_path / "a", plan)
    good = check(root, "--select", "log", "--head", saved)
    assert good.report["findings"] == []
    cut = check(root, "--select", "log", "--head", f"5:{maker.head}")
    assert cuts(cut) == ["the head that was saved counts 5 lines, and there are 4: the end was cut off"]
    anew = check(root, "--select", "log", "--head", f"3:{maker.head}")
    assert "written anew" in cuts(anew)[0]
    wrong = check(root, "--head", "three")
    assert (wrong.status, wrong.stderr.count("\n")) == (2, 1)


def test_a_saved_head_is_held_against_a_branch_as_well(tmp_path: Path) -> None:
    maker = honest(3)
    steps = [step(text(*maker.lines[:3]), tag="base"), step(files={"memory/guide.md": "# Guide\n"})]
    root = build(tmp_path / "a", yaml.safe_dump({"commits": steps}))
    outcome = check(root, "--select", "log", "--since", "base", "--head", f"4:{maker.head}")
    assert len(cuts(outcome)) == 1


def test_a_ledger_that_is_a_link_is_unread_and_not_gone(tmp_path: Path) -> None:
    root = build(tmp_path / "a", yaml.safe_dump({"commits": [step(text(*honest(2).lines))]}))
    (root / PATH).rename(root / "elsewhere.jsonl")
    (root / PATH).symlink_to("../elsewhere.jsonl")
    outcome = check(root, "--select", "log")
    assert outcome.status == 3
    assert verdict(outcome, "chain-break") == verdict(outcome, "chain-truncated") == "not-checked"


def test_a_ledger_over_the_cap_is_a_problem(tmp_path: Path) -> None:
    root = build(tmp_path / "a", yaml.safe_dump({"commits": [step()]}))
    (root / PATH).write_bytes(b"x" * (16 * 1024 * 1024 + 1))
    outcome = check(root, "--select", "log")
    assert (outcome.status, verdict(outcome, "bad-entry")) == (3, "not-checked")
