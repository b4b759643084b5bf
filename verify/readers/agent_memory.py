"""The agent-memory layout: one memory folder, read once, file by file."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from verify.model.location import BlobId
from verify.model.memory import Document, Memory, PastReading, Role, SuspectLine, Windows
from verify.model.record import Record
from verify.model.report import Problem, ProblemKind
from verify.model.session import Session
from verify.readers.declared import USUAL, Declared, of_ledger, usual_seal
from verify.readers.document import read_document
from verify.readers.inline import scan
from verify.readers.known_files import KnownFiles, KnownLog
from verify.readers.layout import RECORD_FOLDERS, home, role_of
from verify.readers.outline import NESTING_CAP, NestedTooDeeplyError
from verify.readers.record import is_left_alone, read_records, unreadable_record
from verify.readers.session import read_session, session_time
from verify.readers.source import Identity, Source, decode
from verify.secrets import suspect_lines

if TYPE_CHECKING:
    from verify.model.ledger import Projection
    from verify.readers.ledger import LedgerShelf

_T = TypeVar("_T")
_NOTHING = KnownFiles(None, "")


class _Gathered(Struct):
    known: KnownFiles
    identities: Mapping[str, Identity] = field(default_factory=dict)
    """What vouches for each log that may be known, or is to be kept."""
    documents: list[Document] = field(default_factory=list)
    sessions: list[Session] = field(default_factory=list)
    misnamed: list[str] = field(default_factory=list)
    records: list[Record] = field(default_factory=list)
    suspects: list[SuspectLine] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    blobs: dict[str, BlobId] = field(default_factory=dict)
    past: dict[str, PastReading] = field(default_factory=dict)


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
    gathered = _Gathered(known)
    roles = dict([*_roles(source, folder, gathered), *_records(source, folder, declared.records or RECORD_FOLDERS)])
    shelf = _shelf(source, folder, roles, gathered.problems, declared)
    roles |= dict.fromkeys(shelf.outside(source, folder) if shelf else (), Role.LEDGER)
    # A seal is about the bytes of every file.
    gathered.identities = {} if shelf is not None or not known.is_kept else dict(_identities(source, roles))
    reused = _reuse(gathered, named=blob_id is not None)
    for path, content in source.read(path for path in roles if path not in reused):
        if blob_id and isinstance(content, bytes):
            gathered.blobs[path] = blob_id(content)
        kept = shelf is not None and shelf.take(path, content)
        text = decode(path, content) if isinstance(content, bytes) else content
        if isinstance(text, str):
            _take(gathered, path, roles[path], text)
        elif path.endswith(".md") or text.kind is not ProblemKind.UNREADABLE or (kept and text is content):
            gathered.problems.append(text)
            _take_unreadable(gathered, path, roles[path])
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
        past=gathered.past,
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
    if not told and not any(of_ledger(p, names[0]) or p == seal for p in (*roles, *closed)):
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


def _roles(source: Source, folder: str, gathered: _Gathered) -> Iterator[tuple[str, Role]]:
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


def _identities(source: Source, roles: Mapping[str, Role]) -> Iterator[tuple[str, Identity]]:
    """Yield what vouches for each log, taken before anything is read."""
    logs = (path for path, role in roles.items() if role is Role.SESSION)
    yield from ((path, identity) for path in logs if (identity := source.identity(path)))


def _reuse(gathered: _Gathered, *, named: bool) -> Mapping[str, KnownLog]:
    """Take the logs that are known."""
    found = ((path, gathered.known.log(path, identity, named=named)) for path, identity in gathered.identities.items())
    reused = {path: log for path, log in found if log}
    gathered.sessions += (log.session for log in reused.values())
    gathered.blobs |= {path: log.blob for path, log in reused.items() if log.blob}
    return reused


def _take(gathered: _Gathered, path: str, role: Role, text: str) -> None:
    if role is Role.RECORD:
        read = partial(gathered.known.records, path, text, lambda: read_records(path, text))
        records = _unless_too_deep(path, gathered.problems, read)
        gathered.records += (unreadable_record(path),) if records is None else records
        return
    if role is Role.LEDGER:
        return
    suspects = list(suspect_lines(text)) if role is not Role.VERSION else []
    gathered.suspects += (SuspectLine(path, number, line) for number, line in suspects)
    if role is Role.SESSION:
        session = _take_session(gathered, path, lambda stem, day, timed: read_session(path, stem, day, timed, text))
        if session and path in gathered.identities:
            log = KnownLog(path, gathered.identities[path], gathered.blobs.get(path), session)
            gathered.known.add_log(log, (line for _, line in suspects))
    elif role not in {Role.OTHER, Role.MISNAMED}:
        look = partial(gathered.known.document, path, role, text, lambda: _document(gathered, path, role, text))
        document = _unless_too_deep(path, gathered.problems, look)
        gathered.documents += [document] if document else []


def _document(gathered: _Gathered, path: str, role: Role, text: str) -> Document:
    document, past = read_document(path, role, text)
    gathered.past |= {path: past} if past else {}
    return document


def _take_unreadable(gathered: _Gathered, path: str, role: Role) -> None:
    if role is Role.RECORD:
        gathered.records.append(unreadable_record(path))
    if role is Role.SESSION:
        _take_session(gathered, path, lambda stem, day, timed: Session(stem, path, day, timed, readable=False))


def _take_session(gathered: _Gathered, path: str, read: "Callable[..., Session]") -> Session | None:
    stem = path.rpartition("/")[2].removesuffix(".md")
    time = session_time(stem)
    if time is None:
        gathered.misnamed.append(path)
        return None
    session = read(stem, *time)
    gathered.sessions.append(session)
    return session


def _unless_too_deep(path: str, problems: list[Problem], read: Callable[[], _T]) -> _T | None:
    try:
        return read()
    except NestedTooDeeplyError:
        message = f"is nested deeper than {NESTING_CAP} levels; flatten it"
        problems.append(Problem(ProblemKind.NESTED_TOO_DEEPLY, path, None, message))
        return None


def policy_windows(path: str, text: str) -> Windows:
    """Return the windows that a decay policy declares, with the usual ones for the rest."""
    document = _unless_too_deep(path, [], lambda: read_document(path, Role.POLICY, text)[0])
    return _windows([document] if document else [])


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
