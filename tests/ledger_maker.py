"""Writes honest ledgers, line by line, for tests."""

import json
from hashlib import sha256
from typing import Any

DOMAIN = b"amv-line-v1\n"
PATH = "memory/ledger.jsonl"


def digest(line: bytes) -> str:
    return sha256(DOMAIN + line).hexdigest()


def header(log_id: str = "demo", **more: Any) -> bytes:
    return dump({"v": 1, "log_id": log_id, "alg": "sha256", "mode": "raw-line", **more})


def dump(table: dict[str, Any]) -> bytes:
    return json.dumps(table, separators=(",", ":"), ensure_ascii=False).encode()


class Maker:
    """A ledger that grows; every method returns the line that it appended."""

    def __init__(self, first: bytes | None = None) -> None:
        self.lines = [first or header()]
        self.depths = {digest(self.lines[0]): -1}

    @property
    def head(self) -> str:
        return digest(self.lines[-1])

    @property
    def content(self) -> bytes:
        return b"".join(line + b"\n" for line in self.lines)

    def add(self, name: str, kind: str, body: dict[str, Any], ref: str | None = None, prev: str | None = None) -> bytes:
        prev = prev or self.head
        depth = max(self.depths[one] for one in (prev, *body.get("heads", ()))) + 1
        line = dump(
            {
                **{"seq": depth, "id": name, "ts": "2026-01-02T00:00:00Z", "type": kind, "actor": "agent"},
                **{"ref": ref, "body": body, "prev": prev},
            }
        )
        self.lines.append(line)
        self.depths[digest(line)] = depth
        return line

    def decide(self, name: str, text: str = "x", prev: str | None = None, **body: Any) -> bytes:
        return self.add(name, "DECISION", {"text": text, "because": "y", **body}, prev=prev)

    def reverse(self, name: str, ref: str, kind: str = "REVERSAL") -> bytes:
        return self.add(name, kind, {"reason": "z"}, ref)

    def merge(self, name: str, *heads: str) -> bytes:
        return self.add(name, "MERGE", {"heads": [*heads]}, prev=heads[0])

    def rotate(self, name: str, file: str) -> "Maker":
        """Close this file, and return the one that continues it."""
        self.add(name, "ROTATE", {"file": file})
        closed = {"file": file, "log_id": "demo", "size": len(self.lines), "head": self.head}
        return Maker(header(previous=closed))


def honest(size: int = 6) -> Maker:
    """Return a ledger of so many decisions."""
    maker = Maker()
    for number in range(size):
        maker.decide(f"decision-{number}", f"text {number}")
    return maker
