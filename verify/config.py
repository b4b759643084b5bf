"""Settings from ``verify.toml`` or ``[tool.verify]`` in ``pyproject.toml``; whatever is unknown is an error."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import TYPE_CHECKING, Any, TypeVar

from verify.check import Check, Option, Tier
from verify.errors import ConfigurationError, UsageError
from verify.model.location import CommitId, Day, Location
from verify.model.report import ProblemKind, Severity
from verify.nearest import unknown

if TYPE_CHECKING:
    from verify.ledger import DeclaredLedger

_T = TypeVar("_T")
FILES = ("verify.toml", "pyproject.toml")
FAIL_ON = {**{severity.label: severity for severity in Severity}, "never": None}
_KEYS = {"fail-on", "tier", "memory", "records", "severity", "options", "ignore", "ledger"}
_IGNORE_KEYS = {"check", "subject", "path", "reason", "until", "commit"}


@dataclass(frozen=True, slots=True)
class Ignore:
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


@dataclass(frozen=True, slots=True)
class Settings:
    """What a run is asked to do. ``fail_on`` is None if findings never fail it.

    ``records`` are the folders of decision records beside a memory, none for the usual ones.
    """

    fail_on: Severity | None = Severity.ERROR
    tier: Tier = Tier.DEFAULT
    memories: tuple[str, ...] = ()
    records: tuple[str, ...] = ()
    severities: Mapping[str, Severity] = field(default_factory=dict)
    options: Mapping[str, Mapping[str, Option]] = field(default_factory=dict)
    ignores: tuple[Ignore, ...] = ()
    ledgers: "tuple[DeclaredLedger, ...]" = ()


def parse_settings(path: str, text: str, known: Mapping[str, Check]) -> Settings | None:
    """Read a configuration file; None if it is a ``pyproject.toml`` without ``[tool.verify]``.

    Raises ConfigurationError, naming file and key.
    """
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


def select(known: Mapping[str, Check], chosen: Iterable[str], left_out: Iterable[str], tier: Tier) -> list[Check]:
    """Return the checks to run, by names of checks or families. Raises UsageError on an unknown name."""
    chosen_names, left_out_names = _expand(known, chosen), _expand(known, left_out)
    left = [
        check
        for check in known.values()
        if check.name not in left_out_names
        and (check.name in chosen_names if chosen_names else tier is Tier.ADVISORY or check.tier is Tier.DEFAULT)
    ]
    if not left:
        raise UsageError("no check is left to run; see --select and --ignore")
    return left


def _expand(known: Mapping[str, Check], names: Iterable[str]) -> set[str]:
    families = {check.family for check in known.values()}
    found: set[str] = set()
    for name in names:
        if name not in known and name not in families:
            raise UsageError(unknown("check or family", name, [*known, *families]))
        found |= {check.name for check in known.values() if name in {check.name, check.family}}
    return found


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
        name = texts["check"]
        if not name:
            raise self._fail(f"{where} needs a check")
        if name not in {kind.value for kind in ProblemKind}:
            self._check(name)
        if name in self._known and self._known[name].family == "configuration":
            raise self._fail(f"{where} is of {name}, which cannot be ignored; remove the idle ignore instead")
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
