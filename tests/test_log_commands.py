"""What the commands of ``verify log`` write, and what they refuse."""

import json
import os
import subprocess
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.ledger_maker import PATH, digest
from tests.log_store import AT, bare_store, commit, decide, git, ids, lines, log, store, verdicts
from tests.run_command import Outcome, check, verify
from verify.ledger import disk, parse_checkpoint, torn_tail, without_torn_tail
from verify.ledger.mending import mended, without_conflict

SESSION = "memory/sessions/2026-01-01-090000.md"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = bare_store(tmp_path / "store")
    assert decide(root, "one", "first", "--topic", "t").status == 0
    return root


def refused(outcome: Outcome, root: Path, before: bytes | None) -> str:
    """The one line that was said; nothing was written."""
    assert outcome.status in {1, 2, 3}
    assert (outcome.stdout, outcome.stderr.count("\n")) == ("", 1)
    assert "internal" not in outcome.stderr
    assert (root / PATH).read_bytes() == before if before is not None else not (root / PATH).exists()
    assert not list((root / "memory").glob(".*"))
    return outcome.stderr.removeprefix("verify: ").strip()


def test_a_decision_says_all_that_was_given(tmp_path: Path) -> None:
    root = bare_store(tmp_path / "a")
    (root / SESSION).parent.mkdir()
    (root / SESSION).write_text("# Session\n")
    (root / "memory/continuity.md").write_text("# Continuity\n\n- Bread\n  <!-- id: a -->\n")
    assert decide(root, "ground").stdout == "ground\n"
    more = (
        "--topic",
        "t",
        "--session",
        Path(SESSION).stem,
        "--depends-on",
        "ground",
        "--serves",
        "a",
        "--serves",
        "ground",
    )
    assert decide(root, "all", "two\nlines", *more, "--actor", "me").status == 0
    header, first, second = lines(root)
    assert header == {"v": 1, "log_id": "memory", "alg": "sha256", "mode": "raw-line"}
    assert (first["seq"], second["seq"]) == (0, 1)
    assert second["prev"] == digest((root / PATH).read_bytes().split(b"\n")[1])
    assert second["body"] == {
        **{"text": "two\nlines", "because": "y", "topic": "t", "session": Path(SESSION).stem},
        **{"depends_on": ["ground"], "serves": ["a", "ground"]},
    }
    assert (second["ts"], second["actor"], second["ref"]) == (AT, "me", None)
    assert check(root, "--select", "log").findings("missing-rationale") == []


def test_an_id_comes_from_date_and_content(root: Path, tmp_path: Path) -> None:
    other = bare_store(tmp_path / "other")
    assert decide(other, "one", "first", "--topic", "t").status == 0
    names = {log("append", at, "--decision", "x", "--because", "y").stdout for at in (root, other)}
    (name,) = names
    assert name.startswith("dec-2026-01-02-")
    again = log("append", root, "--decision", "x", "--because", "y").stdout
    assert again not in names
    assert ids(root) == ["one", name.strip(), again.strip()]


def test_the_time_is_now_unless_it_is_given(root: Path) -> None:
    assert verify("log", "append", root, "--decision", "x", "--because", "y", "--id", "now").status == 0
    assert lines(root)[-1]["ts"] > "2026-01-03"
    assert lines(root)[-1]["ts"].endswith("Z")


def said(monkeypatch: pytest.MonkeyPatch, root: Path, raw: bytes, *arguments: str) -> Outcome:
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(raw)))
    return log("append", root, *arguments)


