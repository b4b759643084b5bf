"""``verify history``."""

import os
from contextlib import nullcontext
from pathlib import Path

import click

from verify import __version__
from verify.cli.output import write_texts
from verify.errors import ExitStatus, InputError, UsageError
from verify.examination import read_settings
from verify.graph import MemoryGraph
from verify.model.location import FactId
from verify.model.report import Evidence
from verify.model.timeline import Biographies
from verify.nearest import nearest
from verify.readers.assembly import read_graph
from verify.readers.declared import declared_for
from verify.readers.repository import Repository, find_memories, open_repository
from verify.views.timeline import timeline
from verify.views.unexplained import unexplained


@click.command("history")
@click.argument("name", metavar="[ID]", required=False)
@click.argument("path", metavar="[PATH]", required=False, type=click.Path(path_type=Path))
@click.option("--drift", is_flag=True, help="List the changes of decisions that no log explains.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="What is written.")
@click.option("-o", "output", metavar="FILE", type=click.Path(path_type=Path), help="Write to a file, not to stdout.")
@click.option("--rev", "revision", metavar="REV", help="The history of this revision instead of the work tree.")
@click.option("--no-cache", is_flag=True, help="Neither use nor keep what earlier runs read of the history.")
@click.option("--word-diff", "words", is_flag=True, help="Show each text as a whole, with the changed words in it.")
@click.option("--color/--no-color", default=None, help="Colours; by default only on a terminal.")
def command(  # noqa: PLR0913, PLR0917 - one parameter an option
    name: str | None,
    path: Path | None,
    drift: bool,
    form: str,
    output: Path | None,
    revision: str | None,
    no_cache: bool,
    words: bool,
    color: bool | None,
) -> int:
    """Tell the history of one fact, decision, thread or vision, in the memory at PATH or above it.

    Every change of a decision is judged: restated, evolution, mentioned, drift or reversal. With
    --drift no ID is needed.

    Exit status: 0 told, 2 a usage or configuration error, such as an unknown ID, 3 there is no
    history, or part of the memory could not be read.
    """
    fact, place = _arguments(name, path, drift)
    repository = open_repository(place, revision, staged=False, kept=not no_cache)
    with repository.git or nullcontext():
        graphs = _graphs(repository)
        answer = _answer(repository, graphs, fact, drift)
    if output:
        write_texts(repository, (graph.memory.path for graph in graphs), [(output, _render(form, answer, words))])
    elif form == "json":
        click.echo(_render(form, answer, words), nl=False)
    else:
        _show(answer, words, color)
    return ExitStatus.INCOMPLETE if answer.incomplete else ExitStatus.CLEAN


def _arguments(name: str | None, path: Path | None, drift: bool) -> tuple[FactId | None, Path]:
    if name is None and not drift:
        raise UsageError("name the ID of a fact, or ask for --drift")
    if name is not None and path is None and drift and Path(name).is_dir():
        return None, Path(name)
    return FactId(name) if name is not None else None, path or Path()


def _graphs(repository: Repository) -> list[MemoryGraph]:
    settings = read_settings(repository)
    folders, _ = find_memories(repository, settings.memories)
    graphs = [
        read_graph(repository, folder, history=True, declared=declared_for(folder, folders, settings))
        for folder in folders
    ]
    for graph in graphs:
        if graph.past is None:
            raise InputError(f"there is no history to tell: {graph.incomplete[Evidence.HISTORY]}")
    return graphs


def _answer(repository: Repository, graphs: list[MemoryGraph], fact: FactId | None, drift: bool) -> Biographies:
    knowing = [graph for graph in graphs if fact is None or fact in graph.history.ids]
    if fact is not None and not knowing:
        raise UsageError(_unknown(fact, graphs))
    lacking = (graph.incomplete.get(evidence) for graph in graphs for evidence in set(Evidence) - {Evidence.RECORDS})
    return Biographies(
        tool=__version__,
        revision=repository.revision,
        incomplete=tuple(sorted({reason for reason in lacking if reason})),
        timelines=tuple(timeline(graph, fact) for graph in knowing) if fact is not None and not drift else (),
        unexplained=tuple(change for graph in knowing for change in unexplained(graph, fact)) if drift else (),
    )


def _unknown(fact: FactId, graphs: list[MemoryGraph]) -> str:
    near = nearest(fact, {known for graph in graphs for known in graph.history.ids})
    return f"no fact ever had the id {fact!r}" + (f"; did you mean {near!r}?" if near else "")


def _render(form: str, answer: Biographies, words: bool) -> str:
    if form == "json":
        from reports.timeline import json  # noqa: PLC0415

        return json.render(answer)
    from reports.timeline import text  # noqa: PLC0415

    return text.render(answer, words=words)


def _show(answer: Biographies, words: bool, color: bool | None) -> None:
    from reports.timeline import text  # noqa: PLC0415

    plain = color is None and bool(os.environ.get("NO_COLOR"))
    click.echo(text.render_styled(answer, words=words), nl=False, color=False if plain else color)
