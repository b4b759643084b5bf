"""``verify check``."""

import os
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from datetime import UTC, datetime, time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec.structs import replace

from verify.check import Tier
from verify.cli.formats import NAMES, Format, chosen_format, outputs_of, rendered
from verify.cli.output import show, write_texts
from verify.config import FAIL_ON, Settings, select
from verify.engine import worst
from verify.errors import ExitStatus, UsageError
from verify.examination import every_check, examine, read_settings, with_baseline
from verify.model.report import Report
from verify.model.store import StoreFormat
from verify.readers.repository import Repository, open_repository
from verify.readers.stores import Terms

if TYPE_CHECKING:
    from verify.model.ledger import SavedHead
    from verify.since import Change


@click.command("check")
@click.argument("path", default=".", type=click.Path(path_type=Path))
@click.option(
    "--format", "form", type=click.Choice(NAMES), help="What goes to stdout; text, and github in its Actions."
)
@click.option("-o", "outputs", multiple=True, metavar="FORMAT=FILE", help="Also write this format to a file.")
@click.option("--select", "chosen", multiple=True, metavar="NAME", help="Run only this check or family.")
@click.option("--ignore", "left_out", multiple=True, metavar="NAME", help="Leave this check or family out.")
@click.option("--fail-on", type=click.Choice(tuple(FAIL_ON)), help="The severity that fails the run.")
@click.option("--strict", is_flag=True, help="The same as --fail-on warning.")
@click.option("--tier", type=click.Choice([t.value for t in Tier]), help="advisory adds the heuristic checks.")
@click.option("--rev", "revision", metavar="REV", help="Check this revision instead of the work tree.")
@click.option("--staged", is_flag=True, help="Check the index instead of the work tree.")
@click.option("--since", metavar="REV", help="Report only what came since the branch left REV, by REV's configuration.")
@click.option("--no-history", is_flag=True, help="Do not read git history; its checks are not checked.")
@click.option("--require", type=click.Choice(["history"]), help="Without it the run is incomplete (exit 3).")
@click.option("--head", metavar="SIZE:DIGEST", help="What the ledger must begin with, as it was saved elsewhere.")
@click.option("--baseline", type=click.Path(path_type=Path), help="Let stand what this file records.")
@click.option("--no-ignores", is_flag=True, help="Show what the configuration ignores and the baseline covers.")
@click.option("--no-cache", is_flag=True, help="Neither use nor keep what earlier runs read of the history.")
@click.option("--as-of", metavar="TIME", help="Use this clock, for example 2026-08-22T17:49:30Z.")
@click.option("--config", "config", type=click.Path(path_type=Path), help="Read this configuration file.")
@click.option("--color/--no-color", default=None, help="Colours; by default only on a terminal.")
def command(  # noqa: PLR0913, PLR0917 - one parameter an option
    path: Path,
    form: str | None,
    outputs: tuple[str, ...],
    chosen: tuple[str, ...],
    left_out: tuple[str, ...],
    fail_on: str | None,
    strict: bool,
    tier: str | None,
    revision: str | None,
    staged: bool,
    since: str | None,
    no_history: bool,
    require: str | None,
    head: str | None,
    baseline: Path | None,
    no_ignores: bool,
    no_cache: bool,
    as_of: str | None,
    config: Path | None,
    color: bool | None,
) -> int:
    """Check the memory at PATH or above it.

    Exit status: 0 nothing that fails the run, 1 findings, 2 a usage or configuration error, 3 the run
    is incomplete.
    """
    if bool(revision) + staged > 1 or (staged and since):
        raise UsageError("--staged excludes --rev and --since")
    files = outputs_of(outputs)
    repository = open_repository(path, revision, staged=staged, kept=not no_cache)
    own = with_baseline(repository, read_settings(repository, config), baseline)
    asked = "warning" if strict else fail_on
    with repository.git or nullcontext(), _change(repository, since, staged=staged) as found:
        change = found and replace(found, own=config is None and not no_ignores, baseline=baseline)
        settings = own if config else _judging(repository, own, change, since)
        settings = replace(
            _without_excuses(settings) if no_ignores else settings,
            fail_on=FAIL_ON[asked] if asked else settings.fail_on,
            tier=Tier(tier) if tier else settings.tier,
        )
        checks = select(every_check(), chosen, left_out, settings.tier)
        look = _introduced(change) if change else examine
        terms = Terms(history=not no_history, as_of=_time(as_of), head=_head(head))
        report = look(repository, checks=checks, settings=settings, terms=terms)
    folders = (store.path for store in report.stores if store.format is not StoreFormat.TSVC)
    write_texts(repository, folders, [(file, rendered(output, report)) for output, file in files])
    _show(chosen_format(form, os.environ), report, color)
    return _status(report, settings, require)


def _introduced(change: "Change") -> Callable[..., Report]:
    from verify.since import introduced  # noqa: PLC0415 - only with --since or --staged

    return partial(introduced, change=change)


def _judging(repository: Repository, own: Settings, change: "Change | None", since: str | None) -> Settings:
    if since is None or change is None or change.target is None:
        return own
    from verify.judge import judging  # noqa: PLC0415 - see above

    return judging(repository, own, change.target, since, change.baseline, change.renamed)


def _without_excuses(settings: Settings) -> Settings:
    return replace(settings, ignores=(), entries=(), own=None)


def _change(repository: Repository, since: str | None, *, staged: bool) -> "AbstractContextManager[Change | None]":
    if since is None and not staged:
        return nullcontext(None)
    from verify.since import branch_change, staged_change  # noqa: PLC0415 - see above

    return nullcontext(staged_change(repository)) if since is None else branch_change(repository, since)


def _head(text: str | None) -> "SavedHead | None":
    if text is None:
        return None
    from verify.ledger import parse_saved_head  # noqa: PLC0415

    head = parse_saved_head(text)
    if head is None:
        raise UsageError(f"--head {text[:100]!r} is no head; write the number of lines, a colon and the last digest")
    return head


def _time(text: str | None) -> datetime | None:
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text)
        if len(text) == len("2026-08-22"):
            moment = datetime.combine(moment.date(), time(23, 59, 59))
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, OverflowError):
        raise UsageError(f"--as-of {text} is no time; write 2026-08-22 or 2026-08-22T17:49:30Z") from None


def _show(form: Format, report: Report, color: bool | None) -> None:
    if form is not Format.TEXT:
        click.echo(rendered(form, report), nl=False)
        return
    from reports.text import render_styled  # noqa: PLC0415

    show(render_styled(report), color)


def _status(report: Report, settings: Settings, require: str | None) -> ExitStatus:
    lacking = require is not None and report.no_history is not None
    if lacking or any(not problem.suppressed for problem in report.problems):
        return ExitStatus.INCOMPLETE
    severity = worst(report)
    failed = settings.fail_on is not None and severity is not None and severity >= settings.fail_on
    return ExitStatus.FINDINGS if failed else ExitStatus.CLEAN
