"""What earlier runs read in the files of a memory, so that only what changed is read again.

A log is known by what vouches for its content without reading it, a document by its content: its lines
are wanted in any case, and only what stands in them need not be worked out again.
"""

import os
from collections.abc import Iterable
from typing import Annotated

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from verify.answers.footprint import digest
from verify.model.memory import Document, Role
from verify.model.record import Record
from verify.pack_table import RAW_CAP
from verify.readers.readings import KnownLog, KnownText, is_harmless
from verify.readers.source import Identity
from verify.secrets import suspect_lines
from verify.store import Store

PACKS_CAP = 20
"""With so many packs, what is still in use is put together into one."""
_MOST = 1_000_000
"""Logs, or texts, of one pack."""
_SLACK = 100
"""Readings that may be kept without being in use, besides two for each that is."""


class _Pack(Struct, frozen=True, array_like=True):
    logs: Annotated[tuple[KnownLog, ...], Meta(max_length=_MOST)]
    texts: Annotated[tuple[KnownText, ...], Meta(max_length=_MOST)]


class KnownFiles:
    """The readings of the memories below one root; without a store nothing is known, and nothing kept."""

    def __init__(self, store: Store | None, root: str) -> None:
        self._store = store
        self._scope = f"files {digest(os.fsencode(root))}"
        self._logs: dict[str, KnownLog] = {}
        self._texts: dict[str, KnownText] = {}
        self._packs = 0
        self._size = 0
        self._used = _Readings()
        self._new = _Readings()
        if store:
            self._load(store)

    def _load(self, store: Store) -> None:
        try:
            contents = store.read(self._scope)
            packs = [msgspec.msgpack.decode(content, type=_Pack) for content in contents]
        except (msgspec.MsgspecError, ValueError, RecursionError, MemoryError):
            store.throw_away()
            return
        self._packs, self._size = len(packs), sum(map(len, contents))
        self._logs = {_name(log.path, log.identity): log for pack in packs for log in pack.logs}
        self._texts = {text.digest: text for pack in packs for text in pack.texts}

    @property
    def is_kept(self) -> bool:
        """Whether what is read now is kept for the next run."""
        return self._store is not None

    def log(self, path: str, identity: Identity, *, named: bool) -> KnownLog | None:
        """Return what a log said when it had this identity, if need be with the name of its blob."""
        name = _name(path, identity)
        known = self._logs.get(name)
        if known is None or known.identity != identity or (named and known.blob is None) or not known.is_of(path):
            return None
        self._used.logs[name] = known
        return known

    def add_log(self, log: KnownLog, suspects: Iterable[str]) -> None:
        """Note a log that was read, unless one of its suspect lines holds what must not be shown."""
        if is_harmless(log.path, suspects):
            name = _name(log.path, log.identity)
            for logs in (self._logs, self._used.logs, self._new.logs):
                logs[name] = log

    def text(self, path: str, role: Role, text: str) -> KnownText | None:
        """Return what stands in a text, if it is known."""
        known = self._texts.get(_digest(role, path, text)) if self._texts else None
        if known is None or not known.is_of(path, role):
            return None
        self._used.texts[known.digest] = known
        return known

    def add_document(self, document: Document, text: str) -> None:
        """Note a document that was read, unless a line of it holds what must not be shown."""
        self._add(document.path, document.role, text, replace(document, lines=()))

    def add_records(self, path: str, records: tuple[Record, ...], text: str) -> None:
        """Note the decision records of a file, unless a line of it holds what must not be shown."""
        self._add(path, Role.RECORD, text, None, records)

    def _add(
        self, path: str, role: Role, text: str, document: Document | None, records: tuple[Record, ...] = ()
    ) -> None:
        if self._store and is_harmless(path, (line for _, line in suspect_lines(text))):
            known = KnownText(_digest(role, path, text), document, records)
            for texts in (self._texts, self._used.texts, self._new.texts):
                texts[known.digest] = known

    def save(self) -> None:
        """Keep what is new; what is no longer in use goes when there is much of it."""
        if self._store is None or not self._new.count:
            return
        known = len(self._logs) + len(self._texts)
        alone = not 0 < self._packs < PACKS_CAP or known > 3 * self._used.count + _SLACK
        content = _packed(self._used if alone else self._new)
        self._new = _Readings()
        if alone or self._size + len(content) <= RAW_CAP:
            kept = self._store.add(self._scope, content, alone=alone)
            self._packs = (0 if alone else self._packs) + 1 if kept else 0
            self._size = (0 if alone else self._size) + len(content)


class _Readings:
    """Logs and texts by name, in the order in which they were wanted."""

    def __init__(self) -> None:
        self.logs: dict[str, KnownLog] = {}
        self.texts: dict[str, KnownText] = {}

    @property
    def count(self) -> int:
        return len(self.logs) + len(self.texts)


def _name(path: str, identity: Identity) -> str:
    """Return what tells a log from others; a file on the disk has one state at a time, a path of git many blobs."""
    return f"{path}\0{identity}" if isinstance(identity, str) else path


def _packed(readings: _Readings) -> bytes:
    """Return a pack of these readings, or of as many as one may hold."""
    logs = tuple(readings.logs.values())
    while len(content := msgspec.msgpack.encode(_Pack(logs, tuple(readings.texts.values())))) > RAW_CAP and logs:
        logs = logs[: len(logs) // 2]
    return content


def _digest(role: Role, path: str, text: str) -> str:
    return digest("\0".join((role.value, path, text)).encode("utf-8", "surrogatepass"))
