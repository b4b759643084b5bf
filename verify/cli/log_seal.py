"""``verify log seal``."""

from collections.abc import Sequence

import click
from msgspec import Struct

from verify.cli.log_memory import memory_around
from verify.cli.log_place import Occasion, Place, found, writing
from verify.errors import ExitStatus, InputError, RefusedError
from verify.graph import MemoryGraph
from verify.graph.ledger import DecisionLog, Placed
from verify.graph.seal import Unsealed, differences, fits
from verify.graph.seal_records import unrecorded
from verify.ledger import merkle_root
from verify.ledger.composing import Draft
from verify.ledger.disk import replace
from verify.ledger.seal import changed_names, manifest_lines, seal_body
from verify.model.entry import EntryType
from verify.model.report import Evidence
from verify.readers.sealed import read_present, seal_beside
from verify.secrets import printable


class _Plan(Struct, frozen=True):
    """What a seal would say: its lines and those of the seal before, what differs, and what has no record."""

    lines: list[bytes]
    before: list[bytes] | None
    changed: Sequence[Unsealed]
    unrecorded: Sequence[str]


@click.command("seal")
@writing
@click.option("--because", metavar="TEXT", help="Why decisions changed of which no log tells it.")
@click.option("--dry-run", is_flag=True, help="Only tell what changed.")
def command(occasion: Occasion, because: str | None, dry_run: bool) -> int:
    """Seal the memory at PATH or above it: a SEAL entry in its ledger, and ledger.seal beside it.

    What changed since the last seal is told. Decisions that changed without a record need --because,
    which excuses nothing: decision-drift still wants the record.

    Exit status: 0 sealed, or nothing changed; 1 decisions have no record and --because is missing, or the
    ledger is not whole, and nothing was written; 2 a usage or configuration error; 3 a file could not be read.
    """
    with found(occasion.place, occasion.log) as place:
        graph = memory_around(place, history=True)
        log = _sound_log(graph, place.path)
        plan = _plan(place, graph, log)
        _tell(plan)
        reason = (because or "").strip()
        if plan.unrecorded and not reason:
            click.echo("nothing was sealed: record why in a log, or give --because")
            return ExitStatus.FINDINGS
        if not dry_run and not _stands(plan, log):
            _seal(place, occasion, plan, reason)
    return ExitStatus.CLEAN


def _sound_log(graph: MemoryGraph, path: str) -> DecisionLog | None:
    """Return the ledger at a path, None if it is to begin. Raises RefusedError if it does not verify."""
    log = next((log for log in graph.decision_logs if log.ledger.path == path), None)
    cut = graph.past and any(cut.path == path for cut in graph.past.history.ledgers.cuts)
    broken = log and (log.ledger.divergence or log.ledger.contradictions or _faults(log))
    if cut or broken or Evidence.LEDGER in graph.incomplete:
        raise RefusedError(f"{path} does not verify, so nothing was sealed; see `verify log verify`")
    return log


def _faults(log: DecisionLog) -> bool:
    return any(not (fault.tolerable or fault.repeated) for file in log.ledger.files for fault in file.faults)


def _plan(place: Place, graph: MemoryGraph, log: DecisionLog | None) -> _Plan:
    folder, store, source = graph.memory.path, graph.memory.seal, place.repository.source
    try:
        paths = [path for path in source.files(folder) if isinstance(path, str)]
        lines = manifest_lines(*read_present(source, folder, paths))
    except LookupError as error:
        raise InputError(f"nothing was sealed: {error.args[0]}") from error
    # After a merge the manifest may be that of another seal than the last one.
    seals = log.seals if log else ()
    if store is None or not any(entry.seal and fits(store.manifest, entry.seal) for entry in seals):
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


def _stands(plan: _Plan, log: DecisionLog | None) -> bool:
    newest = log.newest_seal if log else None
    stands = newest is not None and plan.before == plan.lines and _root(newest) == merkle_root(plan.lines).hex()
    if newest and stands:
        click.echo(printable(f"nothing changed since {newest.id}"))
    return stands


def _root(placed: Placed) -> str | None:
    return placed.entry.seal.root if placed.entry.seal else None


def _seal(place: Place, occasion: Occasion, plan: _Plan, because: str) -> None:
    changed = [] if plan.before is None else changed_names(plan.before, plan.lines)
    name = occasion.append(place, Draft(EntryType.SEAL, seal_body(plan.lines, changed, because)))
    # The entry comes first: should the manifest fail, the old one still tells what changed.
    manifest = place.repository.root / seal_beside(place.path)
    replace(manifest, b"".join(line + b"\n" for line in plan.lines))
    click.echo(f"sealed {len(plan.lines)} lines as {name}")
