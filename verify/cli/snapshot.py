"""``verify snapshot``."""

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from verify.cli.output import write_texts
from verify.config import Settings, select
from verify.errors import ExitStatus, NoMemoryError, UsageError
from verify.examination import every_check, examined
from verify.graph import MemoryGraph
from verify.judge import settings_of
from verify.model.snapshot import Mode, Since, Snapshot
from verify.readers.repository import Repository, open_repository
from verify.readers.stores import Stores, Terms, read_stores

if TYPE_CHECKING:
    from reports.snapshot import Rendered

_USUAL_SIZE = 60_000
_ADVISORY = """\
A snapshot leaves this machine. Before you hand it to another model, service or person, know:
- It quotes the memory and the git history: the vision, decisions and their reasons, threads, texts of logs,
  commit subjects, paths. It quotes no file outside the memory and its decision records.
- Credentials and data about people are taken out where their shape gives them away. That is best effort:
  a password in a sentence, a name, a customer or a plan of the company stays. Read it before you send it.
- Whoever runs the reviewing model or service may read, keep and use what it gets.
- An answer is advice from outside: check it, and let a person decide."""


@click.command("snapshot")
@click.argument("place", metavar="[PATH]", default=".", type=click.Path(path_type=Path))
@click.option(
    "--mode",
    type=click.Choice([mode.value for mode in Mode]),
    default=Mode.MILESTONE.value,
    show_default=True,
    help="Why a second opinion is wanted.",
)
@click.option("-o", "output", metavar="FILE", type=click.Path(path_type=Path), help="Write to a file, not to stdout.")
@click.option("--since", metavar="REV", help="Tell what changed since the branch left REV.")
@click.option(
    "--max-chars",
    "most",
    type=click.IntRange(min=1),
    default=_USUAL_SIZE,
    show_default=True,
    help="The size that is never exceeded.",
)
@click.option("--rev", "revision", metavar="REV", help="Tell this revision instead of the work tree.")
@click.option("--acknowledge", is_flag=True, help="You know what leaves the machine; without it nothing is told.")
@click.option("--no-cache", is_flag=True, help="Neither use nor keep what earlier runs read of the history.")
def command(  # noqa: PLR0913, PLR0917 - one parameter an option
    place: Path,
    mode: str,
    output: Path | None,
    since: str | None,
    most: int,
    revision: str | None,
    acknowledge: bool,
    no_cache: bool,
) -> int:
    """Write a snapshot of the memory at PATH or above it, for a reviewer who did not live the work.

    Milestone asks whether the course is still right, reactive what went wrong. All of it is drawn from
    the memory and its history, each statement with its source.

    Exit status: 0 told, 2 a usage or configuration error, --acknowledge is missing, or --max-chars is
    too small, 3 part of the memory or its history could not be read.
    """
    repository = open_repository(place, revision, staged=False, kept=not no_cache)
    if not acknowledge:
        click.echo(_ADVISORY, err=True)
        raise UsageError("nothing was told yet; repeat with --acknowledge")
    with repository.git or nullcontext():
        settings = settings_of(repository)
        told = _snapshot(repository, settings, Mode(mode), since)
    rendered = _render(told, most)
    if output:
        write_texts(repository, [told.memory], [(output, rendered.text)])
    else:
        click.echo(rendered.text, nl=False)
    click.echo(_receipt(told, rendered), err=True)
    return ExitStatus.INCOMPLETE if told.incomplete else ExitStatus.CLEAN


def _snapshot(repository: Repository, settings: Settings, mode: Mode, since: str | None) -> Snapshot:
    stores = read_stores(repository, settings, Terms())
    graph = _chosen(stores)
    checks = select(every_check(), (), (), settings.tier)
    report = examined(repository, stores, checks, settings)
    from verify.views.snapshot import snapshot  # noqa: PLC0415 - not needed where nothing is told

    return snapshot(graph, report, mode, repository.head, _since(repository, since) if since is not None else None)


def _chosen(stores: Stores) -> MemoryGraph:
    if not stores.memories:
        formats = ", ".join(sorted({graph.format.value for graph in stores.graphs}))
        raise NoMemoryError(f"a snapshot is drawn from the agent-memory layout, and here is only: {formats}")
    if len(stores.memories) > 1:
        named = ", ".join(graph.memory.path for graph in stores.memories)
        raise UsageError(f"the configuration names several memories ({named}), and a snapshot is of one")
    return stores.memories[0]


def _since(repository: Repository, revision: str) -> Since:
    if repository.git is None or repository.head is None:
        raise UsageError(f"--since needs git, and {repository.no_history or 'there is no commit yet'}")
    asked, _ = repository.git.commit(revision)
    base, _ = repository.git.merge_base(asked, repository.head)
    return Since(base, None, ("as was asked for" if base == asked else "where the branch left what was asked for",))


def _render(told: Snapshot, most: int) -> "Rendered":
    from reports.snapshot import render, smallest  # noqa: PLC0415

    rendered = render(told, most)
    if rendered is None:
        raise UsageError(f"--max-chars {most}: the frame alone takes {smallest(told)}")
    return rendered


def _receipt(told: Snapshot, rendered: "Rendered") -> str:
    """Return what stderr says of a snapshot that was told."""
    from reports.account import counted  # noqa: PLC0415

    lost = (
        f"{counted(rendered.redacted, 'value')} redacted, {counted(rendered.left_out, 'statement')} left out for size"
    )
    return f"{told.memory}: {len(rendered.text)} characters, {lost}; read it before you hand it on"
