"""Finds the ledger that a command is about, and what is remembered of it; options that its commands share."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from msgspec import Struct
from msgspec.structs import replace

from verify.errors import UsageError
from verify.examination import read_settings
from verify.readers.declared import declared_for, usual_ledger
from verify.readers.repository import Repository, find_memories, open_repository

if TYPE_CHECKING:
    from verify.ledger.composing import Draft, Signature
    from verify.ledger.standing import Standing
    from verify.model.ledger import Checkpoint
    from verify.readers.ledger_standing import Remembered, Tidy

_DIGEST_SIZE = 64


class Place(Struct, frozen=True):
    """One ledger of the memory in ``folder``."""

    repository: Repository
    folder: str
    path: str

    def remembered(self, head: str | None) -> "Remembered":
        """Return what is known of the ledger from elsewhere. Raises UsageError or GitError."""
        from verify.readers.ledger_standing import Remembered, read_committed  # noqa: PLC0415

        return Remembered(read_committed(self.repository, self.path), _head(head) if head else None)

    @property
    def lock(self) -> Path:
        """The folder that writers lock."""
        return (self.repository.root / self.path).parent


def _head(text: str) -> Any:
    from verify.ledger import parse_saved_head  # noqa: PLC0415
    from verify.ledger.schema import is_digest  # noqa: PLC0415

    head = text if is_digest(text) else parse_saved_head(text)
    if head is None:
        raise UsageError(f"--head {text[:100]!r} is no head; write SIZE:DIGEST, or the digest alone")
    return head


@contextmanager
def found(place: Path, log: str | None) -> Iterator[Place]:
    """Yield the ledger of the memory at a place or above it, or a declared one. Raises UsageError."""
    repository = open_repository(place, None, staged=False)
    try:
        settings = read_settings(repository)
        folders, _ = find_memories(repository, settings.memories)
        declared = declared_for(folders[0], folders, settings)
        dialects = {usual_ledger(folders[0]): None, **{one.path: one.dialect for one in declared.ledgers}}
        path = log or usual_ledger(folders[0])
        if path not in dialects:
            raise UsageError(f"--log {path[:200]!r}: no such ledger is declared; there are {', '.join(dialects)}")
        if dialects[path]:
            raise UsageError(f"{path} is declared as a ledger of another origin; only its own tools write it")
        yield Place(repository, folders[0], path)
    finally:
        if repository.git:
            repository.git.close()


class Occasion(Struct, frozen=True):
    """Where, when and by whom something is written."""

    place: Path
    log: str | None
    actor: str
    at: str | None
    id: str | None
    head: str | None
    mend_tail: bool

    @property
    def signature(self) -> "Signature":
        """Who writes, and when: the only place where the time of day counts."""
        from datetime import UTC, datetime  # noqa: PLC0415

        from verify.ledger.composing import Signature  # noqa: PLC0415

        return Signature(self.actor, self.at or datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"), self.id)

    @contextmanager
    def standing(
        self,
        place: Place,
        tidy: "Tidy" = lambda raw, closed: raw,
        *,
        checkpoint: "Checkpoint | None" = None,
        apart: bool = False,
    ) -> Iterator["Standing"]:
        """Hold the lock, and yield the ledger as it is.

        ``checkpoint`` takes the place of the one beside it, which is not looked at with ``apart``.
        """
        from verify.ledger.disk import locked  # noqa: PLC0415
        from verify.ledger.mending import mended  # noqa: PLC0415
        from verify.readers.ledger_standing import read_standing  # noqa: PLC0415

        known = replace(place.remembered(self.head), checkpoint=checkpoint, apart=apart)
        with locked(place.lock):
            yield read_standing(
                place.repository,
                place.path,
                known,
                lambda raw, closed: tidy(mended(raw) if self.mend_tail else raw, closed),
            )

    def append(self, place: Place, draft: "Draft", log_id: str | None = None) -> str:
        """Append an entry and return its id. Raises RefusedError or UsageError."""
        from verify.ledger.writer import append_entry  # noqa: PLC0415

        with self.standing(place) as standing:
            return append_entry(standing, draft, self.signature, log_id or place.folder)


_OPTIONS = (
    click.argument("place", metavar="[PATH]", default=".", type=click.Path(path_type=Path)),
    click.option("--log", metavar="FILE", help="A declared ledger instead of the memory's own."),
    click.option("--actor", envvar="VERIFY_ACTOR", default="agent", show_default=True, help="Who writes."),
    click.option(
        "--at", metavar="TIME", help="The time of the entry instead of now, for example 2026-08-22T17:49:30Z."
    ),
    click.option("--id", metavar="ID", help="The id of the entry; otherwise it is made from date and content."),
    click.option("--head", metavar="SIZE:DIGEST", help="What the ledger must begin with; or the digest alone."),
    click.option(
        "--mend-tail", is_flag=True, help="End a last line that lacks only its line feed, or remove a torn one."
    ),
)


def writing(command: Callable[..., int]) -> Callable[..., int]:
    """Give a command the options of a writer, as one ``Occasion``."""

    @wraps(command)
    def called(**given: Any) -> int:
        names = Occasion.__struct_fields__
        occasion = Occasion(**{name: given.pop(name) for name in names})
        return command(occasion, **given)

    for option in reversed(_OPTIONS):
        called = option(called)
    return called
