"""The manifest of a seal: one line a file and one a fact, and what a SEAL entry says of them."""

import re
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any

from verify.ledger.hashing import merkle_root
from verify.ledger.lines import torn_tail, whole_lines
from verify.model.seal import Manifest, SealedFact, SealedFile

_ESCAPED = re.compile(rb"[^!-~]|[%#]")
_ESCAPE = re.compile(rb"%([0-9A-F]{2})")
_FILE = re.compile(rb"file ([!-~]+) ([0-9a-f]{64})")
_FACT = re.compile(rb"fact ([!-~]+) ([!-~]+) ([0-9a-f]{64})")

_SECTION_CAP = 1000


def word(text: str) -> str:
    """Return a text as one word of a manifest: whatever is no printable ASCII, ``%`` and ``#`` as ``%XX``."""
    raw = text.encode("utf-8", "surrogateescape")
    return _ESCAPED.sub(lambda match: b"%%%02X" % match.group()[0], raw).decode("ascii")


def spelled(written: str) -> str:
    """Return the text that a word of a manifest stands for."""
    raw = _ESCAPE.sub(lambda match: bytes([int(match.group(1), 16)]), written.encode("ascii"))
    return raw.decode("utf-8", "surrogateescape")


def place(path: str, headings: Sequence[str]) -> str:
    """Return path and section as one word; the headings are separated by slashes, their own are escaped.

    A section that is very long is told by its digest: every fact below it repeats it.
    """
    section = "/".join(word(title).replace("/", "%2F") for title in headings)
    return f"{word(path)}#{section if len(section) <= _SECTION_CAP else f'%sha256:{digest(section.encode())}'}"


def digest(content: bytes) -> str:
    """Return the SHA-256 of some bytes."""
    return sha256(content).hexdigest()


def manifest_lines(files: Iterable[SealedFile], facts: Iterable[SealedFact]) -> list[bytes]:
    """Return the lines of a manifest, sorted by bytes."""
    written = [f"file {word(file.path)} {file.digest}".encode() for file in files]
    written += [f"fact {word(fact.id)} {fact.place} {fact.digest}".encode() for fact in facts]
    return sorted(written)


def parse_manifest(path: str, content: bytes) -> Manifest:
    """Read a manifest, whatever it is; ``path`` is where it stands."""
    lines = list(whole_lines(content))
    files, facts, fault = [], [], "does not end in a line feed" if torn_tail(content) else None
    for number, line in enumerate(lines, 1):
        if match := _FILE.fullmatch(line):
            name, seen = (group.decode() for group in match.groups())
            files.append(SealedFile(spelled(name), seen, number))
        elif match := _FACT.fullmatch(line):
            name, where, seen = (group.decode() for group in match.groups())
            facts.append(SealedFact(spelled(name), where, spelled(where.partition("#")[0]), seen, number))
        else:
            fault = fault or f"has a line {number} that is neither of a file nor of a fact"
    return Manifest(
        path=path,
        size=len(lines),
        root=merkle_root(lines).hex(),
        unturned=merkle_root(line.removesuffix(b"\r") for line in lines).hex() if b"\r" in content else "",
        files=tuple(files),
        facts=tuple(facts),
        fault=fault,
    )


def changed_names(before: Iterable[bytes], after: Iterable[bytes]) -> list[str]:
    """Return the ids and paths of the lines that only one of two manifests has, as they are written there."""
    return sorted({line.split(b" ")[1].decode("ascii") for line in {*before} ^ {*after}})


def seal_body(lines: Sequence[bytes], changed: Sequence[str], because: str | None) -> dict[str, Any]:
    """Return the body of the SEAL entry for a manifest."""
    reason = {"because": because} if because else {}
    return {"size": len(lines), "root": merkle_root(lines).hex(), "changed": [*changed], **reason}