def test_a_json_object_may_say_it(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = {"decision": "x\0y", "because": "z", "id": "two", "actor": "me", "serves": "one", "depends_on": ["one"]}
    assert said(monkeypatch, root, json.dumps(table).encode()).stdout == "two\n"
    assert lines(root)[-1]["body"] == {"text": "x\0y", "because": "z", "depends_on": ["one"], "serves": ["one"]}
    assert lines(root)[-1]["actor"] == "me"


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"", "is no JSON"),
        (b"[1]", "is no JSON object"),
        (b'{"decision":"x","decision":"y"}', "twice"),
        (b'{"decision":"x","text":"y","because":"z"}', "the same"),
        (b'{"decision":"x","because":"z","bcause":"y"}', "unknown key 'bcause'"),
        (b'{"because":"z"}', "--decision"),
        (b'{"decision":"x"}', "--because"),
        (b'{"decision":"x","because":" "}', "'because' must be"),
        (b'{"decision":["x"],"because":"y"}', "'text' must be"),
        (b'{"decision":"x","because":"y","depends_on":[1]}', "'depends_on' must be"),
        (b'{"decision":"x","because":"y","depends_on":7}', "'depends_on' must be"),
        (b'{"decision":"x","because":"y","id":7}', "'id'"),
        (b'{"decision":"\\ud800","because":"y"}', "surrogate"),
        (b'{"decision":"\xff","because":"y"}', "UTF-8"),
        (b'{"decision":' + b"[" * 100_000, "nested"),
    ],
)
def test_what_cannot_be_said_is_refused(root: Path, monkeypatch: pytest.MonkeyPatch, raw: bytes, message: str) -> None:
    before = (root / PATH).read_bytes()
    assert message in refused(said(monkeypatch, root, raw), root, before)


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (("--topic", "t"), 1, "on t, one says something else and stands; `verify log reverse one --supersede"),
        (("--depends-on", "oen"), 2, "unknown entry 'oen'"),
        (("--depends-on", "new"), 2, "unknown entry 'new'"),
        (("--session", "2026-01-01-090000"), 2, "there is no session"),
        (("--session", "../continuity"), 2, "there is no session"),
        (("--id", "one"), 2, "the id one is taken"),
        (("--id", "a b"), 2, "wrong value for 'id'"),
        (("--id", ""), 2, "wrong value for 'id'"),
        (("--at", "yesterday"), 2, "wrong value for 'ts'"),
        (("--at", "2026-02-30T00:00:00Z"), 2, "wrong value for 'ts'"),
        (("--actor", ""), 2, "wrong value for 'actor'"),
        (("--because", "  "), 2, "'because' must be"),
        (("--decision", "\udcff"), 2, "not UTF-8"),
        (("--topic", ""), 2, "'topic' must be"),
        (("--head", "nonsense"), 2, "is no head"),
        (("--log", "memory/other.jsonl"), 2, "no such ledger is declared"),
    ],
)
def test_what_a_check_would_report_is_refused(
    root: Path, arguments: tuple[str, ...], status: int, message: str
) -> None:
    before = (root / PATH).read_bytes()
    usual = ("--decision", "new", "--because", "y", "--id", "new", "--at", AT)
    outcome = verify("log", "append", root, *usual, *arguments)
    assert message in refused(outcome, root, before)
    assert outcome.status == status


def test_the_same_decision_again_is_no_other(root: Path) -> None:
    assert decide(root, "again", "first", "--topic", "t").status == 0


def test_a_decision_is_ended_once(root: Path) -> None:
    assert decide(root, "resting", "x", "--depends-on", "one").status == 0
    assert log("reverse", root, "one", "--because", "z", "--id", "end").stdout == "end\n"
    assert (lines(root)[-1]["type"], lines(root)[-1]["ref"]) == ("REVERSAL", "one")
    before = (root / PATH).read_bytes()
    for name, message in (("one", "end ended it"), ("end", "is a REVERSAL"), ("nobody", "unknown entry")):
        assert message in refused(log("reverse", root, name, "--because", "z"), root, before)
    assert "blank" in refused(log("reverse", root, "resting", "--because", " "), root, before)
    assert "which end ended" in refused(decide(root, "new", "x", "--depends-on", "resting"), root, before)


def test_what_is_superseded_makes_room(root: Path) -> None:
    assert log("reverse", root, "one", "--supersede", "--because", "z").status == 0
    assert lines(root)[-1]["type"] == "SUPERSEDE"
    assert decide(root, "two", "second", "--topic", "t").status == 0
    assert check(root, "--select", "silent-reversal").report["findings"] == []


def test_a_slip_is_corrected(root: Path) -> None:
    assert log("correct", root, "one", "--text", "First", "--because", "a slip").status == 0
    assert (lines(root)[-1]["type"], lines(root)[-1]["body"]) == ("CORRECTION", {"text": "First", "reason": "a slip"})
    assert decide(root, "two", "First", "--topic", "t").status == 0
    assert log("reverse", root, "one", "--because", "z").status == 0
    before = (root / PATH).read_bytes()
    assert "ended already" in refused(log("correct", root, "one", "--text", "x", "--because", "y"), root, before)


