"""``verify trace``."""

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from verify import __version__
from verify.cli.output import show, write_texts
from verify.errors import ExitStatus, UnknownRevisionError, UsageError
from verify.examination import read_settings
from verify.graph import MemoryGraph
from verify.model.report import Evidence
from verify.model.trace import Trace, Traces
from verify.nearest import nearest
from verify.readers.assembly import read_graph
from verify.readers.declared import declared_for
from verify.readers.repository import Repository, find_memories, memories, open_repository, path_from_root, workspaces
from verify.views.trace import Tracer

if TYPE_CHECKING:
    from verify.graph.topics import TopicsGraph

_TOLD = (Evidence.TOPICS, Evidence.TOPIC_STATES)


@click.command("trace")
@click.argument("name", metavar="ID|FILE|COMMIT")
@click.argument("place", metavar="[PATH]", default=".", type=click.Path(path_type=Path))
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="What is written.")
@click.option("-o", "output", metavar="FILE", type=click.Path(path_type=Path), help="Write to a file, not to stdout.")
@click.option("--rev", "revision", metavar="REV", help="Trace in this revision instead of the work tree.")
@click.option("--all", "everything", is_flag=True, help="Show every step; otherwise long lists are cut.")
@click.option("--no-cache", is_flag=True, help="Neither use nor keep what earlier runs read of the history.")
@click.option("--color/--no-color", default=None, help="Colours; by default only on a terminal.")
def command(  # noqa: PLR0913, PLR0917 - one parameter an option
    name: str,
    place: Path,
    form: str,
    output: Path | None,
    revision: str | None,
    everything: bool,
    no_cache: bool,
    color: bool | None,
) -> int:
    """Trace something up to the vision and down to the work, in the memory at PATH or above it.

    ID is a fact, decision, thread, vision or session; of a decision of a topic its reason is told, and what
    it depends on. FILE a file or folder of the repository: which
    facts name it, and which commits, sessions and decisions changed it; COMMIT any revision.

    Exit status: 0 told, 2 a usage or configuration error, such as an unknown name, 3 part of the memory
    or its history could not be read.
    """
    repository = open_repository(place, revision, staged=False, kept=not no_cache)
    with repository.git or nullcontext():
        settings = read_settings(repository)
        roots, _ = workspaces(repository, settings.memories)
        topics = [_topics(repository, root) for root in roots]
        # Where there is nothing but topics, nothing else is missed.
        folders, _ = (memories if topics else find_memories)(repository, settings.memories)
        graphs = [read_graph(repository, f, history=True, declared=declared_for(f, folders, settings)) for f in folders]
        answer = _answer(repository, graphs, topics, name)
    if output:
        write_texts(repository, folders, [(output, _render(form, answer, everything))])
    elif form == "json":
        click.echo(_render(form, answer, everything), nl=False)
    else:
        _show(answer, everything, color)
    return ExitStatus.INCOMPLETE if answer.incomplete else ExitStatus.CLEAN


def _topics(repository: Repository, root: str) -> "TopicsGraph":
    from verify.readers.topics.assembly import read_topics  # noqa: PLC0415 - most repositories have none

    return read_topics(repository, root, history=False, as_of=None)


def _answer(repository: Repository, graphs: list[MemoryGraph], topics: list["TopicsGraph"], name: str) -> Traces:
    lacking = [graph.incomplete.get(evidence) for graph in graphs for evidence in set(Evidence) - {Evidence.RECORDS}]
    lacking += [graph.incomplete.get(evidence) for graph in topics for evidence in _TOLD]
    return Traces(
        tool=__version__,
        revision=repository.revision,
        incomplete=tuple(sorted({reason for reason in lacking if reason})),
        traces=tuple(_decided(topics, name) or _traces(repository, graphs, topics, name)),
    )


def _decided(topics: list["TopicsGraph"], name: str) -> list[Trace]:
    """Return why decisions of this id were taken, in the topics that have one."""
    if not topics:
        return []
    from verify.views.reasons import reasons  # noqa: PLC0415 - most repositories have none

    return [trace for graph in topics for trace in reasons(graph, name)]


def _traces(repository: Repository, graphs: list[MemoryGraph], topics: list["TopicsGraph"], name: str) -> list[Trace]:
    """Take a name for an id, else for a path, else for a commit. Raises UsageError if it is none of them."""
    tracers = [Tracer(graph) for graph in graphs]
    path = path_from_root(repository, name)
    readings = [
        [tracer.by_id(name) for tracer in tracers],
        [tracer.by_path(path) for tracer in tracers] if path else [],
    ]
    found = next((traces for reading in readings if (traces := [trace for trace in reading if trace])), [])
    found = found or _of_commit(repository, graphs, tracers, name)
    if not found:
        raise UsageError(_unknown(graphs, topics, name))
    return found


def _of_commit(repository: Repository, graphs: list[MemoryGraph], tracers: list[Tracer], name: str) -> list[Trace]:
    try:
        commit, _ = repository.git.commit(name) if repository.git else (None, 0)
    except UnknownRevisionError:
        commit = None
    known = [tracer for tracer, graph in zip(tracers, graphs, strict=True) if graph.past and commit]
    return [trace for tracer in known if commit and (trace := tracer.by_commit(commit))]


def _unknown(graphs: list[MemoryGraph], topics: list["TopicsGraph"], name: str) -> str:
    if any(graph.was_id(name) for graph in graphs):
        return f"{name!r} is no id any more; `verify history {name}` tells what became of it"
    decided = {decision for graph in topics for decision in graph.decisions.by_id}
    near = nearest(name, {fact_id for graph in graphs for fact_id in graph.by_id} | decided)
    hint = f"; did you mean {near!r}?" if near else ""
    return f"{name!r} is no id, no file of this repository or its history, and no commit{hint}"


def _render(form: str, answer: Traces, everything: bool) -> str:
    if form == "json":
        from reports.trace import json  # noqa: PLC0415

        return json.render(answer)
    from reports.trace import text  # noqa: PLC0415

    return text.render(answer, everything=everything)


def _show(answer: Traces, everything: bool, color: bool | None) -> None:
    from reports.trace import text  # noqa: PLC0415

    show(text.render_styled(answer, everything=everything), color)
