"""``verify graph``."""

from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from importlib import import_module
from pathlib import Path

import click
from msgspec.structs import replace

from verify import __version__
from verify.cli.output import write_texts
from verify.errors import ExitStatus, UsageError
from verify.examination import read_settings
from verify.graph.store_graph import StoreGraph
from verify.model.network import Around, Network, NetworkNode
from verify.model.report import Evidence
from verify.nearest import nearest
from verify.readers.repository import open_repository
from verify.readers.stores import Terms, read_stores
from verify.views.network import named, neighbourhood, network

_FORMATS = ("dot", "graphml", "json", "mermaid")


@click.command("graph")
@click.argument("path", default=".", type=click.Path(path_type=Path))
@click.option("--format", "form", type=click.Choice(_FORMATS), default="dot", help="What is written.")
@click.option(
    "--around",
    "centre",
    metavar="ID",
    help="Only what lies around a fact, decision, topic, page, session, record or commit.",
)
@click.option("--depth", type=click.IntRange(0), metavar="N", help="How many steps away --around ends (default: 1).")
@click.option("-o", "output", metavar="FILE", type=click.Path(path_type=Path), help="Write to a file, not to stdout.")
@click.option("--rev", "revision", metavar="REV", help="The graph of this revision instead of the work tree.")
@click.option("--no-cache", is_flag=True, help="Neither use nor keep what earlier runs read of the history.")
@click.option("--no-history", is_flag=True, help="Do not read git history: no commits, and nothing is known as lost.")
@click.option("--exchanges", is_flag=True, help="With each exchange of each topic, which may be thousands.")
def command(  # noqa: PLR0913, PLR0917 - one parameter an option
    path: Path,
    form: str,
    centre: str | None,
    depth: int | None,
    output: Path | None,
    revision: str | None,
    no_cache: bool,
    no_history: bool,
    exchanges: bool,
) -> int:
    """Export the graph of the memory at PATH or above it, or the neighbourhood of one ID.

    Exit status: 0 written, 2 a usage or configuration error, such as an unknown ID, 3 there is no
    history, or part of the memory could not be read.
    """
    if depth is not None and centre is None:
        raise UsageError("--depth needs --around ID")
    repository = open_repository(path, revision, staged=False, kept=not no_cache)
    with repository.git or nullcontext():
        stores = read_stores(repository, read_settings(repository), Terms(history=not no_history))
        graphs = stores.graphs
        whole = network(__version__, repository.revision, graphs, exchanges=exchanges)
    shown = whole if centre is None else _part(whole, Around(centre, 1 if depth is None else depth))
    text: str = import_module(f"reports.graph.{form}").render(shown)
    if output:
        write_texts(repository, (store.path for store in stores.summaries), [(output, text)])
    else:
        click.echo(text, nl=False)
    return ExitStatus.INCOMPLETE if _lacks(graphs, no_history) else ExitStatus.CLEAN


def _part(whole: Network, around: Around) -> Network:
    centres = named(whole, around.id)
    if not centres:
        raise UsageError(_unknown(around.id, whole.nodes))
    return neighbourhood(whole, centres, replace(around, id=centres[0].id))


def _unknown(name: str, nodes: Iterable[NetworkNode]) -> str:
    near = nearest(name, {node.id for node in nodes})
    return f"the graph has no node {name!r}" + (f"; did you mean {near!r}?" if near else "")


def _lacks(graphs: Sequence[StoreGraph], no_history: bool) -> bool:
    """Whether something is missing that was not left out on purpose; a record without a part is there."""
    told = {Evidence.RECORDS, Evidence.ANCHOR, *((Evidence.HISTORY,) if no_history else ())}
    return any(graph.incomplete.keys() - told for graph in graphs)
