"""``verify log seal``."""

import os
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import click

from verify.cli.log_append import append_entry
from verify.errors import ExitStatus, InputError, UsageError
from verify.examination import read_settings
from verify.graph import MemoryGraph
from verify.graph.ledger import DecisionLog
from verify.graph.seal import Unsealed, differences, fits
from verify.graph.seal_records import unrecorded
from verify.ledger import merkle_root
from verify.ledger.seal import changed_names, manifest_lines, seal_body, seal_id
from verify.model.report import Evidence
from verify.readers.assembly import read_graph
from verify.readers.declared import declared_for, usual_ledger, usual_seal
from verify.readers.repository import Repository, find_memories, open_repository
from verify.readers.sealed import read_present
from verify.secrets import printable


@dataclass(frozen=True, slots=True)
class _Plan:
    """What a seal would say: its lines and those of the seal before, what differs, and what has no record."""

    lines: list[bytes]
    before: list[bytes] | None
    changed: Sequence[Unsealed]
    unrecorded: Sequence[str]


@click.command("seal")
@click.argument("place", metavar="[PATH]", default=".", type=click.Path(path_type=Path))
@click.option("--because", metavar="TEXT", help="Why decisions changed of which no log tells it.")
@click.option("--actor", envvar="VERIFY_ACTOR", default="agent", show_default=True, help="Who seals.")
@click.option("--at", "moment", metavar="TIME", help="The time of the entry, by default now.")
@click.option("--dry-run", is_flag=True, help="Only tell what changed.")
def command(place: Path, because: str | None, actor: str, moment: str | None, dry_run: bool) -> int:
    """Seal the memory at PATH or above it: a SEAL entry in its ledger, and ledger.seal beside it.

    What changed since the last seal is told. Decisions that changed without a record need --because,
    which excuses nothing: decision-drift still wants the record.

    Exit status: 0 sealed, or nothing changed; 1 decisions have no record and --because is missing, nothing
    was written; 2 a usage or configuration error; 3 the ledger does not verify, or a file could not be read.
    """
    repository = open_repository(place, None, staged=False, kept=True)
    with repository.git or nullcontext():
        graph = _graph(repository)
        log = _sound_log(graph)
        plan = _plan(repository, graph, log)
    _tell(plan)
    reason = (because or "").strip()
    if plan.unrecorded and not reason:
        click.echo("nothing was sealed: record why in a log, or give --because")
        return ExitStatus.FINDINGS
    if dry_run or _stands(plan, log):
        return ExitStatus.CLEAN
    _seal(repository, graph.memory.path, plan, reason, actor, moment)
    return ExitStatus.CLEAN


def _graph(repository: Repository) -> MemoryGraph:
    settings = read_settings(repository)
    folders, _ = find_memories(repository, settings.memories)
    return read_graph(repository, folders[0], history=True, declared=declared_for(folders[0], folders, settings))


def _sound_log(graph: MemoryGraph) -> DecisionLog:
    """Return the ledger of a memory. Raises UsageError if there is none, InputError if it does not verify."""
    path = usual_ledger(graph.memory.path)
    log = next((log for log in graph.decision_logs if log.ledger.path == path), None)
    if log is None:
        raise UsageError(f"there is no {path} to seal in")
    cut = graph.past and any(cut.path == path for cut in graph.past.history.ledgers.cuts)
    faults = any(file.faults for file in log.ledger.files)
    if cut or faults or log.ledger.divergence or log.ledger.contradictions or Evidence.LEDGER in graph.incomplete:
        raise InputError(f"{path} does not verify, so nothing was sealed; see `verify check --select log`")
    return log


def _plan(repository: Repository, graph: MemoryGraph, log: DecisionLog) -> _Plan:
    folder, store = graph.memory.path, graph.memory.seal
    try:
        paths = [path for path in repository.source.files(folder) if isinstance(path, str)]
        lines = manifest_lines(*read_present(repository.source, folder, paths))
    except LookupError as error:
        raise InputError(f"nothing was sealed: {error.args[0]}") from error
    # After a merge the manifest may be that of another seal than the last one.
    if store is None or not any(entry.seal and fits(store.manifest, entry.seal) for entry in log.seals):
        return _Plan(lines, None, (), ())
    changed = list(differences(folder, store, graph.past))
    before = manifest_lines(store.manifest.files, store.manifest.facts)
    return _Plan(lines, before, changed, unrecorded(graph, changed, store))


def _tell(plan: _Plan) -> None:
    if plan.before is None:
        click.echo(f"no seal before to compare with: {len(plan.lines)} lines")
    for one in plan.changed:
        click.echo(printable(one.message))
    for name in plan.unrecorded:
        click.echo(printable(f"no log says why {name} changed"))


def _stands(plan: _Plan, log: DecisionLog) -> bool:
    newest = log.newest_seal.entry.seal if log.newest_seal else None
    stands = newest is not None and plan.before == plan.lines and newest.root == merkle_root(plan.lines).hex()
    if stands and log.newest_seal:
        click.echo(printable(f"nothing changed since {log.newest_seal.id}"))
    return stands


def _seal(repository: Repository, folder: str, plan: _Plan, because: str, actor: str, moment: str | None) -> None:
    body = seal_body(plan.lines, [] if plan.before is None else changed_names(plan.before, plan.lines), because)
    when = moment or datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    name = seal_id(str(plan.before), body["root"], when, actor)
    entry = {"id": name, "ts": when, "type": "SEAL", "actor": actor, "ref": None, "body": body}
    append_entry(repository.root / usual_ledger(folder), entry)
    # The entry comes first: should the manifest fail, the old one still tells what changed.
    _replace(repository.root / usual_seal(folder), b"".join(line + b"\n" for line in plan.lines))
    click.echo(f"sealed {len(plan.lines)} lines as {name}")


def _replace(file: Path, content: bytes) -> None:
    fresh = file.with_name(f".{file.name}.new")
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    try:
        with os.fdopen(os.open(fresh, flags, 0o666), "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        fresh.replace(file)
    except OSError as error:
        raise InputError(f"{file}: cannot be written: {error.strerror}; seal again") from error
