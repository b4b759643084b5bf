"""Every state in which a repository can be found; git itself is called here to make them."""

import subprocess
from pathlib import Path

import pytest

from tests.run_command import Outcome, build, check, verify

SHOP = """
commits:
  - date: 2026-03-01T10:00:00Z
    files:
      memory/continuity.md: |
        # Continuity

        - One queue
          <!-- id: queue-choice -->
        - Three tries
          <!-- id: retry-policy -->
  - date: 2026-03-02T10:00:00Z
    tag: purge
    files:
      memory/continuity.md: |
        # Continuity

        - One queue
          <!-- id: queue-choice -->
"""
LOST = [("retry-policy", None, None)]


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", "-C", str(folder), *arguments], check=True, capture_output=True)


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    return build(tmp_path / "shop with spaces é", SHOP)


def verdict(outcome: Outcome, name: str) -> tuple[str, str | None]:
    return next((c["verdict"], c["reason"]) for c in outcome.report["checked"] if c["check"] == name)


def test_the_commit_that_lost_a_fact_is_named(shop: Path) -> None:
    (finding,) = (f for f in check(shop).report["findings"] if f["check"] == "lost-fact")
    told = subprocess.run(["git", "-C", str(shop), "rev-parse", "purge"], capture_output=True, text=True, check=True)
    assert finding["commit"] == told.stdout.strip()


def test_a_shallow_clone_is_not_checked_for_history(shop: Path, tmp_path: Path) -> None:
    git(tmp_path, "clone", "-q", "--depth", "1", f"file://{shop}", "shallow")
    outcome = check(tmp_path / "shallow")
    assert verdict(outcome, "lost-fact") == ("not-checked", "this clone is shallow: run `git fetch --unshallow`")
    assert outcome.status == 0
    assert check(tmp_path / "shallow", "--require", "history").status == 3


def test_a_partial_clone_fetches_nothing(shop: Path, tmp_path: Path) -> None:
    git(shop, "config", "uploadpack.allowFilter", "true")
    git(tmp_path, "clone", "-q", "--filter=blob:none", f"file://{shop}", "partial")
    objects = tmp_path / "partial" / ".git" / "objects"
    before = sorted(objects.rglob("*"))
    answer, reason = verdict(check(tmp_path / "partial"), "lost-fact")
    assert answer == "not-checked"
    assert reason
    assert sorted(objects.rglob("*")) == before


def test_a_worktree_and_a_detached_head_are_read(shop: Path, tmp_path: Path) -> None:
    git(shop, "worktree", "add", "-q", "--detach", str(tmp_path / "tree"), "main")
    assert check(tmp_path / "tree").findings("lost-fact") == LOST


def test_a_bare_clone_needs_a_revision(shop: Path, tmp_path: Path) -> None:
    git(tmp_path, "clone", "-q", "--bare", str(shop), "bare.git")
    assert check(tmp_path / "bare.git").status == 2
    assert check(tmp_path / "bare.git", "--rev", "main").findings("lost-fact") == LOST


def test_a_plain_export_says_that_there_is_no_history(tmp_path: Path) -> None:
    plain = build(tmp_path / "plain", "git: false\n" + SHOP)
    assert verdict(check(plain), "lost-fact") == ("not-checked", "this folder is in no git repository")
    assert check(plain, "--rev", "main").status == 2


