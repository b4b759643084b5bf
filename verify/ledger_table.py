"""The table ``[[ledger]]`` of the configuration: which ledgers there are, and how those from elsewhere are chained."""

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from verify.errors import ConfigurationError
from verify.ledger import DeclaredLedger, Dialect, DigestSyntax, Genesis, Preimage
from verify.nearest import unknown

_T = TypeVar("_T")
_NEEDED = ("prev", "genesis", "preimage", "digest")
_KEYS = ("path", *_NEEDED, "own", "seq", "seq-start", "omit", "spaced", "ascii")
_LITERAL = "text:"


def read_ledgers(path: str, value: Any) -> tuple[DeclaredLedger, ...]:
    """Read the tables of one configuration file. Raises ConfigurationError, naming file and key."""
    if not isinstance(value, list) or not all(isinstance(table, dict) for table in value):
        raise ConfigurationError(f"{path}: ledger must be a list of tables: [[ledger]]")
    found = tuple(_Table(path, number, table).ledger() for number, table in enumerate(value, 1))
    names = [ledger.path for ledger in found]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice:
        raise ConfigurationError(f"{path}: the ledger {twice!r} is declared twice")
    return found


class _Table:
    def __init__(self, path: str, number: int, table: Mapping[str, Any]) -> None:
        self._path = path
        self._where = f"[[ledger]] number {number}"
        self._table = table

    def _fail(self, message: str) -> ConfigurationError:
        return ConfigurationError(f"{self._path}: {message} in {self._where}")

    def ledger(self) -> DeclaredLedger:
        for key in self._table:
            if key not in _KEYS:
                raise self._fail(unknown("key", key, _KEYS))
        path = self._location()
        return DeclaredLedger(path, self._dialect() if len(self._table) > 1 else None)

    def _location(self) -> str:
        path = self._text("path").removeprefix("./")
        if path.startswith("/") or "\\" in path or any(part in {"", ".", ".."} for part in path.split("/")):
            raise self._fail("path must be a file below the root")
        return path

    def _dialect(self) -> Dialect:
        missing = [key for key in _NEEDED if key not in self._table]
        if missing:
            raise self._fail(f"{missing[0]} must be declared; it is never guessed")
        dialect = Dialect(
            prev=self._text("prev"),
            genesis=self._genesis(),
            preimage=self._choice("preimage", {one.value: one for one in Preimage}),
            digest=self._choice("digest", {one.value: one for one in DigestSyntax}),
            own=self._text("own") if "own" in self._table else None,
            seq=self._text("seq") if "seq" in self._table else None,
            seq_start=self._start(),
            omit=tuple(self._omitted()),
            spaced=self._flag("spaced"),
            ascii=self._flag("ascii"),
        )
        self._agree(dialect)
        return dialect

    def _agree(self, dialect: Dialect) -> None:
        """Refuse what the kind of preimage gives no meaning to."""
        raw, as_json = dialect.preimage is Preimage.RAW_LINE, dialect.preimage is Preimage.SORTED_JSON
        if raw and (dialect.own or dialect.omit):
            raise self._fail("own and omit mean nothing where the raw line is hashed, so remove them")
        if not as_json and ("spaced" in self._table or "ascii" in self._table):
            raise self._fail("spaced and ascii are for the preimage 'sorted-json', so remove them")
        if "seq-start" in self._table and not dialect.seq:
            raise self._fail("seq-start needs seq")

    def _text(self, key: str) -> str:
        value = self._table.get(key)
        if not isinstance(value, str) or not value.strip() or "\n" in value:
            raise self._fail(f"{key} must be a text")
        return value

    def _choice(self, key: str, choices: Mapping[str, _T]) -> _T:
        value = self._table[key]
        if not isinstance(value, str) or value not in choices:
            raise self._fail(f"{key} must be one of {', '.join(choices)}, not {value!r}")
        return choices[value]

    def _genesis(self) -> Genesis | str:
        value = self._table["genesis"]
        if isinstance(value, str) and value.startswith(_LITERAL) and value != _LITERAL:
            return value.removeprefix(_LITERAL)
        known = {one.value: one for one in Genesis}
        if not isinstance(value, str) or value not in known:
            raise self._fail(f"genesis must be one of {', '.join(known)}, or text:WORD, not {value!r}")
        return known[value]

    def _start(self) -> int:
        value = self._table.get("seq-start", 0)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise self._fail("seq-start must be an integer of at least 0")
        return value

    def _omitted(self) -> Iterator[str]:
        value = self._table.get("omit", [])
        if not isinstance(value, list) or not all(isinstance(name, str) and name for name in value):
            raise self._fail("omit must be a list of field names")
        yield from value

    def _flag(self, key: str) -> bool:
        value = self._table.get(key, False)
        if not isinstance(value, bool):
            raise self._fail(f"{key} must be true or false")
        return value
