"""Writes a memory with a long ledger: ``python -m tests.bench.decided OUT --entries N``."""

import argparse
import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, count, islice
from pathlib import Path
from random import Random
from typing import Any

from tests.bench.synthetic import write_memory
from verify.ledger import MerkleTree, format_checkpoint, line_digest
from verify.model.ledger import Checkpoint

_SESSIONS = 10
_FILE = 40_000
"""Entries of one file, which is then rotated: more would exceed the cap on the size of a file."""
_TOPICAL = 20
"""Entries to a topic."""
_TEXT = "keep one queue for each tenant and retry a failed message with a delay that grows until it is read by hand"
_WORDS = _TEXT.split()
_BECAUSE = "measured under load: the second worker waits for the first one in every retry"
_REASON = "the load is another one"
_KINDS = ("CORRECTION", "REVERSAL", "SUPERSEDE", "SUPERSEDE")
_NAME = "synthetic"
_Said = tuple[str, str, str | None, dict[str, Any]]
"""Id, type, ref and body of an entry."""


def write_ledger(out: Path, entries: int) -> None:
    """Write a small memory with a ledger of so many entries and its checkpoint, the same bytes every time."""
    write_memory(out, _SESSIONS, 3)
    memory = out / "memory"
    sessions = sorted(path.stem for path in (memory / "sessions").iterdir())
    said = _said(Random(0), entries // _TOPICAL + 1, sessions)
    header: dict[str, Any] = {"v": 1, "log_id": _NAME, "alg": "sha256", "mode": "raw-line"}
    for number in range(1, -(-entries // _FILE)):
        name = f"ledger-{number}.jsonl"
        rotate = (f"rotate-{number}", "ROTATE", None, {"file": name})
        size, _, head = _write(memory / name, header, chain(islice(said, _FILE - 1), [rotate]))
        header["previous"] = {"file": name, "log_id": _NAME, "size": size, "head": head}
    size, root, _ = _write(memory / "ledger.jsonl", header, islice(said, (entries - 1) % _FILE + 1))
    (memory / "ledger.checkpoint").write_bytes(format_checkpoint(Checkpoint(_NAME, size, root)))


def _write(path: Path, header: dict[str, Any], said: Iterable[_Said]) -> tuple[int, bytes, str]:
    """Write one file; return its number of lines, their root, and the digest of the last one."""
    tree, size, line = MerkleTree(), 0, _dumped(header)
    with path.open("wb") as file:
        for size, (name, kind, ref, body) in enumerate(said, 1):
            file.write(line + b"\n")
            tree.add(line)
            named = {"seq": size - 1, "id": name, "ts": "2026-01-02T00:00:00Z", "type": kind}
            prev = line_digest(line).hex()
            line = _dumped({**named, "actor": "agent", "ref": ref, "body": body, "prev": prev})
        file.write(line + b"\n")
        tree.add(line)
    return size + 1, tree.root, line_digest(line).hex()


def _dumped(table: dict[str, Any]) -> bytes:
    return json.dumps(table, separators=(",", ":")).encode()


def _said(chance: Random, topics: int, sessions: Sequence[str]) -> Iterator[_Said]:
    """Yield sound entries by turns: one that ends, corrects or makes a decision on a topic, and one without."""
    standing: dict[int, str] = {}
    former: list[str] = []
    for number in count():
        topic = chance.randrange(topics)
        name, text = f"entry-{number:07d}", _text(chance)
        if topic not in standing:
            standing[topic] = name
            yield name, "DECISION", None, {"text": text, "because": _BECAUSE, "topic": f"topic-{topic}"}
        elif (kind := chance.choice(_KINDS)) == "CORRECTION":
            yield name, kind, standing[topic], {"text": text, "reason": _REASON}
        else:
            yield name, kind, standing.pop(topic), {"reason": _REASON}
        ground = f"ground-{number:07d}"
        session = chance.choice(sessions)
        body = {"text": _text(chance), "because": _BECAUSE, "session": session, "depends_on": former}
        yield ground, "DECISION", None, body
        former = [ground]


def _text(chance: Random) -> str:
    return " ".join(chance.choices(_WORDS, k=8))


def main() -> None:
    """Read the arguments and write."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.decided")
    parser.add_argument("out", type=Path)
    parser.add_argument("--entries", type=int, required=True)
    given = parser.parse_args()
    if given.entries < 1:
        parser.error("--entries must be at least 1")
    write_ledger(given.out, given.entries)


if __name__ == "__main__":
    main()
