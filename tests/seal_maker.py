"""Sealed memories that live in a dictionary, for tests."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from tests.ledger_maker import PATH, Maker
from verify.config import Settings
from verify.examination import every_check, examine
from verify.ledger import format_checkpoint, merkle_root, parse_saved_head
from verify.ledger.seal import digest, manifest_lines, seal_body
from verify.model.ledger import Checkpoint
from verify.model.report import Problem, Report
from verify.model.seal import SealedFile
from verify.readers.repository import Repository
from verify.readers.sealed import facts_of
from verify.readers.source import Identity
from verify.readers.stores import Terms

SEAL = "memory/ledger.seal"
CHECKPOINT = "memory/ledger.checkpoint"
CONTINUITY = "memory/continuity.md"
Files = Mapping[str, bytes]


class DictSource:
    """A state of a repository that is held in memory."""

    def __init__(self, files: Files) -> None:
        self._files = files

    def files(self, folder: str) -> Iterator[str | Problem]:
        yield from sorted(path for path in self._files if path.startswith(f"{folder}/"))

    def holds(self, path: str) -> bool:
        return path in self._files or any(one.startswith(f"{path}/") for one in self._files)

    keeps = holds

    def read(self, paths: Iterable[str]) -> Iterator[tuple[str, bytes | Problem]]:
        yield from ((path, self._files[path]) for path in paths if path in self._files)

    def lists(self, path: str) -> bool:
        return self.holds(path)

    def identities(self, paths: Iterable[str]) -> Iterator[tuple[str, Identity]]:
        yield from ()

    def link_leads_out(self, path: str) -> bool | None:
        return None


@cache
def _nowhere() -> Path:
    return Path(mkdtemp())


def report(files: Files, head: str | None = None) -> Report:
    """Ask the family log about a memory without history."""
    repository = Repository(_nowhere(), "", DictSource(files), None, "no git", None, None, None)
    checks = [check for check in every_check().values() if check.family == "log"]
    saved = parse_saved_head(head) if head else None
    return examine(repository, checks, Settings(), Terms(history=False, measured=False, head=saved))


def told(files: Files, head: str | None = None) -> list[tuple[str, str, str]]:
    """Return severity, subject and message of what unsealed-change finds."""
    found = (one for one in report(files, head).findings if one.check == "unsealed-change")
    return [(one.severity.label, one.subject, one.message) for one in found]


def lines_of(files: Files) -> list[bytes]:
    """Return the manifest of a memory."""
    marked = {path: content for path, content in files.items() if path.endswith(".md")}
    facts = [fact for path, content in marked.items() for fact in facts_of("memory", path, content) or ()]
    return manifest_lines((SealedFile(path[7:], digest(content)) for path, content in marked.items()), facts)


def sealed(files: Files, maker: Maker, name: str = "first-seal") -> dict[str, bytes]:
    """Append a SEAL, and return the memory with ledger and manifest."""
    lines = lines_of(files)
    maker.add(name, "SEAL", seal_body(lines, [], None))
    return {**files, PATH: maker.content, SEAL: b"".join(line + b"\n" for line in lines)}


def checkpoint_of(maker: Maker) -> bytes:
    """Return the checkpoint of a ledger as it is."""
    return format_checkpoint(Checkpoint("demo", len(maker.lines), merkle_root(maker.lines)))


def head_of(maker: Maker) -> str:
    """Return what is saved of a ledger elsewhere."""
    return f"{len(maker.lines)}:{maker.head}"
