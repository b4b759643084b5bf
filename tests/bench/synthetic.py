"""Writes a synthetic agent memory: ``python -m tests.bench.synthetic OUT --sessions N --facts F``."""

import argparse
from pathlib import Path
from random import Random

from tests.bench.invented import Invention, invent
from tests.bench.pages import Writer


def write_memory(out: Path, sessions: int, facts: int) -> None:
    """Write a memory of this size below ``out``, the same bytes every time."""
    chance = Random(0)
    invention = invent(sessions, facts, chance)
    writer = Writer(invention, chance)
    memory = out / "memory"
    for folder in ("sessions", "archive"):
        (memory / folder).mkdir(parents=True, exist_ok=True)
    _write_sessions(memory / "sessions", invention, writer)
    _write(memory / "continuity.md", writer.continuity())
    _write(memory / "vision.md", writer.vision())
    _write(memory / "decay-policy.md", writer.policy())
    _write(memory / "archive" / "INDEX.md", writer.index())
    for quarter, numbers in writer.quarters().items():
        _write(memory / "archive" / f"{quarter}.md", writer.archive(quarter, numbers))


def _write_sessions(folder: Path, invention: Invention, writer: Writer) -> None:
    for position in range(len(invention.times)):
        _write(folder / f"{writer.stem(position)}.md", writer.session(position))


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", newline="\n")


def main() -> None:
    """Read the arguments and write."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.synthetic")
    parser.add_argument("out", type=Path)
    parser.add_argument("--sessions", type=int, required=True)
    parser.add_argument("--facts", type=int, required=True)
    given = parser.parse_args()
    if not 1 <= given.facts <= given.sessions:
        parser.error("--facts must be between 1 and the number of sessions")
    write_memory(given.out, given.sessions, given.facts)


if __name__ == "__main__":
    main()
