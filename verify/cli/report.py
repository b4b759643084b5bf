"""``verify report``."""

import sys
from contextlib import nullcontext
from pathlib import Path

import click
from msgspec.structs import replace

from verify.check import Tier
from verify.cli.output import write_texts
from verify.config import Selection, Settings, select
from verify.errors import ExitStatus
from verify.examination import every_check, examined, read_settings, with_baseline
from verify.model.dossier import Dossier
from verify.model.store import StoreFormat
from verify.readers.repository import Repository, open_repository
from verify.readers.stores import Terms, read_stores
from verify.trend import POINTS, trend
from verify.views.dossier import dossier

_TREND = (
    f"Also check up to {POINTS} earlier revisions and draw how the findings went; each takes up to as long as a check."
)


@click.command("report")
@click.argument("path", default=".", type=click.Path(path_type=Path))
@click.option("--html", "page", required=True, metavar="FILE", type=click.Path(path_type=Path), help="Write this page.")
@click.option("--trend", "with_trend", is_flag=True, help=_TREND)
@click.option("--tier", type=click.Choice([t.value for t in Tier]), help="advisory adds the heuristic checks.")
@click.option("--rev", "revision", metavar="REV", help="Report on this revision instead of the work tree.")
@click.option("--no-history", is_flag=True, help="Do not read git history; its checks are not checked.")
@click.option("--no-ignores", is_flag=True, help="Show what the configuration ignores and the baseline covers.")
@click.option("--no-cache", is_flag=True, help="Neither use nor keep what earlier runs read of the history.")
@click.option("--config", "config", type=click.Path(path_type=Path), help="Read this configuration file.")
def command(  # noqa: PLR0913, PLR0917 - one parameter an option
    path: Path,
    page: Path,
    with_trend: bool,
    tier: str | None,
    revision: str | None,
    no_history: bool,
    no_ignores: bool,
    no_cache: bool,
    config: Path | None,
) -> int:
    """Write a page that an auditor looks through: findings, graph, timelines, coverage of intent.

    It is one file that asks nothing of the network, about the memory at PATH or above it.

    Exit status: 0 written, 2 a usage or configuration error, 3 part of the memory could not be read,
    which the page says. To fail on findings, use `verify check -o html=FILE`.
    """
    repository = open_repository(path, revision, staged=False, kept=not no_cache)
    settings = with_baseline(repository, read_settings(repository, config))
    settings = replace(
        settings,
        tier=Tier(tier) if tier else settings.tier,
        ignores=() if no_ignores else settings.ignores,
        entries=() if no_ignores else settings.entries,
    )
    checks = select(every_check(), (), (), settings.tier)
    with repository.git or nullcontext():
        answer = _dossier(repository, checks, settings, Terms(history=not no_history), with_trend)
    from reports.html import render_dossier  # noqa: PLC0415

    folders = (store.path for store in answer.report.stores if store.format is not StoreFormat.TSVC)
    write_texts(repository, folders, [(page, render_dossier(answer))])
    incomplete = any(not problem.suppressed for problem in answer.report.problems)
    return ExitStatus.INCOMPLETE if incomplete else ExitStatus.CLEAN


def _dossier(repository: Repository, checks: Selection, settings: Settings, terms: Terms, with_trend: bool) -> Dossier:
    stores = read_stores(repository, settings, terms)
    report = examined(repository, stores, checks, settings, terms)
    points = []
    if with_trend:
        for point in trend(repository, report, checks, settings, terms):
            points.append(point)
            _progress(f"{len(points)} of at most {POINTS} revisions checked")
        _progress("")
    return dossier(report, stores.memories, tuple(points), repository.head)


def _progress(text: str) -> None:
    if sys.stderr.isatty():
        click.echo(f"\r\x1b[K{text}", nl=False, err=True)
