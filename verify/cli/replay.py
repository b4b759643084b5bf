"""``verify replay``."""

from contextlib import nullcontext
from pathlib import Path

import click

from verify import __version__
from verify.cli.output import show, write_texts
from verify.errors import ExitStatus
from verify.examination import read_settings
from verify.graph import MemoryGraph
from verify.model.replay import Replays
from verify.model.report import Evidence
from verify.readers.assembly import read_graph
from verify.readers.declared import declared_for
from verify.readers.repository import Repository, find_memories, open_repository
from verify.views.replayed import replayed

_FOLDED = (Evidence.FACTS, Evidence.SESSIONS, Evidence.POLICY)


@click.command("replay")
@click.argument("place", metavar="[PATH]", default=".", type=click.Path(path_type=Path))
@click.option("--check", "differences", is_flag=True, help="Tell only what differs, and fail if something does.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="What is written.")
@click.option("-o", "output", metavar="FILE", type=click.Path(path_type=Path), help="Write to a file, not to stdout.")
@click.option("--rev", "revision", metavar="REV", help="Replay this revision instead of the work tree.")
@click.option("--no-cache", is_flag=True, help="Neither use nor keep what earlier runs read of the history.")
@click.option("--color/--no-color", default=None, help="Colours; by default only on a terminal.")
def command(  # noqa: PLR0913, PLR0917 - one parameter an option
    place: Path,
    differences: bool,
    form: str,
    output: Path | None,
    revision: str | None,
    no_cache: bool,
    color: bool | None,
) -> int:
    """Fold the sessions of the memory at PATH or above it, and tell what follows for each fact.

    Where the stored tier, uses or last_used is another one, it stands before an arrow. What lies between
    the last review and now does not differ, it is only behind.

    Exit status: 0 told, 1 with --check if something differs, 2 a usage or configuration error, 3 part of
    the memory could not be read.
    """
    repository = open_repository(place, revision, staged=False, kept=not no_cache)
    with repository.git or nullcontext():
        settings = read_settings(repository)
        folders, _ = find_memories(repository, settings.memories)
        graphs = [read_graph(repository, f, history=True, declared=declared_for(f, folders, settings)) for f in folders]
        answer = _answer(repository, graphs)
    if output:
        write_texts(repository, folders, [(output, _render(form, answer, differences))])
    elif form == "json":
        click.echo(_render(form, answer, differences), nl=False)
    else:
        _show(answer, differences, color)
    if answer.incomplete:
        return ExitStatus.INCOMPLETE
    return ExitStatus.FINDINGS if differences and answer.differences else ExitStatus.CLEAN


def _answer(repository: Repository, graphs: list[MemoryGraph]) -> Replays:
    lacking = (graph.incomplete.get(evidence) for graph in graphs for evidence in _FOLDED)
    history = (graph.incomplete.get(Evidence.HISTORY) for graph in graphs)
    return Replays(
        tool=__version__,
        revision=repository.revision,
        incomplete=tuple(sorted({reason for reason in lacking if reason})),
        no_history=next((reason for reason in history if reason), None),
        memories=tuple(replayed(graph) for graph in graphs),
    )


def _render(form: str, answer: Replays, differences: bool) -> str:
    if form == "json":
        from reports.replay import json  # noqa: PLC0415

        return json.render(answer)
    from reports.replay import text  # noqa: PLC0415

    return text.render(answer, differences=differences)


def _show(answer: Replays, differences: bool, color: bool | None) -> None:
    from reports.replay import text  # noqa: PLC0415

    show(text.render_styled(answer, differences=differences), color)
