"""Settings from ``verify.toml`` or ``[tool.verify]`` in ``pyproject.toml``; whatever is unknown is an error."""

import re
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import Struct, field

from verify.baseline import Entry
from verify.check import Check, Option, Tier
from verify.errors import ConfigurationError, UsageError
from verify.model.location import CommitId, Day, Location
from verify.model.report import ProblemKind, Severity
from verify.model.store import StoreFormat
from verify.nearest import unknown
from verify.registry import Checks

if TYPE_CHECKING:
    from verify.ledger import DeclaredLedger

_T = TypeVar("_T")
FILES = ("verify.toml", "pyproject.toml")
FAIL_ON = {**{severity.label: severity for severity in Severity}, "never": None}
_COMMIT = re.compile(r"[0-9a-f]{7,64}", re.ASCII)
_KEYS = {"fail-on", "tier", "memory", "records", "baseline", "severity", "options", "ignore", "ledger"}
_IGNORE_KEYS = {"check", "subject", "path", "reason", "until", "commit"}


class Ignore(Struct, frozen=True):
    """One finding or problem that somebody accepts, with a reason."""

    check: str
    subject: str | None
    path: str | None
    reason: str
    until: Day | None
    commit: str | None
    location: Location
    excuses: frozenset[CommitId | None] | None = None
    """The only commits that it can excuse, where its age limits it."""


class Settings(Struct, frozen=True):
    """What a run is asked to do. ``fail_on`` is None if findings never fail it.

    ``records`` are the folders of decision records beside a memory, none for the usual ones; ``baseline`` is
    the path of the file that holds the ``entries``.
    """

    fail_on: Severity | None = Severity.ERROR
    tier: Tier = Tier.DEFAULT
    memories: tuple[str, ...] = ()
    records: tuple[str, ...] = ()
    severities: Mapping[str, Severity] = field(default_factory=dict)
    options: Mapping[str, Mapping[str, Option]] = field(default_factory=dict)
    ignores: tuple[Ignore, ...] = ()
    ledgers: "tuple[DeclaredLedger, ...]" = ()
    baseline: str | None = None
    entries: tuple[Entry, ...] = ()
    nearest: bool = False
    """Whether the nearest memories are read beside those that are named."""
    elsewhere: tuple[str, ...] = ()
    """Memories that are read of those other states of the repository which have them."""
    own: "Settings | None" = None
    """Those of the checked state, where others judge it: what is idle in them is told."""
    origin: str | None = None
    """Where these come from, if not from the checked state or a file that was named."""


def parse_settings(path: str, text: str, known: Mapping[str, Check]) -> Settings | None:
    """Read a configuration file; None if it is a ``pyproject.toml`` without ``[tool.verify]``.

    Raises ConfigurationError, naming file and key.
    """
    import tomllib  # noqa: PLC0415 - 6 ms that only a configuration needs

    try:
        table: dict[str, Any] = tomllib.loads(text)
    except ValueError as error:
        raise ConfigurationError(f"{path}: is no valid TOML: {error}") from error
    except RecursionError as error:
        raise ConfigurationError(f"{path}: is nested too deeply") from error
    in_project = path.rpartition("/")[2] == "pyproject.toml"
    if in_project:
        tools = table.get("tool")
        if not isinstance(tools, dict) or "verify" not in tools:
            return None
        table = tools["verify"]
    return _Parser(path, text, known).settings(table)


class Selection(Struct, frozen=True):
    """Which of the known checks are to run."""

    known: Checks
    chosen: frozenset[str]
    left_out: frozenset[str]
    tier: Tier

    def about(self, formats: frozenset[StoreFormat]) -> list[Check]:
        """Return those that read a memory of one of these formats."""
        return [check for check in self.known.about(formats) if self._takes(check)]

    def _takes(self, check: Check) -> bool:
        if self.chosen:
            return check.name in self.chosen - self.left_out
        return check.name not in self.left_out and (self.tier is Tier.ADVISORY or check.tier is Tier.DEFAULT)

    @property
    def is_empty(self) -> bool:
        """Whether no check is left, whatever is read."""
        return not any(self._takes(self.known[name]) for name in self.known if name not in self.left_out)


def select(known: Checks, chosen: Iterable[str], left_out: Iterable[str], tier: Tier) -> Selection:
    """Return the checks to run, by names of checks or families. Raises UsageError on an unknown name."""
    selection = Selection(known, _expand(known, chosen), _expand(known, left_out), tier)
    if (selection.chosen or selection.left_out) and selection.is_empty:
        raise UsageError("no check is left to run; see --select and --ignore")
    return selection


def _expand(known: Checks, names: Iterable[str]) -> frozenset[str]:
    families = {known.family(name) for name in known}
    found: set[str] = set()
    for name in names:
        if name not in known and name not in families:
            raise UsageError(unknown("check or family", name, [*known, *families]))
        found |= {one for one in known if name in {one, known.family(one)}}
    return frozenset(found)


