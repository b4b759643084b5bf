"""``verify log verify``."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec import Struct
from msgspec.structs import asdict, replace

from verify.cli.log_place import Place, found
from verify.errors import ExitStatus, InputError

if TYPE_CHECKING:
    from verify.ledger.standing import Standing
    from verify.model.ledger import Checkpoint


class Verdict(Struct, frozen=True):
    """What became of one question; ``reason`` says what it rests on."""

    verdict: str
    reason: str


@click.command("verify")
@click.argument("place", metavar="[PATH]", default=".", type=click.Path(path_type=Path))
@click.option("--log", metavar="FILE", help="A declared ledger instead of the memory's own.")
@click.option("--checkpoint", metavar="FILE", type=click.Path(path_type=Path), help="Not the checkpoint beside it.")
@click.option("--head", metavar="SIZE:DIGEST", help="What the ledger must begin with; or the digest alone.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="What is written.")
def command(place: Path, log: str | None, checkpoint: Path | None, head: str | None, form: str) -> int:
    """Tell whether the ledger at PATH or above it is whole, and whether its end is still there.

    It is held against the last commit, the checkpoint and the head that is given; `verify check` looks at
    every commit.

    Exit status: 0 nothing fails, 1 something does, 2 a usage error, 3 it could not be read.
    """
    from verify.ledger.disk import locked  # noqa: PLC0415
    from verify.readers.ledger_standing import read_standing  # noqa: PLC0415

    with found(place, log) as here:
        known = here.remembered(head)
        if checkpoint:
            known = replace(known, checkpoint=_checkpoint(checkpoint))
        with locked(here.lock, shared=True):
            standing = read_standing(here.repository, here.path, known)
    if standing.last is None and not standing.lost:
        raise InputError(f"there is no ledger at {here.path}, so nothing was verified")
    integrity, completeness = _integrity(standing), _completeness(standing, here)
    click.echo((_json if form == "json" else _text)(standing, integrity, completeness))
    failed = "fail" in {integrity.verdict, completeness.verdict}
    return ExitStatus.FINDINGS if failed else ExitStatus.CLEAN


def _checkpoint(file: Path) -> "Checkpoint":
    from verify.readers.ledger_standing import read_checkpoint  # noqa: PLC0415
    from verify.readers.source import FolderSource  # noqa: PLC0415

    found = read_checkpoint(FolderSource(file.resolve().parent), file.name)
    if found is None:
        raise InputError(f"{file}: there is no such file")
    return found


def _integrity(standing: "Standing") -> Verdict:
    from verify.ledger.standing import broken, torn  # noqa: PLC0415

    if reason := broken(standing):
        return Verdict("fail", reason)
    files = standing.ledger.files if standing.ledger else ()
    lines = sum(file.size for file in files)
    told = f"{lines} line{'s' if lines != 1 else ''} in {len(files)} file{'s' if len(files) != 1 else ''}"
    if standing.half_rotated:
        told += "; a rotation was stopped half-way, run `verify log rotate`"
    return Verdict("pass", f"{told}; {torn(standing)}" if torn(standing) else told)


def _completeness(standing: "Standing", here: Place) -> Verdict:
    from verify.ledger.standing import cut  # noqa: PLC0415

    if reason := cut(standing):
        return Verdict("fail", reason)
    if not standing.compared:
        why = here.repository.no_history or f"no commit holds {here.path}"
        return Verdict("not-checked", f"{why}, and there is no checkpoint or head to hold it against")
    return Verdict("pass", f"held against {', '.join(standing.compared)}")


def _head(standing: "Standing") -> str | None:
    return f"{standing.last.size}:{standing.last.digest}" if standing.last and standing.last.digest else None


def _text(standing: "Standing", integrity: Verdict, completeness: Verdict) -> str:
    told = {"integrity": integrity, "completeness": completeness}
    lines = [f"{name}: {verdict.verdict.replace('-', ' ')} ({verdict.reason})" for name, verdict in told.items()]
    head = _head(standing)
    return "\n".join([*lines, *([f"head: {head}"] if head else [])])


def _json(standing: "Standing", integrity: Verdict, completeness: Verdict) -> str:
    table = {
        "version": 1,
        "ledger": standing.path,
        "integrity": asdict(integrity),
        "completeness": {**asdict(completeness), "compared": list(standing.compared)},
        "head": _head(standing),
    }
    return json.dumps(table, ensure_ascii=False, indent=1)
