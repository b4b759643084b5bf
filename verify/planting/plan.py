"""What a fixture tells: a repository as a list of steps.

The keys of a step are the fields of ``Step``, with ``date`` for the moment. A file is a text,
``{repeat: text, times: n}`` or ``{base64: text}``; a session is a list of ids that it references, or
of full lines such as ``Superseded: a → b``. Any text may hold ``${join:one|two}``, which becomes
``onetwo`` when the repository is planted: so nothing shaped like a credential stands in a fixture.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from msgspec import Struct, field

from verify.errors import UsageError
from verify.nearest import unknown

Content = str | Mapping[str, Any]
_BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)
_STEP_KEYS = (
    *("message", "date", "author", "files", "sessions", "replace", "rename", "delete"),
    *("tag", "branch", "merge"),
)
_LAYER_KEYS = ("files", "sessions", "replace", "rename", "delete")
PLAN_KEYS = ("commits", "staged", "working", "git")


class Step(Struct, frozen=True):
    """One commit, or a layer of uncommitted changes on top of the last one."""

    name: str
    message: str = ""
    moment: datetime = _BEGINNING
    author: str = "Dev"
    files: Mapping[str, Content] = field(default_factory=dict)
    sessions: Mapping[str, Sequence[str]] = field(default_factory=dict)
    replace: Mapping[str, Sequence[tuple[str, str]]] = field(default_factory=dict)
    rename: Mapping[str, str] = field(default_factory=dict)
    delete: Sequence[str] = ()
    tag: str | None = None
    branch: str | None = None
    merge: str | None = None


class Plan(Struct, frozen=True):
    """A whole repository; without ``git`` it is a plain folder in the state of the last step."""

    commits: tuple[Step, ...] = ()
    staged: Step | None = None
    working: Step | None = None
    git: bool = True


def read_plan(name: str, table: Mapping[str, Any]) -> Plan:
    """Make a plan of the table that a fixture holds. Raises UsageError, naming fixture, step and key."""
    only(name, table, PLAN_KEYS)
    steps = table.get("commits") or []
    layers = {key: _layer(f"{name}, {key}", table.get(key)) for key in ("staged", "working")}
    return Plan(
        commits=tuple(_commit(f"{name}, step {number}", step, number) for number, step in enumerate(steps, 1)),
        staged=layers["staged"],
        working=layers["working"],
        git=bool(table.get("git", True)),
    )


def only(name: str, table: Any, allowed: Collection[str]) -> None:
    """Refuse what is no table, or has a key that nobody reads. Raises UsageError."""
    if not isinstance(table, Mapping):
        raise UsageError(f"{name}: a table is wanted, not {table!r}")
    for key in table:
        if key not in allowed:
            raise UsageError(f"{name}: {unknown('key', str(key), allowed)}")


def _commit(name: str, table: Mapping[str, Any], number: int) -> Step:
    only(name, table, _STEP_KEYS)
    texts = {key: table[key] for key in ("author", "tag", "branch", "merge") if key in table}
    return Step(
        name=name,
        message=table.get("message", f"step {number}"),
        moment=_moment(name, table["date"]) if "date" in table else _BEGINNING + timedelta(seconds=number - 1),
        **texts,
        **_changes(table),
    )


def _layer(name: str, table: Mapping[str, Any] | None) -> Step | None:
    if table is None:
        return None
    only(name, table, _LAYER_KEYS)
    return Step(name=name, **_changes(table))


def _changes(table: Mapping[str, Any]) -> dict[str, Any]:
    return {key: table[key] for key in _LAYER_KEYS if table.get(key) is not None}


def _moment(name: str, date: object) -> datetime:
    try:
        moment = datetime.fromisoformat(str(date))
    except ValueError:
        raise UsageError(f"{name}: {date!r} is no date") from None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