def test_a_checkpoint_and_a_head_tell_of_a_cut(root: Path, tmp_path: Path) -> None:
    assert decide(root, "two").status == 0
    assert verdicts(root) == (0, "pass", "not-checked")
    head = log("checkpoint", root).stdout.strip()
    elsewhere = tmp_path / "elsewhere"
    assert log("checkpoint", root, "-o", str(elsewhere)).status == 0
    seen = parse_checkpoint(elsewhere.read_bytes())
    assert (seen.origin, seen.size) == ("memory", 3)
    beside = root / "memory" / "ledger.checkpoint"
    assert beside.read_bytes() == elsewhere.read_bytes()
    assert verdicts(root) == (0, "pass", "pass")
    assert decide(root, "three").status == 0
    for options in ((), ("--head", head), ("--head", head[2:]), ("--checkpoint", str(elsewhere))):
        assert verdicts(root, *options) == (0, "pass", "pass")
    content = (root / PATH).read_bytes()
    (root / PATH).write_bytes(b"".join(content.splitlines(keepends=True)[:2]))
    assert verdicts(root)[2] == "fail"
    assert "is not complete" in refused(decide(root, "four"), root, (root / PATH).read_bytes())
    beside.unlink()
    assert verdicts(root)[2] == "not-checked"
    for options in (("--head", head), ("--head", head[2:]), ("--checkpoint", str(elsewhere))):
        assert verdicts(root, *options) == (1, "pass", "fail")
    assert "is not complete" in refused(decide(root, "four", "x", "--head", head), root, (root / PATH).read_bytes())


def test_a_chain_that_does_not_fit_is_not_extended(root: Path) -> None:
    for name in ("two", "three"):
        assert decide(root, name).status == 0
    content = (root / PATH).read_bytes()
    for changed, word in (
        (content.replace(b"first", b"other"), "altered"),
        (content.replace(b'"seq":1', b'"seq":01'), "is no JSON"),
        (content.partition(b"\n")[2], "line 1 "),
    ):
        (root / PATH).write_bytes(changed)
        for name in ("rotate", "checkpoint", "merge"):
            assert word in refused(log(name, root), root, changed)
        assert word in refused(decide(root, "four", "x", "--mend-tail"), root, changed)
        assert verdicts(root)[:2] == (1, "fail")


@pytest.mark.parametrize("whole", [True, False])
def test_a_torn_tail_is_mended_when_asked(root: Path, whole: bool) -> None:
    assert decide(root, "two").status == 0
    content = (root / PATH).read_bytes()
    torn = content[:-1] if whole else content[:-30]
    (root / PATH).write_bytes(torn)
    assert verdicts(root)[:2] == (0, "pass")
    assert "--mend-tail" in refused(decide(root, "three"), root, torn)
    assert decide(root, "three", "x", "--mend-tail").status == 0
    assert ids(root) == ["one", *(["two"] if whole else []), "three"]
    assert verdicts(root)[:2] == (0, "pass")


def test_whatever_is_cut_off_no_whole_line_goes(root: Path) -> None:
    assert decide(root, "two", "é").status == 0
    content = (root / PATH).read_bytes()
    for size in range(len(content)):
        kept = mended(content[:size])
        assert content.startswith(kept)
        assert kept.startswith(without_torn_tail(content[:size]))
        assert torn_tail(kept) == b""


@given(st.lists(st.sampled_from("abcdef"), unique=True), st.lists(st.sampled_from("defghi"), unique=True))
def test_of_a_conflict_both_sides_stay(ours: list[str], theirs: list[str]) -> None:
    left, right = (b"".join(b'{"%s":1}\n' % one.encode() for one in side) for side in (ours, theirs))
    base = b"||||||| base\n" + left[:8] + b"=======\n"
    for middle in (b"=======\n", base):
        kept = without_conflict(b"{}\n<<<<<<< a\n" + left + middle + right + b">>>>>>> b\n")
        found = kept.decode().split("\n")[1:-1]
        assert found == [*(f'{{"{one}":1}}' for one in ours), *(f'{{"{one}":1}}' for one in theirs if one not in ours)]


def test_what_might_be_an_entry_is_not_thrown_away(root: Path) -> None:
    content = (root / PATH).read_bytes()
    torn = content[:-1] + b'{"seq":'
    (root / PATH).write_bytes(torn)
    assert "begins with a whole entry" in refused(decide(root, "two", "x", "--mend-tail"), root, torn)


