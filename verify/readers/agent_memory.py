"""The agent-memory layout: one memory folder, read once, file by file."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from verify.model.location import BlobId
from verify.model.memory import Document, Memory, Role, Windows
from verify.model.report import Problem, ProblemKind
from verify.readers.declared import USUAL, Declared, of_ledger, usual_seal
from verify.readers.gathered import Gathered
from verify.readers.inline import scan
from verify.readers.known_files import KnownFiles
from verify.readers.layout import RECORD_FOLDERS, home, role_of
from verify.readers.record import is_left_alone
from verify.readers.source import Source, decode

if TYPE_CHECKING:
    from verify.model.ledger import Projection
    from verify.readers.ledger import LedgerShelf

_NOTHING = KnownFiles(None, "")


def read_memory(
    source: Source,
    folder: str,
    blob_id: Callable[[bytes], BlobId] | None = None,
    declared: Declared = USUAL,
    known: KnownFiles = _NOTHING,
) -> Memory:
    """Read one memory folder, its version manifest, and the decision records beside it.

    ``blob_id`` names the content of a file as git would; without it no blob ids are kept. What is ``known``
    is not read again.
    """
    gathered = Gathered(known)
    roles = dict([*_roles(source, folder, gathered), *_records(source, folder, declared.records or RECORD_FOLDERS)])
    shelf = _shelf(source, folder, roles, gathered.problems, declared)
    roles |= dict.fromkeys(shelf.outside(source, folder) if shelf else (), Role.LEDGER)
    # Taken before anything is read; a seal is about the bytes of every file.
    gathered.identities = {} if shelf is not None or not known.is_kept else dict(source.identities(_logs(roles)))
    reused = gathered.reuse(named=blob_id is not None)
    for path, content in source.read(path for path in roles if path not in reused):
        if blob_id and isinstance(content, bytes):
            gathered.blobs[path] = blob_id(content)
        kept = shelf is not None and shelf.take(path, content)
        text = decode(path, content) if isinstance(content, bytes) else content
        if isinstance(text, str):
            gathered.take(path, roles[path], text)
        elif path.endswith(".md") or text.kind is not ProblemKind.UNREADABLE or (kept and text is content):
            gathered.problems.append(text)
            gathered.take_unreadable(path, roles[path])
    known.save()
    ledgers = shelf.ledgers() if shelf else ()
    return Memory(
        path=folder,
        documents=tuple(gathered.documents),
        sessions=tuple(sorted(gathered.sessions, key=lambda session: session.stem)),
        misnamed=tuple(gathered.misnamed),
        records=tuple(gathered.records),
        suspects=tuple(gathered.suspects),
        problems=(*gathered.problems, *(shelf.problems if shelf else ())),
        windows=_windows(gathered.documents),
        blobs=gathered.blobs,
        ledgers=ledgers,
        projections=tuple(_projections(gathered.documents)),
        unread_ledgers=shelf.unread if shelf else (),
        seal=shelf.seal if shelf else None,
    )


def _shelf(
    source: Source, folder: str, roles: Iterable[str], problems: Iterable[Problem], declared: Declared
) -> "LedgerShelf | None":
    """Return what takes the files of ledgers; None if there are none."""
    names = declared.ledger_paths(folder)
    closed = [problem.path for problem in problems if problem.path]
    seal = usual_seal(folder)
    told = declared.ledgers or declared.head or source.holds(f"{folder}/ledger.checkpoint")
    alike = names[0].rpartition(".")[0], seal
    near = (path for path in (*roles, *closed) if path.startswith(alike))
    if not told and not any(of_ledger(path, names[0]) or path == seal for path in near):
        return None
    # Few memories have a ledger.
    from verify.readers.ledger import LedgerShelf  # noqa: PLC0415

    shelf = LedgerShelf(source, folder, declared)
    shelf.lacks(closed)
    return shelf


def _projections(documents: Iterable[Document]) -> "Iterator[Projection]":
    shown = [document for document in documents if any("<!-- view:" in line for line in document.lines)]
    if shown:
        # Few memories show the decisions of a ledger.
        from verify.readers.projections import projections  # noqa: PLC0415

        yield from (view for document in shown for view in projections(document))


def _roles(source: Source, folder: str, gathered: Gathered) -> Iterator[tuple[str, Role]]:
    for path in source.files(folder):
        if isinstance(path, Problem):
            gathered.problems.append(path)
        elif role := role_of(folder, path):
            gathered.misnamed += [path] if role is Role.MISNAMED else []
            yield path, role
    start = home(folder)
    if source.holds(f"{start}.agent/version.md"):
        yield f"{start}.agent/version.md", Role.VERSION


def _records(source: Source, memory: str, folders: Iterable[str]) -> Iterator[tuple[str, Role]]:
    for folder in folders:
        inside = f"{home(memory)}{folder}/"
        for path in source.files(inside.removesuffix("/")):
            name = path.removeprefix(inside) if isinstance(path, str) else ""
            if name.endswith(".md") and "/" not in name and not is_left_alone(name):
                yield inside + name, Role.RECORD


def _logs(roles: Mapping[str, Role]) -> Iterator[str]:
    return (path for path, role in roles.items() if role is Role.SESSION)


def policy_windows(path: str, text: str) -> Windows:
    """Return the windows that a decay policy declares, with the usual ones for the rest."""
    gathered = Gathered(_NOTHING)
    gathered.take(path, Role.POLICY, text)
    return _windows(gathered.documents)


def _windows(documents: list[Document]) -> Windows:
    policies = [document for document in documents if document.role is Role.POLICY]
    found: dict[str, int] = {}
    for document in policies:
        text = "\n".join(line for n, line in enumerate(document.lines, 1) if n not in document.code)
        shown = scan(text).visible
        for window in Windows.__struct_fields__:
            match = re.search(rf"\b{window}[*_]*[ \t]*[:|][*_]*[ \t]*(\d{{1,9}})\b", shown, re.ASCII)
            if match:
                found[window] = int(match.group(1))
    return replace(Windows(), **found)
