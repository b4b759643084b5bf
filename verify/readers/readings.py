"""What was read of one file, as it may be kept for the next run."""

from collections.abc import Iterable, Iterator
from itertools import chain

from msgspec import Struct

from verify.model.location import BlobId, Location
from verify.model.memory import Document, Role
from verify.model.record import Record
from verify.model.session import Session
from verify.readers.session import session_time
from verify.readers.source import Identity
from verify.secrets import credentials, personal_data


class KnownLog(Struct, frozen=True, array_like=True):
    """A log that shows no secret and nothing of a person; ``blob`` where git was asked."""

    path: str
    identity: Identity
    blob: BlobId | None
    session: Session

    def is_of(self, path: str) -> bool:
        """Whether it is the log at a path: what was forged must not lead to dates that are none."""
        stem = path.rpartition("/")[2].removesuffix(".md")
        told = self.session.day, self.session.timed
        return (self.session.path, self.session.stem) == (path, stem) and session_time(stem) == told


class KnownText(Struct, frozen=True, array_like=True):
    """What stands in a document, without its lines, or in a file of decision records; it, too, shows no secret."""

    digest: str
    document: Document | None
    records: tuple[Record, ...]

    def is_of(self, path: str, role: Role) -> bool:
        """Whether it was read at a path, and all that it tells of stands there."""
        document = self.document
        if document is None:
            return role is Role.RECORD and all(record.path == path for record in self.records)
        told = all(place.path == path for place in _places(document))
        return told and (document.path, document.role) == (path, role)


def _places(document: Document) -> Iterator[Location]:
    """Yield the place of everything that stands in a document."""
    yield from (footer.location for footer in document.footers)
    yield from (place for fact in document.facts for place in (fact.block, fact.footer.location))
    yield from (thread.block for thread in document.threads)
    yield from (place for link in document.links for place in (link.location, link.written))
    yield from (mention.location for mention in document.paths)
    yield from (line.location for line in document.state)
    yield from (line.location for line in document.index)


def is_harmless(path: str, suspects: Iterable[str]) -> bool:
    """Whether a file may be kept: its name can be written, and neither that nor a suspect line shows a secret."""
    shown = (chain(credentials(line), personal_data(line)) for line in (path, *suspects))
    return path.isprintable() and all(next(found, None) is None for found in shown)
