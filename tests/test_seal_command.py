"""`verify log seal` on planted memories."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.ledger_maker import PATH, digest, honest
from tests.run_command import Outcome, build, check, verify
from tests.seal_maker import CONTINUITY, SEAL

TEXT = """# Continuity

## Key Decisions

- Rye on Monday
  <!-- id: rye-loaf | created: 2026-03-01 -->
- Oats on Friday
  <!-- id: oat-loaf | created: 2026-03-01 -->

## Facts

- The mill is old
  <!-- id: old-mill -->
"""
AT = ("--at", "2026-05-01T10:00:00Z")
LOG = "memory/sessions/2026-05-01-090000.md"


def plan(**more: Any) -> str:
    files = {CONTINUITY: TEXT, PATH: honest(2).content.decode()}
    return yaml.safe_dump({"commits": [{"files": files}], **more})


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    return build(tmp_path / "shop", plan())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return build(tmp_path / "folder", plan(git=False))


def seal(root: Path, *arguments: str) -> Outcome:
    return verify("log", "seal", root, *AT, *arguments)


def entries(root: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (root / PATH).read_text(encoding="utf-8").splitlines()[1:]]


def edit(root: Path, old: str, new: str) -> None:
    place = root / CONTINUITY
    text = place.read_text(encoding="utf-8")
    assert old in text
    place.write_text(text.replace(old, new), encoding="utf-8", newline="\n")


def unsealed(root: Path, *arguments: str) -> list[tuple[str, str | None, int | None]]:
    return check(root, "--select", "unsealed-change", *arguments).findings("unsealed-change")


def test_a_seal_is_an_entry_and_a_manifest(shop: Path) -> None:
    outcome = seal(shop, "--actor", "miller")
    assert outcome.status == 0, outcome.stderr
    lines = (shop / SEAL).read_bytes().splitlines()
    assert lines == sorted(lines)
    assert [line.split()[1] for line in lines] == [b"oat-loaf", b"old-mill", b"rye-loaf", b"continuity.md"]
    entry = entries(shop)[-1]
    assert (entry["type"], entry["actor"], entry["ref"], entry["ts"]) == ("SEAL", "miller", None, AT[1])
    assert entry["body"]["size"] == 4
    assert entry["body"]["changed"] == []
    assert check(shop, "--select", "log").report["findings"] == []


def test_sealing_twice_writes_once(shop: Path) -> None:
    seal(shop)
    before = (shop / PATH).read_bytes()
    outcome = seal(shop)
    assert outcome.status == 0
    assert outcome.stdout.startswith("nothing changed since seal-")
    assert (shop / PATH).read_bytes() == before


def test_a_fact_that_is_no_decision_needs_no_reason(shop: Path) -> None:
    seal(shop)
    edit(shop, "is old", "is new")
    assert unsealed(shop) == [("old-mill", CONTINUITY, 13)]
    outcome = seal(shop)
    assert outcome.stdout.startswith("the fact old-mill was altered\nsealed ")
    assert entries(shop)[-1]["body"]["changed"] == ["continuity.md", "old-mill"]
    assert unsealed(shop) == []


@pytest.mark.parametrize("kind", ["shop", "folder"])
def test_a_decision_without_a_record_needs_one(kind: str, request: pytest.FixtureRequest) -> None:
    root: Path = request.getfixturevalue(kind)
    seal(root)
    edit(root, "Rye on Monday", "Rye on Tuesday")
    before = (root / PATH).read_bytes(), (root / SEAL).read_bytes()
    for blank in ((), ("--because", " ")):
        outcome = seal(root, *blank)
        assert outcome.status == 1
        assert "no log says why rye-loaf changed" in outcome.stdout
        assert "oat-loaf" not in outcome.stdout
    assert ((root / PATH).read_bytes(), (root / SEAL).read_bytes()) == before
    assert seal(root, "--because", "the mill is closed on Monday").status == 0
    assert entries(root)[-1]["body"]["because"] == "the mill is closed on Monday"
    assert check(root, "--select", "bad-entry").findings("bad-entry") == []


@pytest.mark.parametrize("kind", ["shop", "folder"])
def test_a_log_is_a_record(kind: str, request: pytest.FixtureRequest) -> None:
    root: Path = request.getfixturevalue(kind)
    seal(root)
    edit(root, "Rye on Monday", "Rye on Tuesday")
    (root / LOG).parent.mkdir(parents=True)
    (root / LOG).write_text("# Log\n\nThe mill is closed on Monday, so rye-loaf moved.\n", encoding="utf-8")
    outcome = seal(root)
    assert outcome.status == 0, outcome.stdout
    assert entries(root)[-1]["body"]["changed"] == ["continuity.md", "rye-loaf", LOG.removeprefix("memory/")]


def test_sealing_excuses_nothing(shop: Path) -> None:
    seal(shop)
    edit(shop, "Rye on Monday", "Rye on Tuesday")
    seal(shop, "--because", "the mill is closed on Monday")
    assert check(shop, "--select", "decision-drift").findings("decision-drift")


def test_an_old_drift_is_not_asked_for_again(tmp_path: Path) -> None:
    files = {CONTINUITY: TEXT, PATH: honest(2).content.decode()}
    drifted = {"files": {CONTINUITY: TEXT.replace("Rye on Monday", "Rye on Tuesday")}}
    root = build(tmp_path / "shop", yaml.safe_dump({"commits": [{"files": files}, drifted]}))
    seal(root)
    edit(root, "id: rye-loaf |", "id: rye-loaf | uses: 1 |")
    committed = {PATH: (root / PATH).read_text(encoding="utf-8"), SEAL: (root / SEAL).read_text(encoding="utf-8")}
    later = build(tmp_path / "later", yaml.safe_dump({"commits": [{"files": files}, drifted, {"files": committed}]}))
    edit(later, "id: rye-loaf |", "id: rye-loaf | uses: 1 |")
    outcome = seal(later)
    assert outcome.status == 0
    assert "the fact rye-loaf was altered" in outcome.stdout


def test_a_dry_run_writes_nothing(shop: Path) -> None:
    before = (shop / PATH).read_bytes()
    assert seal(shop, "--dry-run").status == 0
    assert (shop / PATH).read_bytes() == before
    assert not (shop / SEAL).exists()


def test_a_ledger_that_does_not_verify_is_not_sealed(shop: Path) -> None:
    whole = (shop / PATH).read_bytes()
    lines = whole.splitlines(keepends=True)
    altered = whole.replace(b"text 0", b"text 9")
    for broken in (altered, whole[:-1], b"".join(lines[:2]), b"".join([lines[0], *lines[2:]]), whole + b"{}\n"):
        (shop / PATH).write_bytes(broken)
        outcome = seal(shop)
        assert outcome.status == 1
        assert not outcome.stdout
        assert (shop / PATH).read_bytes() == broken
        assert not (shop / SEAL).exists()


def test_a_ledger_that_is_gone_is_not_begun_anew(shop: Path) -> None:
    (shop / PATH).unlink()
    assert seal(shop).status == 1
    assert not (shop / SEAL).exists()


def test_a_seal_may_begin_a_ledger(folder: Path) -> None:
    (folder / PATH).unlink()
    assert seal(folder).status == 0
    assert [entry["type"] for entry in entries(folder)] == ["SEAL"]
    assert unsealed(folder) == []


def test_a_seal_waits_for_branches_to_be_joined(folder: Path) -> None:
    maker = honest(1)
    root = maker.head
    maker.decide("left", prev=root)
    maker.decide("right", prev=root)
    (folder / PATH).write_bytes(maker.content)
    assert seal(folder).status == 1
    assert verify("log", "merge", folder, *AT).status == 0
    assert seal(folder).status == 0
    assert unsealed(folder) == []


def test_a_declared_ledger_has_a_manifest_of_its_own(folder: Path) -> None:
    (folder / PATH).rename(folder / "memory" / "choices.jsonl")
    (folder / "verify.toml").write_text('[[ledger]]\npath = "memory/choices.jsonl"\n', encoding="utf-8")
    assert seal(folder, "--log", "memory/choices.jsonl").status == 0
    assert (folder / "memory" / "choices.seal").exists()
    assert unsealed(folder) == []
    edit(folder, "is old", "is new")
    assert unsealed(folder) == [("old-mill", CONTINUITY, 13)]


def test_a_file_that_cannot_be_read_is_not_sealed(shop: Path) -> None:
    (shop / "memory" / "notes.md").write_bytes(b"\xff\n")
    before = (shop / PATH).read_bytes()
    outcome = seal(shop)
    assert outcome.status == 3
    assert "notes.md" in outcome.stderr
    assert (shop / PATH).read_bytes() == before


def test_a_link_is_never_written_through(shop: Path, tmp_path: Path) -> None:
    target = tmp_path / "elsewhere"
    target.write_text("mine", encoding="utf-8")
    (shop / SEAL).symlink_to(target)
    (shop / "memory" / ".ledger.seal.new").symlink_to(target)
    seal(shop)
    assert target.read_text(encoding="utf-8") == "mine"


def test_a_manifest_that_was_left_behind_still_tells_what_changed(shop: Path) -> None:
    seal(shop)
    old = (shop / SEAL).read_bytes()
    edit(shop, "is old", "is new")
    seal(shop)
    (shop / SEAL).write_bytes(old)
    assert unsealed(shop) == [(SEAL, SEAL, 1)]
    outcome = verify("log", "seal", shop, "--at", "2026-05-02T10:00:00Z")
    assert "the fact old-mill was altered" in outcome.stdout
    assert unsealed(shop) == []


def test_a_head_makes_it_an_error(shop: Path) -> None:
    seal(shop)
    edit(shop, "is old", "is new")
    lines = (shop / PATH).read_bytes().splitlines()
    found = check(shop, "--select", "unsealed-change", "--head", f"{len(lines)}:{digest(lines[-1])}")
    assert [one["severity"] for one in found.report["findings"]] == ["error"]
