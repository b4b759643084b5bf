"""What is gathered of a memory, file by file; what earlier runs read of a file is taken as it was."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from verify.model.location import BlobId
from verify.model.memory import Document, Role, SuspectLine
from verify.model.record import Record
from verify.model.report import Problem, ProblemKind
from verify.model.session import Session
from verify.readers.document import read_document
from verify.readers.known_files import KnownFiles
from verify.readers.markdown import split_lines
from verify.readers.outline import NESTING_CAP, NestedTooDeeplyError
from verify.readers.readings import KnownLog
from verify.readers.record import read_records, unreadable_record
from verify.readers.session import read_session, session_time
from verify.readers.source import Identity
from verify.secrets import suspect_lines

_NO_DOCUMENT = {Role.OTHER, Role.MISNAMED}
_T = TypeVar("_T")


class Gathered(Struct):
    """What was found so far."""

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

    def reuse(self, *, named: bool) -> Mapping[str, KnownLog]:
        """Take the logs that are known, and return them by path; ``named`` ones have the id of their blob."""
        found = ((path, self.known.log(path, identity, named=named)) for path, identity in self.identities.items())
        reused = {path: log for path, log in found if log}
        self.sessions += (log.session for log in reused.values())
        self.blobs |= {path: log.blob for path, log in reused.items() if log.blob}
        return reused

    def take(self, path: str, role: Role, text: str) -> None:
        """Read one file."""
        if role is Role.RECORD:
            self._take_records(path, text)
        elif role is Role.SESSION:
            self._take_log(path, text)
        elif role in _NO_DOCUMENT:
            self._suspect(path, text)
        elif role is not Role.LEDGER:
            self._take_document(path, role, text)

    def take_unreadable(self, path: str, role: Role) -> None:
        """Note a file that is there and cannot be read."""
        if role is Role.RECORD:
            self.records.append(unreadable_record(path))
        if role is Role.SESSION:
            self._session(path, lambda stem, day, timed: Session(stem, path, day, timed, readable=False))

    def _take_records(self, path: str, text: str) -> None:
        known = self.known.text(path, Role.RECORD, text)
        if known:
            self.records += known.records
            return
        records = self._unless_too_deep(path, lambda: read_records(path, text))
        if records is None:
            self.take_unreadable(path, Role.RECORD)
        else:
            self.records += records
            self.known.add_records(path, records, text)

    def _take_log(self, path: str, text: str) -> None:
        suspects = self._suspect(path, text)
        session = self._session(path, lambda stem, day, timed: read_session(path, stem, day, timed, text))
        if session and path in self.identities:
            self.known.add_log(KnownLog(path, self.identities[path], self.blobs.get(path), session), suspects)

    def _session(self, path: str, read: Callable[..., Session]) -> Session | None:
        stem = path.rpartition("/")[2].removesuffix(".md")
        time = session_time(stem)
        if time is None:
            self.misnamed.append(path)
            return None
        session = read(stem, *time)
        self.sessions.append(session)
        return session

    def _take_document(self, path: str, role: Role, text: str) -> None:
        known = self.known.text(path, role, text)
        # Of what is known no line is suspect.
        if known is None and role is not Role.VERSION:
            self._suspect(path, text)
        if known and known.document:
            self.documents.append(replace(known.document, lines=tuple(split_lines(text))))
        elif document := self._unless_too_deep(path, lambda: read_document(path, role, text)):
            self.documents.append(document)
            self.known.add_document(document, text)

    def _suspect(self, path: str, text: str) -> Sequence[str]:
        """Note, and return, the lines that may show what must not be shown."""
        found = list(suspect_lines(text))
        self.suspects += (SuspectLine(path, number, line) for number, line in found)
        return [line for _, line in found]

    def _unless_too_deep(self, path: str, read: Callable[[], _T]) -> _T | None:
        try:
            return read()
        except NestedTooDeeplyError:
            message = f"is nested deeper than {NESTING_CAP} levels; flatten it"
            self.problems.append(Problem(ProblemKind.NESTED_TOO_DEEPLY, path, None, message))
            return None