class _Parser:
    """Turns the tables of one file into settings, and refuses what it does not know."""

    def __init__(self, path: str, text: str, known: Mapping[str, Check]) -> None:
        self._path = path
        self._text = text
        self._known = known

    def settings(self, table: Any) -> Settings:
        self._only(self._table(table, "tool.verify"), _KEYS, "key")
        severities = self._table(table.get("severity", {}), "severity")
        options = self._table(table.get("options", {}), "options")
        return Settings(
            fail_on=self._choice("fail-on", table.get("fail-on", "error"), FAIL_ON),
            tier=self._choice("tier", table.get("tier", "default"), {t.value: t for t in Tier}),
            memories=self._folders("memory", table.get("memory", []), "the root"),
            records=self._folders("records", table.get("records", []), "that of the memory"),
            severities={self._check(n): self._severity(n, value) for n, value in severities.items()},
            options={self._check(n): self._options(n, value) for n, value in options.items()},
            ignores=tuple(self._ignores(table.get("ignore", []))),
            ledgers=self._ledgers(table["ledger"]) if "ledger" in table else (),
            baseline=self._file("baseline", table["baseline"]) if "baseline" in table else None,
        )

    def _ledgers(self, value: Any) -> "tuple[DeclaredLedger, ...]":
        # Few configurations declare one.
        from verify.ledger_table import read_ledgers  # noqa: PLC0415

        return read_ledgers(self._path, value)

    def _fail(self, message: str) -> ConfigurationError:
        return ConfigurationError(f"{self._path}: {message}")

    def _table(self, value: Any, name: str) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise self._fail(f"{name} must be a table")
        return value

    def _only(self, table: Mapping[str, Any], allowed: Iterable[str], kind: str) -> None:
        allowed = set(allowed)
        for key in table:
            if key not in allowed:
                raise self._fail(unknown(kind, key, sorted(allowed)))

    def _choice(self, key: str, value: Any, choices: Mapping[str, _T]) -> _T:
        if not isinstance(value, str) or value not in choices:
            raise self._fail(f"{key} must be one of {', '.join(choices)}, not {value!r}")
        return choices[value]

    def _severity(self, name: str, value: Any) -> Severity:
        return self._choice(f"severity of {name}", value, {s.label: s for s in Severity})

    def _check(self, name: str) -> str:
        if name not in self._known:
            raise self._fail(unknown("check", name, self._known))
        return name

    def _folders(self, key: str, value: Any, above: str) -> tuple[str, ...]:
        folders = [value] if isinstance(value, str) else value
        if not isinstance(folders, list) or not all(isinstance(f, str) and f.strip("/.") for f in folders):
            raise self._fail(f"{key} must be a folder or a list of folders below {above}")
        if any(".." in f.split("/") or f.startswith("/") for f in folders):
            raise self._fail(f"{key} must not lead out of the repository")
        return tuple(f.removeprefix("./").strip("/") for f in folders)

    def _file(self, key: str, value: Any) -> str:
        if not isinstance(value, str) or not value.strip("/. "):
            raise self._fail(f"{key} must be the path of a file below the root")
        if ".." in value.split("/") or value.startswith("/"):
            raise self._fail(f"{key} must not lead out of the repository")
        return value.removeprefix("./")

    def _options(self, name: str, value: Any) -> dict[str, Option]:
        table = {key.replace("-", "_"): one for key, one in self._table(value, f"options.{name}").items()}
        defaults = self._known[name].options
        self._only(table, defaults, f"option of {name}")
        return {key: self._option(f"options.{name}.{key}", one, defaults[key]) for key, one in table.items()}

    def _option(self, key: str, value: Any, default: Option) -> Option:
        if isinstance(default, tuple):
            if not isinstance(value, list) or not all(isinstance(text, str) and text.strip() for text in value):
                raise self._fail(f"{key} must be a list of texts, none of them blank")
            return tuple(text.strip() for text in value)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise self._fail(f"{key} must be an integer of at least 0")
        return value

    def _ignores(self, value: Any) -> Iterable[Ignore]:
        if not isinstance(value, list):
            raise self._fail("ignore must be a list of tables: [[ignore]]")
        headings = [n for n, line in enumerate(self._text.split("\n"), 1) if "ignore" in line and "[[" in line]
        lines = headings if len(headings) == len(value) else [1] * len(value)
        for table, line in zip(value, lines, strict=True):
            yield self._ignore(self._table(table, "ignore"), line)

    def _ignore(self, table: Mapping[str, Any], line: int) -> Ignore:
        where = f"the ignore at line {line}"
        self._only(table, _IGNORE_KEYS, f"key of {where}")
        texts = {key: table.get(key) for key in ("check", "subject", "path", "reason", "commit")}
        for key, text in texts.items():
            if text is not None and not isinstance(text, str):
                raise self._fail(f"{key} of {where} must be a text")
        if not (texts["reason"] or "").strip():
            raise self._fail(f"{where} needs a reason")
        if not texts["subject"] and not texts["path"] and not texts["commit"]:
            raise self._fail(f"{where} needs a subject, a path or a commit")
        if texts["commit"] == "":
            raise self._fail(f"{where} names an empty commit")
        if texts["commit"] and not _COMMIT.fullmatch(texts["commit"]):
            raise self._fail(f"commit of {where} must be its name in 7 or more digits of 0-9 and a-f")
        name = texts["check"]
        if not name:
            raise self._fail(f"{where} needs a check")
        if name not in {kind.value for kind in ProblemKind}:
            self._check(name)
        if name in self._known and self._known[name].family == "configuration":
            raise self._fail(f"{where} is of {name}, which cannot be ignored; remove what is idle instead")
        return Ignore(
            check=name,
            subject=texts["subject"],
            path=texts["path"],
            reason=(texts["reason"] or "").strip(),
            until=self._until(table.get("until"), where),
            commit=texts["commit"],
            location=Location(self._path, line, 1, line),
        )

    def _until(self, value: Any, where: str) -> Day | None:
        if value is None:
            return None
        if not isinstance(value, date) or isinstance(value, datetime):
            raise self._fail(f"until of {where} must be a date such as 2027-01-01, without quotes")
        return Day(value.isoformat())
