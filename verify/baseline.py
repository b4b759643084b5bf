"""The baseline: findings that stood when it was written, one a line, as text that is read and merged by people."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from verify.check import Check
from verify.errors import ConfigurationError
from verify.model.location import CommitId, Location
from verify.model.report import Finding, ProblemKind
from verify.nearest import unknown

NAME = "verify-baseline.jsonl"
_KEYS = ("check", "path", "subject", "commit", "count", "reason")
_CONFLICT = ("<<<<<<<", "|||||||", "=======", ">>>>>>>")
_MOST = 1_000_000
_SHOWN = 100
NEVER = frozenset({"secret-material"})
"""Checks of which one finding stands for a whole file, and the next fault in it is one too many."""
Key = tuple[str, str, str, str]
"""Check, path, subject and commit; empty where there is none."""


class Entry(Struct, frozen=True):
    """Findings of one check about one subject in one place that somebody lets stand, with a reason."""

    check: str
    path: str
    subject: str
    commit: str
    count: int
    reason: str
    location: Location

    @property
    def key(self) -> Key:
        """What a finding must agree with."""
        return self.check, self.path, self.subject, self.commit


def key_of(finding: Finding) -> Key:
    """Return what an entry for a finding agrees with; a line is no part of it, since lines move."""
    path = finding.location.path if finding.location else ""
    return finding.check, _encodable(path), _encodable(finding.subject), finding.commit or ""


def _encodable(text: str) -> str:
    r"""Return a text that every file can hold: a byte of a name that was no UTF-8 stands there as an escape."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def render_baseline(entries: Iterable[Entry]) -> str:
    """Return the file: sorted, so that what two branches remove or add seldom meets."""
    return "".join(f"{_line(entry)}\n" for entry in sorted(entries, key=lambda entry: entry.key))


def _line(entry: Entry) -> str:
    import json  # noqa: PLC0415 - only `verify baseline` writes one

    count = entry.count if entry.count > 1 else None
    values = (entry.check, entry.path, entry.subject, entry.commit, count, entry.reason)
    table = {key: value for key, value in zip(_KEYS, values, strict=True) if value}
    plain = all(isinstance(value, int) or value.isprintable() for value in table.values())
    return json.dumps(table, ensure_ascii=not plain)


def read_baseline(path: str, text: str, known: Mapping[str, Check]) -> tuple[Entry, ...]:
    """Read a baseline; of entries that agree in all but the reason the largest holds, as after a merge.

    Raises ConfigurationError, naming file and line: a line that is not understood must not hide anything.
    """
    entries: dict[Key, Entry] = {}
    for entry in _entries(path, text.removeprefix("\ufeff"), known):
        if entry.key not in entries or entries[entry.key].count < entry.count:
            entries[entry.key] = entry
    return tuple(entries.values())


def _entries(path: str, text: str, known: Mapping[str, Check]) -> Iterator[Entry]:
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield _Line(path, number, known).entry(line.rstrip("\r"))


class _Line:
    """Turns one line into an entry, and refuses what it does not know."""

    def __init__(self, path: str, number: int, known: Mapping[str, Check]) -> None:
        self._path = path
        self._number = number
        self._known = known

    def entry(self, line: str) -> Entry:
        table = self._table(line)
        for key in table:
            if key not in _KEYS:
                raise self._fail(unknown("key", key[:_SHOWN], _KEYS))
        return Entry(
            check=self._check(self._text(table, "check")),
            path=self._text(table, "path", wanted=False),
            subject=self._text(table, "subject"),
            commit=CommitId(self._text(table, "commit", wanted=False)),
            count=self._count(table.get("count", 1)),
            reason=self._text(table, "reason"),
            location=Location(self._path, self._number, 1, self._number),
        )

    def _fail(self, message: str) -> ConfigurationError:
        return ConfigurationError(f"{self._path}:{self._number}: {message}")

    def _table(self, line: str) -> dict[str, Any]:
        from verify.ledger import LineError, read_object  # noqa: PLC0415 - not every run has a baseline

        if line.startswith(_CONFLICT):
            raise self._fail("is a conflict marker; keep the entries of both sides and remove the markers")
        try:
            return read_object(line.encode("utf-8", "surrogatepass"))
        except LineError as error:
            raise self._fail(f"{error}; write one entry a line, as `verify baseline` does") from error

    def _text(self, table: Mapping[str, Any], key: str, *, wanted: bool = True) -> str:
        value = table.get(key, "")
        if not isinstance(value, str):
            raise self._fail(f"{key} must be a text")
        if wanted and not value.strip():
            raise self._fail(f"needs a {key}")
        return value

    def _check(self, name: str) -> str:
        if name in {kind.value for kind in ProblemKind}:
            raise self._fail(f"{name} is a problem, which only an ignore can accept; remove the line")
        if name not in self._known:
            raise self._fail(unknown("check", name[:_SHOWN], self._known))
        if self._known[name].family == "configuration":
            raise self._fail(f"{name} cannot stand in a baseline; remove the line")
        if name in NEVER:
            raise self._fail(f"{name} would cover the next one in that file, too; use an [[ignore]] with a reason")
        return name

    def _count(self, value: Any) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= _MOST:
            raise self._fail("count must be an integer of at least 1")
        return value
