"""``verify log append``."""

import sys
from collections.abc import Iterable
from typing import Any

import click

from verify.cli.log_place import Occasion, Place, found, writing
from verify.errors import InputError, UsageError

_TEXTS = ("because", "topic", "session")
_LISTS = ("depends_on", "serves")
_STDIN_CAP = 16 * 1024 * 1024


@click.command("append")
@click.option("--decision", "--text", "text", metavar="TEXT", help="What is decided.")
@click.option("--because", metavar="TEXT", help="Why; a decision without a reason is refused.")
@click.option("--topic", metavar="TOPIC", help="What it is about; one decision on a topic stands at a time.")
@click.option("--session", metavar="STEM", help="The session in which it was made.")
@click.option("--depends-on", multiple=True, metavar="ID", help="A decision that it rests on; may be repeated.")
@click.option("--serves", multiple=True, metavar="ID", help="What it serves; may be repeated.")
@click.option("--log-id", metavar="NAME", help="The name of a ledger that begins with this entry.")
@writing
def command(occasion: Occasion, log_id: str | None, **said: Any) -> int:
    """Append a decision to the ledger of the memory at PATH or above it, and print its id.

    If nothing is said by options, a JSON object on the standard input says it, with the keys decision,
    because, topic, session, depends_on, serves, id and actor.
    """
    given: dict[str, Any] = {key: value for key, value in said.items() if value not in {None, ()}}
    if not given:
        given, occasion = _from_input(occasion)
    with found(occasion.place, occasion.log) as place:
        click.echo(occasion.append(place, _draft(given, place), log_id))
    return 0


def _from_input(occasion: Occasion) -> tuple[dict[str, Any], Occasion]:
    from msgspec.structs import replace  # noqa: PLC0415

    from verify.ledger import LineError, read_object  # noqa: PLC0415

    if sys.stdin is None or sys.stdin.isatty():
        raise UsageError("say what is decided with --decision, or as a JSON object on the standard input")
    raw = sys.stdin.buffer.read(_STDIN_CAP)
    try:
        table = read_object(raw)
    except LineError as error:
        raise UsageError(f"the standard input {error}") from error
    if "decision" in table and "text" in table:
        raise UsageError("the standard input has 'decision' and 'text', which are the same; keep one")
    unknown = table.keys() - {"decision", "text", *_TEXTS, *_LISTS, "id", "actor"}
    if unknown:
        raise UsageError(f"the standard input has the unknown key {min(unknown)[:100]!r}")
    signed = {key: table.pop(key) for key in ("id", "actor") if key in table}
    if "decision" in table:
        table["text"] = table.pop("decision")
    return table, replace(occasion, **signed)


def _draft(given: dict[str, Any], place: Place) -> Any:
    from verify.ledger.composing import Draft  # noqa: PLC0415
    from verify.model.entry import EntryType  # noqa: PLC0415

    if "text" not in given:
        raise UsageError("say what is decided: --decision")
    if "because" not in given:
        raise UsageError("a decision needs a reason: --because")
    body = {key: given[key] for key in ("text", *_TEXTS) if key in given}
    lists = {key: _listed(given[key]) for key in _LISTS if given.get(key)}
    for key, value in (*body.items(), *((key, one) for key, values in lists.items() for one in values)):
        if not isinstance(value, str) or not value.strip():
            raise UsageError(f"'{key}' must be a text that is not blank")
    if "session" in body:
        _hold_session(body["session"], place)
    _hold_served(lists.get("serves", ()), place)
    return Draft(EntryType.DECISION, {**body, **lists})


def _listed(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else [value]


def _hold_session(session: str, place: Place) -> None:
    from verify.readers.session import session_time  # noqa: PLC0415

    stem = session.strip().rpartition("/")[2].removesuffix(".md")
    path = f"{place.folder}/sessions/{stem}.md"
    if "\0" in stem or not session_time(stem) or not place.repository.source.holds(path):
        raise UsageError(f"there is no session {session[:200]!r} in {place.folder}/sessions")


def _hold_served(names: Iterable[str], place: Place) -> None:
    if not names:
        return
    from verify.cli.log_memory import memory_around  # noqa: PLC0415
    from verify.model.report import Evidence  # noqa: PLC0415

    graph = memory_around(place, history=False)
    for name in names:
        if graph.is_id(name) or graph.is_entry(name):
            continue
        if why := graph.incomplete.get(Evidence.FACTS):
            raise InputError(f"nobody can tell whether there is a fact {name[:200]!r}: {why}")
        near = graph.nearest_id(name)
        hint = f"; did you mean {near!r}?" if near else ""
        raise UsageError(f"--serves: there is no fact or entry {name[:200]!r}{hint}")
