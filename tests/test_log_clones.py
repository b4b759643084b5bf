"""Two clones append, and come together again."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.ledger_maker import PATH, Maker, digest
from tests.log_store import PLAIN, UNION, commit, decide, git, ids, log, store, verdicts
from tests.run_command import check
from verify.ledger import read_native
from verify.ledger.ordering import in_order


def clones(folder: Path, text: str, *, both: bool = True) -> tuple[Path, Path]:
    """Two clones with a common decision; each appended two more, if both did."""
    one = store(folder / "one", text)
    assert decide(one, "common").status == 0
    commit(one)
    other = folder / "other"
    git(folder, "clone", "-q", str(one), str(other))
    for root, name in ((one, "left"), (other, "right")):
        if both or root == other:
            assert decide(root, f"{name}-1", name).status == 0
            assert decide(root, f"{name}-2", name).status == 0
            commit(root, name)
    return one, other


def pull(root: Path, other: Path, revision: str = "HEAD", *, fails: bool = False) -> None:
    git(root, "fetch", "-q", str(other), revision)
    git(root, "merge", "-q", "--no-edit", "FETCH_HEAD", fails=fails)


ALL = {"common", "left-1", "left-2", "right-1", "right-2"}


@pytest.mark.parametrize("union", [True, False])
def test_a_merge_is_a_fork_until_it_is_healed(tmp_path: Path, union: bool) -> None:
    one, other = clones(tmp_path, UNION if union else PLAIN)
    pull(one, other, fails=not union)
    assert verdicts(one) == (1, "fail", "pass")
    refused = decide(one, "too-early")
    assert (refused.status, "`verify log merge`" in refused.stderr) == (1, True)
    merged = log("merge", one, "--id", "joined")
    assert (merged.status, merged.stdout) == (0, "joined\n")
    assert set(ids(one)) == {*ALL, "joined"}
    assert len(ids(one)) == 6
    assert verdicts(one) == (0, "pass", "pass")
    assert decide(one, "after").status == 0
    commit(one, "merged")
    assert check(one, "--select", "log").report["findings"] == []


@pytest.mark.parametrize("style", ["merge", "diff3", "zdiff3"])
def test_no_line_is_lost_in_any_style_of_conflict(tmp_path: Path, style: str) -> None:
    one, other = clones(tmp_path, PLAIN)
    git(one, "config", "merge.conflictStyle", style)
    pull(one, other, fails=True)
    assert log("merge", one).status == 0
    assert {*ids(one)} > ALL
    assert verdicts(one) == (0, "pass", "pass")


def test_a_side_that_was_thrown_away_is_no_merge(tmp_path: Path) -> None:
    one, other = clones(tmp_path, PLAIN)
    pull(one, other, fails=True)
    git(one, "checkout", "--ours", PATH)
    refused = log("merge", one)
    assert (refused.status, "2 lines of the commit that is merged are gone" in refused.stderr) == (1, True)


@pytest.mark.parametrize("union", [True, False])
def test_a_rebase_is_healed_as_well(tmp_path: Path, union: bool) -> None:
    one, other = clones(tmp_path, UNION if union else PLAIN)
    git(one, "fetch", "-q", str(other), "HEAD")
    git(one, "rebase", "-q", "FETCH_HEAD", fails=not union)
    assert verdicts(one) == (1, "fail", "pass")
    assert log("merge", one).status == 0
    git(one, "add", "-A")
    git(one, "-c", "core.editor=true", *(("commit", "-qm", "x") if union else ("rebase", "--continue")))
    assert {*ids(one)} > ALL
    assert verdicts(one) == (0, "pass", "pass")
    assert check(one, "--select", "log").report["findings"] == []


@given(st.permutations(range(6)), st.booleans())
def test_lines_come_in_order_again(order: list[int], twice: bool) -> None:
    maker = Maker()
    start = maker.head
    left, right = digest(maker.decide("left-1")), digest(maker.decide("right-1", prev=start))
    left, right = digest(maker.decide("left-2", prev=left)), digest(maker.decide("right-2", prev=right))
    maker.merge("joined", left, right)
    maker.decide("after")
    header, *others = maker.lines
    moved = [others[at] for at in order]
    content = b"".join(line + b"\n" for line in (header, *moved, *(moved if twice else ())))
    mended = in_order(content)
    assert sorted(mended.split(b"\n")) == sorted(maker.content.split(b"\n"))
    assert read_native(PATH, mended).chain_break is None
    assert in_order(mended) == mended
    assert in_order(maker.content) == maker.content


def test_both_may_heal_it_and_come_together_again(tmp_path: Path) -> None:
    one, other = clones(tmp_path, UNION)
    git(one, "branch", "before")
    pull(one, other)
    pull(other, one, "before")
    for root in (one, other):
        assert log("merge", root).status == 0
        commit(root)
    pull(one, other)
    assert verdicts(one)[1] == "fail"
    assert log("merge", one).status == 0
    assert verdicts(one) == (0, "pass", "pass")
    assert len(set(ids(one))) == len(ids(one))
    commit(one)
    assert check(one, "--select", "log").report["findings"] == []


def test_what_git_put_in_twice_is_there_once_again(tmp_path: Path) -> None:
    one, other = clones(tmp_path, UNION)
    pull(one, other)
    header, common, *rest = (one / PATH).read_bytes().splitlines(keepends=True)
    (one / PATH).write_bytes(b"".join([header, common, *reversed(rest), *rest]))
    git(one, "commit", "-q", "--amend", "-a", "--no-edit")
    refused = decide(one, "too-early")
    assert (refused.status, "`verify log merge`" in refused.stderr) == (1, True)
    assert log("merge", one, "--id", "joined").status == 0
    assert sorted(ids(one)) == sorted({*ALL, "joined"})
    assert verdicts(one) == (0, "pass", "pass")
    commit(one)
    assert check(one, "--select", "log").report["findings"] == []


def test_what_has_no_branches_is_left_alone(tmp_path: Path) -> None:
    one, other = clones(tmp_path, UNION, both=False)
    pull(one, other)
    before = (one / PATH).read_bytes()
    merged = log("merge", one)
    assert (merged.status, merged.stdout, "no branches" in merged.stderr) == (0, "", True)
    assert (one / PATH).read_bytes() == before


def test_a_first_entry_on_both_sides_is_one_ledger(tmp_path: Path) -> None:
    one = store(tmp_path / "one", UNION)
    git(tmp_path, "clone", "-q", str(one), "other")
    for root, name in ((one, "left"), (tmp_path / "other", "right")):
        assert decide(root, name, name).status == 0
        commit(root)
    pull(one, tmp_path / "other")
    assert log("merge", one).status == 0
    assert verdicts(one) == (0, "pass", "pass")


def test_a_ledger_that_was_cut_is_not_extended(tmp_path: Path) -> None:
    root = store(tmp_path / "a")
    for name in ("one", "two", "three"):
        assert decide(root, name, name).status == 0
    commit(root)
    whole = (root / PATH).read_bytes()
    for content in (whole[: whole.rindex(b"\n", 0, -1) + 1], b""):
        (root / PATH).write_bytes(content)
        for name in ("rotate", "checkpoint", "merge"):
            assert log(name, root).status == 1
        refused = decide(root, "more")
        assert (refused.status, "of the last commit" in refused.stderr) == (1, True)
        assert (root / PATH).read_bytes() == content
        assert verdicts(root)[2] == "fail"
    (root / PATH).unlink()
    assert decide(root, "more").status == 1
    assert not (root / PATH).exists()
    assert verdicts(root)[0] == 1


def test_it_may_be_rotated_since_the_last_commit(tmp_path: Path) -> None:
    root = store(tmp_path / "a")
    assert decide(root, "one").status == 0
    commit(root)
    assert decide(root, "two").status == 0
    assert log("rotate", root).stdout == "memory/ledger-1.jsonl\n"
    assert decide(root, "three", "x", "--depends-on", "one").status == 0
    assert log("rotate", root).stdout == "memory/ledger-2.jsonl\n"
    assert decide(root, "four").status == 0
    assert verdicts(root) == (0, "pass", "pass")
    commit(root)
    assert check(root, "--select", "log").report["findings"] == []
    (root / "memory/ledger-1.jsonl").unlink()
    assert decide(root, "five").status == 1


def _last(root: Path) -> str:
    last = (root / PATH).read_bytes().splitlines()
    return f"{len(last)}:{digest(last[-1])}"


@pytest.mark.parametrize("union", [True, False])
def test_a_branch_may_merge_the_one_whose_end_is_kept_elsewhere_and_go_back(tmp_path: Path, union: bool) -> None:
    one, other = clones(tmp_path, UNION if union else PLAIN)
    head = _last(one)
    assert log("checkpoint", one).status == 0
    commit(one, "checkpoint")
    pull(other, one, fails=not union)
    assert log("merge", other, "--head", head).status == 0
    commit(other, "merged")
    pull(one, other)
    assert {*ids(one)} > ALL
    assert verdicts(one, "--head", head) == (0, "pass", "pass")
    assert check(one, "--select", "log", "--head", head).report["findings"] == []
    assert decide(one, "after", "x", "--head", head).status == 0
    # It is the end of its own branch that comes last in the file, and it holds as well.
    assert verdicts(one, "--head", _last(one)) == (0, "pass", "pass")


@pytest.mark.parametrize("union", [True, False])
def test_of_two_checkpoints_in_conflict_the_larger_one_is_kept(tmp_path: Path, union: bool) -> None:
    one, other = clones(tmp_path, UNION if union else PLAIN)
    assert decide(other, "right-3", "right-3").status == 0
    for root in (one, other):
        assert log("checkpoint", root).status == 0
        commit(root, "checkpoint")
    pull(one, other, fails=True)
    larger = git(one, "show", "FETCH_HEAD:memory/ledger.checkpoint")
    assert (log("verify", one).status, decide(one, "early").status) == (3, 3)
    assert log("merge", one).status == 0
    assert (one / "memory/ledger.checkpoint").read_text() == larger
    assert verdicts(one) == (0, "pass", "pass")
    commit(one, "merged")
    assert check(one, "--select", "log").report["findings"] == []


@pytest.mark.parametrize("union", [True, False])
@pytest.mark.parametrize("closes", ["left", "right"])
def test_one_side_may_rotate_while_the_other_appends(tmp_path: Path, union: bool, closes: str) -> None:
    one, other = clones(tmp_path, UNION if union else PLAIN)
    closing = {"left": one, "right": other}[closes]
    assert log("rotate", closing).status == 0
    assert decide(closing, "later", "later").status == 0
    head = _last(closing)
    commit(closing, "rotated")
    pull(one, other, fails=not union)
    refused = decide(one, "too-early")
    assert (refused.status, "`verify log merge`" in refused.stderr) == (1, True)
    assert log("merge", one, "--id", "joined").status == 0
    assert {*ids(one), *ids(one, "memory/ledger-1.jsonl")} > {*ALL, "later", "joined"}
    assert verdicts(one, "--head", head) == (0, "pass", "pass")
    assert decide(one, "after").status == 0
    assert check(one, "--select", "log", "--head", head).report["findings"] == []
    commit(one, "merged")
    assert check(one, "--select", "log", "--head", head).report["findings"] == []
    lines = (one / PATH).read_bytes().splitlines(keepends=True)
    (one / PATH).write_bytes(b"".join(line.replace(b'"text":"left"', b'"text":"forged"') for line in lines))
    assert closes == "left" or verdicts(one)[1:] == ("fail", "fail")
