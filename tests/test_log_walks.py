"""Whatever two clones honestly do with a ledger, nothing is reported, and what was saved of it holds."""

import subprocess
from pathlib import Path
from random import Random

import pytest

from tests.ledger_maker import PATH, digest
from tests.log_store import PLAIN, UNION, commit, decide, git, log, store, verdicts
from tests.run_command import check

_FACT = "# Continuity\n\n- Bread of day {}\n  <!-- id: bread -->\n"


class Walk:
    """Two clones; the first one rotates, and what is saved is saved there."""

    def __init__(self, folder: Path, text: str, seed: int) -> None:
        self.random = Random(seed)
        self.first = store(folder / "first", text)
        decide(self.first, "start")
        commit(self.first)
        git(folder, "clone", "-q", str(self.first), "second")
        self.second = folder / "second"
        self.heads: list[str] = []
        self.number = 0

    def go(self) -> None:
        self.number += 1
        root = self.random.choice([self.first, self.second])
        step = self.random.choice([self.append, self.append, self.append, self.seal, self.rotate, self.save, self.join])
        step(root)
        for one in (self.first, self.second):
            git(one, "add", "-A")
            if git(one, "status", "--porcelain"):
                commit(one, f"step {self.number}")
            self.hold(one)

    def hold(self, root: Path) -> None:
        found = check(root, "--select", "log").report
        assert found["findings"] == [], (self.number, found["findings"])
        for head in self.heads if root == self.first else ():
            assert verdicts(root, "--head", head) == (0, "pass", "pass"), self.number

    def append(self, root: Path) -> None:
        assert decide(root, f"entry-{self.number}").status == 0

    def seal(self, root: Path) -> None:
        (root / "memory/continuity.md").write_text(_FACT.format(self.number))
        sealed = log("seal", root, "--because", "it is another day")
        assert sealed.status == 0, sealed.stderr

    def rotate(self, root: Path) -> None:
        self.append(self.first)
        assert log("rotate", self.first).status == 0

    def save(self, root: Path) -> None:
        lines = (self.first / PATH).read_bytes().splitlines()
        self.heads.append(f"{len(lines)}:{digest(lines[-1])}")
        assert log("checkpoint", self.first).status == 0

    def join(self, root: Path) -> None:
        other = self.second if root == self.first else self.first
        git(root, "fetch", "-q", str(other), "HEAD")
        ahead = git(root, "rev-list", "FETCH_HEAD", "--not", "HEAD")
        if not ahead:
            return
        if git(root, "merge-base", "HEAD", "FETCH_HEAD") == git(root, "rev-parse", "HEAD"):
            git(root, "merge", "-q", "--ff-only", "FETCH_HEAD")
            return
        clean = run_merge(root)
        for path in ("memory/continuity.md", "memory/ledger.seal"):
            if not clean and git(root, "ls-files", "-u", path):
                git(root, "checkout", "-q", "--ours", path)
        merged = log("merge", root)
        assert merged.status == 0, (self.number, merged.stderr)
        if (root / "memory/ledger.seal").exists():
            assert log("seal", root, "--because", "both days were").status == 0


def run_merge(root: Path) -> bool:
    command = ["git", "-C", str(root), "merge", "-q", "--no-ff", "--no-edit", "FETCH_HEAD"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


@pytest.mark.parametrize("union", [True, False])
@pytest.mark.parametrize("seed", [2, 6, 25, 30])
def test_nothing_that_two_clones_honestly_do_is_reported(tmp_path: Path, union: bool, seed: int) -> None:
    walk = Walk(tmp_path, UNION if union else PLAIN, seed)
    for _ in range(14):
        walk.go()
    assert walk.number == 14