def test_a_tail_that_a_commit_has_is_not_torn(tmp_path: Path) -> None:
    root = store(tmp_path / "a")
    for name in ("one", "two"):
        assert decide(root, name).status == 0
    commit(root)
    torn = (root / PATH).read_bytes()[:-10]
    (root / PATH).write_bytes(torn)
    assert "of the last commit is gone" in refused(decide(root, "three", "x", "--mend-tail"), root, torn)


def test_a_long_text_and_strange_characters_are_kept(root: Path) -> None:
    text = "a\tb\r\nc\u2028d\x1b[31m" + "x" * 100_000
    assert decide(root, "strange", text).status == 0
    assert lines(root)[-1]["body"]["text"] == text
    assert verdicts(root)[:2] == (0, "pass")


def test_a_megabyte_is_taken_and_the_cap_is_told(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = {"decision": "x" * 1_000_000, "because": "y"}
    assert said(monkeypatch, root, json.dumps(table).encode()).status == 0
    before = (root / PATH).read_bytes()
    table["decision"] = "x" * 15_800_000
    assert "`verify log rotate` first" in refused(said(monkeypatch, root, json.dumps(table).encode()), root, before)


def test_a_link_is_not_followed(root: Path, tmp_path: Path) -> None:
    target = tmp_path / "target"
    (root / PATH).rename(target)
    (root / PATH).symlink_to(target)
    before = target.read_bytes()
    for outcome in (decide(root, "two"), *(log(name, root) for name in ("merge", "rotate", "checkpoint"))):
        assert (outcome.status, "is a symbolic link" in outcome.stderr) == (3, True)
    assert verify("log", "verify", root).status == 3
    assert target.read_bytes() == before
    (root / PATH).unlink()
    (root / PATH).symlink_to(tmp_path / "nothing")
    assert decide(root, "two").status == 3
    assert not (tmp_path / "nothing").exists()


def test_a_linked_folder_is_not_followed(root: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    (root / "memory").rename(other)
    (root / "memory").symlink_to(other)
    before = (other / "ledger.jsonl").read_bytes()
    assert decide(root, "two").status in {2, 3}
    assert (other / "ledger.jsonl").read_bytes() == before


class ReadOnly:
    """Stands for ``os`` in a folder that nobody may write to; a test may run as root, who may always."""

    def __getattr__(self, name: str) -> object:
        return getattr(os, name)

    def open(self, path: Path, flags: int, mode: int = 0o666) -> int:
        if flags & (os.O_WRONLY | os.O_CREAT):
            raise OSError(30, "Read-only file system")
        return os.open(path, flags, mode)


def test_a_folder_that_cannot_be_written_is_told(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disk, "os", ReadOnly())
    before = (root / PATH).read_bytes()
    for outcome in (decide(root, "two"), log("rotate", root), log("checkpoint", root)):
        assert "cannot be written: read-only" in refused(outcome, root, before)
    assert verdicts(root)[0] == 0


def test_a_full_disk_takes_nothing_and_leaves_nothing(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Full(ReadOnly):
        def open(self, path: Path, flags: int, mode: int = 0o666) -> int:
            return os.open(path, flags, mode)

        def write(self, handle: int, content: bytes) -> int:
            return os.write(handle, content[:20])

    monkeypatch.setattr(disk, "os", Full())
    assert "cannot be written" in refused(decide(root, "two"), root, (root / PATH).read_bytes())


def test_a_rotation_goes_on_and_ids_stay_taken(root: Path) -> None:
    assert log("rotate", root).stdout == "memory/ledger-1.jsonl\n"
    assert ids(root, "memory/ledger-1.jsonl")[0] == "one"
    assert "nothing to close" in refused(log("rotate", root), root, (root / PATH).read_bytes())
    assert "is taken" in refused(decide(root, "one"), root, (root / PATH).read_bytes())
    assert log("reverse", root, "one", "--because", "z").status == 0
    assert log("rotate", root).stdout == "memory/ledger-2.jsonl\n"
    (root / "memory" / "ledger-1.jsonl").unlink()
    assert verdicts(root)[::2] == (1, "fail")
    assert decide(root, "two").status == 1


def test_nothing_but_the_ledger_appears(tmp_path: Path) -> None:
    root = store(tmp_path / "a")
    assert decide(root, "one").status == 0
    assert git(root, "status", "--short", "-uall").split() == ["??", PATH]


def test_where_there_is_none_nothing_is_verified(tmp_path: Path) -> None:
    root = bare_store(tmp_path / "a")
    outcome = verify("log", "verify", root)
    assert (outcome.status, "nothing was verified" in outcome.stderr) == (3, True)
    (root / PATH).write_bytes(b"")
    assert decide(root, "one").status == 0
    assert verdicts(root)[0] == 0


def test_a_declared_ledger_is_written_by_its_name(tmp_path: Path) -> None:
    root = bare_store(tmp_path / "a")
    foreign = "prev = 'p'\ngenesis = 'null'\npreimage = 'jcs'\ndigest = 'hex'\n"
    tables = f"[[ledger]]\npath = 'memory/choices.jsonl'\n[[ledger]]\npath = 'memory/audit.jsonl'\n{foreign}"
    (root / "verify.toml").write_text(tables)
    assert decide(root, "one", "x", "--log", "memory/choices.jsonl").status == 0
    assert ids(root, "memory/choices.jsonl") == ["one"]
    assert "another origin" in decide(root, "one", "x", "--log", "memory/audit.jsonl").stderr


def test_the_installed_command_reads_the_standard_input(root: Path) -> None:
    command = [sys.executable, "-m", "verify", "log", "append", str(root)]
    raw = b'{"decision":"x","because":"y","id":"two"}'
    done = subprocess.run(command, input=raw, capture_output=True, check=False, env=os.environ)
    assert (done.returncode, done.stdout) == (0, b"two\n")


def test_a_head_without_any_ledger_is_never_clean(root: Path) -> None:
    head = log("checkpoint", root).stdout.strip()
    assert check(root, "--head", head).status in {0, 1}
    for file in (root / "memory").glob("ledger*"):
        file.unlink()
    outcome = check(root, "--no-history", "--head", head)
    assert (outcome.status, outcome.stdout) == (3, "")
    assert "there is none here" in outcome.stderr


def test_a_checkpoint_takes_no_other_files_place(root: Path, tmp_path: Path) -> None:
    before = (root / PATH).read_bytes()
    outcome = log("checkpoint", root, "-o", str(root / PATH))
    assert "holds something else than a checkpoint" in refused(outcome, root, before)
    assert log("checkpoint", root, "-o", str(tmp_path / "kept")).status == 0
    assert log("checkpoint", root, "-o", str(tmp_path / "kept")).status == 0


def test_what_no_entry_can_take_back_is_refused(root: Path) -> None:
    before = (root / PATH).read_bytes()
    token = "gh" + "p_" + "0123456789abcdefghijklmnopqrstuvwxyzAB"
    for outcome, kind in (
        (decide(root, "two", f"use {token}"), "github-token"),
        (log("append", root, "--decision", "x", "--because", "anna.schmidt@firma-mail.de said so"), "email-address"),
        (log("reverse", root, "one", "--because", f"{token} leaked"), "github-token"),
    ):
        message = refused(outcome, root, before)
        assert kind in message
        assert token not in message
    assert decide(root, "two", f"an example, {token}, lint:allow-secret-material").status == 0
    assert check(root, "--select", "ledger").findings("secret-material") == []


def test_what_a_decision_serves_must_exist(root: Path) -> None:
    before = (root / PATH).read_bytes()
    (root / "memory/continuity.md").write_text("# Continuity\n\n- Bread\n  <!-- id: fresh-bread -->\n")
    message = refused(decide(root, "two", "x", "--serves", "fresh-bred"), root, before)
    assert "did you mean 'fresh-bread'" in message
    (root / "memory/more.md").write_bytes(b"\xff\xff <!-- id: fresh-bred -->")
    unread = decide(root, "two", "x", "--serves", "fresh-bred")
    assert (unread.status, "nobody can tell" in unread.stderr) == (3, True)


def test_a_report_says_what_a_ledger_without_a_head_does_not_prove(root: Path) -> None:
    told = check(root).report["limits"]
    assert len(told) == 1
    assert "whoever can write every tracked file" in told[0]
    head = told[0].partition("keep ")[2].partition(" ")[0]
    assert check(root, "--head", head).report["limits"] == []
    assert verify("check", root).stdout.count("not proven: ") == 1
    assert verify("check", root, "--head", head).stdout.count("not proven: ") == 0


def test_no_head_of_a_broken_ledger_is_shown(root: Path) -> None:
    assert decide(root, "two", "first").status == 0
    (root / PATH).write_bytes((root / PATH).read_bytes().replace(b'"text":', b'"text": '))
    (told,) = check(root).report["limits"]
    assert "keep" not in told
