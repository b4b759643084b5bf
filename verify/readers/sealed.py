"""What of a memory is sealed: the bytes of its Markdown files, and of the blocks of their facts."""

from collections.abc import Iterable, Iterator
from functools import cache

from verify.ledger.seal import digest, parse_manifest, place
from verify.model.memory import Role
from verify.model.report import Problem
from verify.model.seal import Present, SealedFact, SealedFile, SealedStore
from verify.readers.block_text import owned_lines
from verify.readers.facts import Placements, place_footers
from verify.readers.layout import role_of
from verify.readers.markdown import parse, split_lines
from verify.readers.outline import Block, NestedTooDeeplyError
from verify.readers.source import Source, decode

_WITH_FACTS = {Role.CONTINUITY, Role.VISION, Role.POLICY, Role.GUIDE, Role.ARCHIVE, Role.ARCHIVE_INDEX}


def seal_beside(ledger: str) -> str:
    """Return where the manifest of a ledger stands."""
    return f"{ledger.rpartition('.')[0] or ledger}.seal"


def is_sealed(folder: str, path: str) -> bool:
    """Whether a seal covers a file: one of Markdown in the memory folder that is read as part of it."""
    return path.startswith(f"{folder}/") and path.endswith(".md") and role_of(folder, path) is not None


class SealReader:
    """Holds the files of a memory against a manifest, as they are read."""

    def __init__(self, folder: str, ledger: str, content: bytes) -> None:
        self._folder = folder
        self._ledger = ledger
        self._manifest = parse_manifest(seal_beside(ledger), content)
        self._sealed = {file.path: file.digest for file in self._manifest.files}
        self._files: dict[str, str] = {}
        self._facts: list[SealedFact] = []
        self._turned: list[str] = []
        self._unread: list[str] = []

    def take(self, path: str, content: bytes | Problem) -> None:
        """Look at one file."""
        if not is_sealed(self._folder, path):
            return
        inside = path[len(self._folder) + 1 :]
        if isinstance(content, Problem):
            self._unread.append(inside)
            return
        self._files[inside] = seen = digest(content)
        if seen == self._sealed.get(inside):
            return
        if _is_turned(content, self._sealed.get(inside)):
            self._turned.append(inside)
        elif (found := facts_of(self._folder, path, content)) is None:
            self._unread.append(inside)
        else:
            self._facts += found

    def store(self) -> SealedStore:
        """Return what was found."""
        present = Present(self._files, tuple(self._facts), frozenset(self._turned), frozenset(self._unread))
        return SealedStore(self._ledger, self._manifest, present)


def _is_turned(content: bytes, sealed: str | None) -> bool:
    """Whether nothing but the line ends differs from what was sealed, as after a checkout that turns them."""
    plain = content.replace(b"\r\n", b"\n")
    return sealed in {digest(plain), digest(plain.replace(b"\n", b"\r\n"))}


def facts_of(folder: str, path: str, content: bytes) -> list[SealedFact] | None:
    """Return the facts of a file, none if it is a log; None if it cannot be read as Markdown."""
    role = role_of(folder, path)
    if role not in _WITH_FACTS:
        return []
    text = decode(path, content)
    if isinstance(text, Problem):
        return None
    lines = split_lines(text)
    try:
        placements = place_footers(path, role, lines, parse(lines))
    except NestedTooDeeplyError:
        return None
    return list(_facts(placements, path[len(folder) + 1 :], content.split(b"\n")))


def _facts(placements: Placements, inside: str, raw: list[bytes]) -> Iterator[SealedFact]:
    places = cache(lambda headings: place(inside, headings))
    for block in (placements.outline.root, *placements.outline.blocks):
        owned = [footer for footer in placements.owned(block) if footer.id]
        if owned:
            content = _block(placements, block, max(footer.location.line for footer in owned), raw)
            where, seen = places(block.headings), digest(content)
            yield from (SealedFact(one.id, where, inside, seen, one.location.line, content) for one in owned)


def _block(placements: Placements, block: Block, last: int, raw: list[bytes]) -> bytes:
    """Return the lines of a block and its footers, without those of facts inside it and empty ones at the end."""
    skipped = set(owned_lines(placements, block))
    numbers = range(block.start, max(block.end, last))
    return b"\n".join(raw[number] for number in numbers if number not in skipped).rstrip(b" \t\r\n")


def read_present(source: Source, folder: str, paths: Iterable[str]) -> tuple[list[SealedFile], list[SealedFact]]:
    """Return every file and fact that a seal covers now. Raises LookupError for one that cannot be read."""
    files: list[SealedFile] = []
    facts: list[SealedFact] = []
    for path, content in source.read(path for path in paths if is_sealed(folder, path)):
        found = facts_of(folder, path, content) if isinstance(content, bytes) else None
        if isinstance(content, Problem) or found is None:
            raise LookupError(f"{path} {content.message if isinstance(content, Problem) else 'is no Markdown'}")
        files.append(SealedFile(path[len(folder) + 1 :], digest(content)))
        facts += found
    return files, facts
