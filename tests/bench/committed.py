"""Writes a synthetic memory with its history: ``python -m tests.bench.committed OUT --commits N --facts F``.

Six commits in ten add a log, every fourth edits the live store and perhaps the archive, and every
fiftieth merges a branch. The whole history goes to git as one stream.
"""

import argparse
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random

from tests.bench.growing import GrowingStores
from tests.bench.invented import invent
from tests.bench.pages import Writer

_LOGS, _EDIT_EVERY, _MERGE_EVERY = (0, 1, 2, 4, 6, 8), 4, 50
_SIDE_COMMITS, _MERGES_AT = range(1, 6), 10
_MAIN, _SIDE = "refs/heads/main", "refs/heads/side"


def write_repository(out: Path, commits: int, facts: int) -> None:
    """Make a repository of so many commits, with the same ids every time, and check it out."""
    out.mkdir(parents=True, exist_ok=True)
    subprocess.run(["git", "init", "--quiet", "--template=", "--initial-branch=main", str(out)], check=True)
    command = ["git", "-C", str(out), "fast-import", "--quiet", "--date-format=raw"]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as process:
        assert process.stdin
        process.stdin.writelines(_stream(commits, facts))
    if process.returncode:
        raise SystemExit(f"git fast-import ended with status {process.returncode}")
    subprocess.run(["git", "-C", str(out), "reset", "--quiet", "--hard"], check=True)


def _stream(commits: int, facts: int) -> Iterator[bytes]:
    chance = Random(0)
    invention = invent(commits, facts, chance)
    writer = Writer(invention, chance)
    stores = GrowingStores(invention, writer)
    beside: dict[str, str] = {}
    for position, time in enumerate(invention.times):
        turn = position % _MERGE_EVERY
        aside = turn in _SIDE_COMMITS
        files = {"memory/vision.md": writer.vision(), "memory/decay-policy.md": writer.policy()} if not position else {}
        if position % 10 in _LOGS:
            files[f"memory/sessions/{writer.stem(position)}.md"] = writer.session(position)
        if aside:
            # A branch only adds logs, so that its merge has nothing to resolve.
            beside |= files
        elif position % _EDIT_EVERY == 0:
            files |= stores.edit(position)
        merges = turn == _MERGES_AT and bool(beside)
        start = _MAIN if turn == _SIDE_COMMITS[0] else ""
        yield _commit(_SIDE if aside else _MAIN, int(time.timestamp()) + 60, start, _SIDE if merges else "")
        yield from _files(files | beside if merges else files)
        if merges:
            beside = {}


def _commit(branch: str, seconds: int, start: str, merges: str) -> bytes:
    who = f"Synthetic <synthetic@example.invalid> {seconds} +0000"
    begun = f"from {start}\n" if start else ""
    joined = f"merge {merges}\n" if merges else ""
    return f"commit {branch}\nauthor {who}\ncommitter {who}\ndata 5\nwork\n{begun}{joined}".encode()


def _files(files: Mapping[str, str]) -> Iterator[bytes]:
    for path, text in files.items():
        content = text.encode()
        yield b"M 100644 inline %b\ndata %d\n%b\n" % (path.encode(), len(content), content)


def main() -> None:
    """Read the arguments and write."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.committed")
    parser.add_argument("out", type=Path)
    parser.add_argument("--commits", type=int, required=True)
    parser.add_argument("--facts", type=int, required=True)
    given = parser.parse_args()
    if not 1 <= given.facts <= given.commits:
        parser.error("--facts must be between 1 and the number of commits")
    write_repository(given.out, given.commits, given.facts)


if __name__ == "__main__":
    main()