def test_a_repository_before_its_first_commit_is_read(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory" / "continuity.md").write_text("- a\n  <!-- id: queue-choice | serves: no-where -->\n")
    assert check(tmp_path).findings("dangling-link") == [("queue-choice", "memory/continuity.md", 2)]


def test_a_sha256_repository_is_read(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", "--object-format=sha256")
    memory = tmp_path / "memory" / "continuity.md"
    memory.parent.mkdir()
    for text in ("- a\n  <!-- id: queue-choice -->\n", "# Continuity\n"):
        memory.write_text(text)
        git(tmp_path, "add", "-A")
        git(tmp_path, "-c", "user.name=Dev", "-c", "user.email=d@example.invalid", "commit", "-qm", "x")
    assert check(tmp_path).findings("lost-fact") == [("queue-choice", None, None)]


def test_without_git_history_is_not_checked(shop: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert verdict(check(shop), "lost-fact") == ("not-checked", "git is not installed")


def test_what_is_not_committed_counts_as_one_more_commit(shop: Path) -> None:
    (shop / "memory" / "continuity.md").write_text("# Continuity\n")
    outcome = check(shop)
    assert ("queue-choice", "memory/continuity.md", 1) in outcome.findings("lost-fact")
    assert check(shop, "--staged").findings("lost-fact") == []
    git(shop, "add", "-A")
    assert check(shop, "--staged").findings("lost-fact") == [("queue-choice", "memory/continuity.md", 1)]
    assert check(shop, "--staged").report["summary"]["existing"] == 1


def test_only_the_store_is_written_and_two_runs_give_the_same_bytes(shop: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in shop.rglob("*")}
    assert check(shop).stdout == check(shop).stdout
    store = shop / ".git" / "verify"
    after = {path: path.stat().st_mtime_ns for path in shop.rglob("*") if store not in {path, path.parent}}
    assert {path for path in before if before[path] != after.get(path)} <= {shop / ".git"}
    assert after.keys() == before.keys()
    assert [path.name for path in store.iterdir()] == ["history.sqlite"]
    told = subprocess.run(
        ["git", "-C", str(shop), "status", "--porcelain", "--ignored"], capture_output=True, check=True
    )
    assert told.stdout == b""


def test_programs_that_a_repository_names_are_not_run(shop: Path) -> None:
    for key in ("core.fsmonitor", "core.pager", "diff.external", "gpg.program", "core.sshCommand"):
        git(shop, "config", key, f"touch {shop}/ran")
    git(shop, "config", "log.showSignature", "true")
    for arguments in ((), ("--staged",), ("--rev", "main")):
        check(shop, *arguments)
    assert not (shop / "ran").exists()


def test_a_memory_below_the_root_is_found_from_inside(tmp_path: Path) -> None:
    text = SHOP.replace("memory/", "parts/shop/memory/")
    root = build(tmp_path / "many", text)
    (root / "parts" / "shop" / "src").mkdir()
    assert check(root / "parts" / "shop" / "src").findings("lost-fact") == LOST
    outside = verify("check", root)
    assert outside.status == 3
    assert "parts/shop/memory" in outside.stderr
    (root / "verify.toml").write_text('memory = ["parts/shop/memory"]\n')
    assert check(root).findings("lost-fact") == LOST


@pytest.mark.parametrize("revision", ["nothing", "--help", "main:memory", "", "HEAD~9"])
def test_an_unknown_revision_is_one_line(shop: Path, revision: str) -> None:
    outcome = verify("check", shop, f"--rev={revision}")
    assert (outcome.status, outcome.stdout) == (2, "") if revision else outcome.status in {0, 1, 2}
    assert outcome.stderr.count("\n") <= 1


def test_a_memory_that_was_moved_keeps_its_history(shop: Path) -> None:
    for command in (["mkdir", "agent"], ["git", "mv", "memory", "agent/memory"]):
        subprocess.run(command, cwd=shop, check=True)
    git(shop, "-c", "user.name=Dev", "-c", "user.email=d@example.invalid", "commit", "-qam", "move")
    report = check(shop / "agent").report
    lost = [(f["subject"], f["commit"]) for f in report["findings"] if f["check"] == "lost-fact"]
    told = subprocess.run(["git", "-C", str(shop), "rev-parse", "purge"], capture_output=True, text=True, check=True)
    assert lost == [("retry-policy", told.stdout.strip())]
    assert verdict(check(shop / "agent"), "rewritten-session") == ("pass", None)


def test_a_clone_that_lacks_an_object_crashes_no_check(shop: Path, tmp_path: Path) -> None:
    git(shop, "config", "uploadpack.allowFilter", "true")
    git(tmp_path, "clone", "-q", "--filter=blob:none", f"file://{shop}", "partial")
    for arguments in ((), ("--rev", "HEAD"), ("--staged",)):
        outcome = check(tmp_path / "partial", *arguments)
        assert [p["kind"] for p in outcome.report["problems"]] == []
        assert verdict(outcome, "lost-fact")[0] == "not-checked"


@pytest.mark.parametrize("time", ["", " -5 +0000", " abc +0000", " 99999999999999999999 +0000", f" {'9' * 5000} +0000"])
def test_a_commit_of_no_time_is_read(shop: Path, time: str) -> None:
    def told(*arguments: str, given: bytes = b"") -> str:
        done = subprocess.run(["git", "-C", str(shop), *arguments], input=given, capture_output=True, check=True)
        return done.stdout.decode().strip()

    who = f"Dev <dev@example.invalid>{time}"
    head = f"tree {told('rev-parse', 'HEAD^{tree}')}\nparent {told('rev-parse', 'HEAD')}\n"
    odd = f"{head}author {who}\ncommitter {who}\n\nodd\n".encode()
    told("update-ref", "HEAD", told("hash-object", "-t", "commit", "-w", "--stdin", "--literally", given=odd))
    for arguments in ((), ("--rev", "HEAD"), ("--no-cache",)):
        outcome = check(shop, *arguments)
        assert outcome.findings("lost-fact") == LOST
        assert outcome.report["problems"] == []


@pytest.mark.parametrize("warned", ["true", "false"])
def test_a_name_of_two_things_is_refused_in_one_line(shop: Path, warned: str) -> None:
    git(shop, "config", "core.warnAmbiguousRefs", warned)
    git(shop, "branch", "base", "HEAD~1")
    git(shop, "tag", "base", "HEAD")
    for arguments in (("check", shop, "--since", "base"), ("check", shop, "--rev", "base~0"), ("trace", "base", shop)):
        outcome = verify(*arguments)
        assert (outcome.status, outcome.stderr.count("\n")) == (2, 1), arguments
        assert "write refs/heads/… or refs/tags/…" in outcome.stderr
    assert verify("check", shop, "--since", "refs/heads/base").status in {0, 1}


def test_a_tag_does_not_make_what_git_takes_literally_ambiguous(shop: Path) -> None:
    head = subprocess.check_output(["git", "-C", str(shop), "rev-parse", "HEAD"], text=True).strip()
    for name in ("HEAD", "refs/heads/main", head):
        git(shop, "update-ref", f"refs/tags/{name}", "HEAD")
    for name in ("HEAD", "HEAD~0", "@", "refs/heads/main", head):
        assert verify("check", shop, "--rev", name).status in {0, 1}, name
