"""``verify baseline``."""

import os
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path

import click
from msgspec import Struct
from msgspec.structs import replace

from verify.baseline import NAME, NEVER, Entry, render_baseline
from verify.config import Settings, select
from verify.entry_paths import under_todays_paths
from verify.errors import ExitStatus, InputError, RefusedError, UsageError
from verify.examination import every_check, examine, read_settings, with_baseline
from verify.model.report import Report
from verify.readers.repository import Repository, open_repository
from verify.readers.stores import Terms
from verify.recorded import recordable, recorded, shrunk


class _File(Struct, frozen=True):
    """The baseline on disk, with its path from the root, if it lies below that."""

    place: Path
    name: str

    @property
    def exists(self) -> bool:
        return os.path.lexists(self.place)


@click.command("baseline")
@click.argument("path", default=".", type=click.Path(path_type=Path))
@click.option("-o", "output", metavar="FILE", type=click.Path(path_type=Path), help=f"Instead of {NAME} at the root.")
@click.option("--because", metavar="TEXT", help="Why they may stand; --add wants it.")
@click.option("--update", is_flag=True, help="Remove from the baseline what is mended, and add nothing.")
@click.option("--add", is_flag=True, help="The same, and add what is new.")
@click.option("--no-history", is_flag=True, help="Do not read git history; entries of its checks stay as they are.")
@click.option("--config", "config", type=click.Path(path_type=Path), help="Read this configuration file.")
def command(  # noqa: PLR0913, PLR0917 - one parameter an option
    path: Path, output: Path | None, because: str | None, update: bool, add: bool, no_history: bool, config: Path | None
) -> int:
    """Record today's findings, so that `verify check` fails only for new ones.

    What an ignore covers is left out, and so are credentials: an entry would cover the next one, too.

    Exit status: 0 written, or nothing to write; 1 the file is there already; 2 a usage or configuration
    error; 3 the run is incomplete. Nothing was written in the last three cases.
    """
    if because is not None and not because.strip():
        raise UsageError("--because needs a text")
    if add and not because:
        raise UsageError("--add wants --because TEXT: why may the new findings stand?")
    repository = open_repository(path, None, staged=False, kept=True)
    settings = read_settings(repository, config)
    configured = settings.baseline
    file = _file(repository, settings, output)
    _agree(file, update or add)
    with repository.git or nullcontext():
        settings = _with_entries(repository, settings, file)
        report = _complete(repository, settings, history=not no_history)
    added = recorded(recordable(report), _reason(because, report), file.name) if add or not file.exists else []
    _write(file, _joined(shrunk(settings.entries, report), added))
    _tell_what_is_left(report, all_added=not update or add)
    if file.exists and configured != file.name:
        click.echo(f'to use it, write `baseline = "{file.name}"` into the configuration, above all tables')
    return ExitStatus.CLEAN


def _file(repository: Repository, settings: Settings, output: Path | None) -> _File:
    if output is None:
        name = settings.baseline or NAME
        if repository.source.link_leads_out(name) is not None:
            raise RefusedError(f"{name} is reached through a symbolic link; put the file itself there")
        return _File(repository.root / name, name)
    place, root = output.parent.resolve() / output.name, repository.root.resolve()
    return _File(output, place.relative_to(root).as_posix() if place.is_relative_to(root) else str(output))


def _agree(file: _File, goes_on: bool) -> None:
    """Raise RefusedError rather than lose what somebody wrote."""
    if file.exists and not goes_on:
        raise RefusedError(
            f"{file.name} is there already; --update removes what is mended, --add also adds what is new"
        )
    if goes_on and not file.exists:
        raise UsageError(f"{file.name}: there is no such baseline yet; write it without --update and --add")


def _with_entries(repository: Repository, settings: Settings, file: _File) -> Settings:
    settings = replace(settings, baseline=file.name)
    if not file.exists:
        return settings
    settings = with_baseline(repository, settings, file.place)
    return replace(settings, entries=under_todays_paths(settings.entries, repository, file.name))


def _complete(repository: Repository, settings: Settings, *, history: bool) -> Report:
    """Check everything. Raises InputError where something could not be looked at: it would be missing later."""
    checks = select(every_check(), (), (), settings.tier)
    report = examine(repository, checks, settings, Terms(history=history, measured=False))
    problem = next((problem for problem in report.problems if not problem.suppressed), None)
    if problem:
        place = f"{problem.path}: " if problem.path else ""
        raise InputError(f"nothing was recorded, since the run is incomplete: {place}{problem.message}")
    if history and report.no_history:
        hint = "to record the other findings, give --no-history"
        raise InputError(f"nothing was recorded, since there is no history: {report.no_history}; {hint}")
    return report


def _reason(because: str | None, report: Report) -> str:
    day = f", {report.as_of[:10]}" if report.as_of else ""
    return because.strip() if because else f"stood before verify was adopted{day}"


def _joined(entries: Sequence[Entry], added: Sequence[Entry]) -> list[Entry]:
    """Return both; what an entry covers already keeps its reason."""
    present = {entry.key: entry for entry in entries}
    for entry in added:
        known = present.get(entry.key)
        present[entry.key] = replace(known, count=known.count + entry.count) if known else entry
    return list(present.values())


def _write(file: _File, entries: Sequence[Entry]) -> None:
    content = render_baseline(entries).encode()
    if not file.exists and not entries:
        click.echo("there is nothing to record, so no baseline was written")
        return
    if not file.exists or file.place.read_bytes() != content:
        # Few commands write at all.
        from verify.ledger.disk import replace as replace_file  # noqa: PLC0415

        replace_file(file.place, content)
    covered = sum(entry.count for entry in entries)
    click.echo(
        f"{file.name}: {_counted(len(entries), 'entry', 'entries')} for {_counted(covered, 'finding', 'findings')}"
    )


def _tell_what_is_left(report: Report, *, all_added: bool) -> None:
    secrets = sum(finding.check in NEVER and not finding.suppressed for finding in report.findings)
    if secrets:
        click.echo(f"not recorded: {_counted(secrets, 'credential', 'credentials')}; an entry would cover the next one")
    new = 0 if all_added else len(recordable(report))
    if new:
        click.echo(f"not recorded: {_counted(new, 'new finding', 'new findings')}; `verify check` shows them")


def _counted(number: int, one: str, more: str) -> str:
    return f"{number} {one if number == 1 else more}"
