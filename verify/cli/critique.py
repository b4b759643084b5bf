"""``verify critique``."""

from contextlib import nullcontext
from functools import cache
from pathlib import Path

import click

from verify import __version__
from verify.cli.output import show, write_texts
from verify.config import select
from verify.errors import ExitStatus, NoMemoryError
from verify.examination import every_check, examined
from verify.judge import settings_of
from verify.model.critique import Critique, Ruling
from verify.model.report import Evidence, Report
from verify.readers.critique.file import read_answer
from verify.readers.critique.grammar import read_claims
from verify.readers.repository import Repository, open_repository
from verify.readers.stores import Terms, read_stores
from verify.secrets import printable
from verify.views.critique import Judge


@click.command("critique")
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("place", metavar="[PATH]", default=".", type=click.Path(path_type=Path))
@click.option("--check", "contradicted", is_flag=True, help="Tell only what is contradicted, and fail if something is.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="What is written.")
@click.option("-o", "output", metavar="FILE", type=click.Path(path_type=Path), help="Write to a file, not to stdout.")
@click.option("--rev", "revision", metavar="REV", help="Compare with this revision, which the reviewer was told of.")
@click.option("--no-cache", is_flag=True, help="Neither use nor keep what earlier runs read of the history.")
@click.option("--color/--no-color", default=None, help="Colours; by default only on a terminal.")
def command(  # noqa: PLR0913, PLR0917 - one parameter an option
    file: Path,
    place: Path,
    contradicted: bool,
    form: str,
    output: Path | None,
    revision: str | None,
    no_cache: bool,
    color: bool | None,
) -> int:
    """Hold what a reviewer's answer in FILE claims of ids, counts, texts and commits against the memory at PATH.

    Only claims in a form that docs/snapshot.md names are judged; all other sentences are counted.

    Exit status: 0 told, 1 with --check if a claim is contradicted, 2 a usage or configuration error,
    3 part of the memory or its history could not be read.
    """
    text = read_answer(file)
    repository = open_repository(place, revision, staged=False, kept=not no_cache)
    with repository.git or nullcontext():
        answer = _answer(repository, text)
    if output:
        write_texts(repository, answer.memories, [(output, _render(form, answer, contradicted))])
    elif form == "json":
        click.echo(_render(form, answer, contradicted), nl=False)
    else:
        _show(answer, contradicted, color)
    if answer.incomplete:
        return ExitStatus.INCOMPLETE
    return ExitStatus.FINDINGS if contradicted and answer.count(Ruling.CONTRADICTED) else ExitStatus.CLEAN


def _answer(repository: Repository, text: str) -> Critique:
    settings = settings_of(repository)
    stores = read_stores(repository, settings, Terms())
    graphs = stores.memories
    if not graphs:
        formats = ", ".join(sorted({graph.format.value for graph in stores.graphs}))
        raise NoMemoryError(f"answers are held against the agent-memory layout, and here is only: {formats}")

    @cache
    def report() -> Report:
        return examined(repository, stores, select(every_check(), (), (), settings.tier), settings)

    answer = read_claims(text)
    lacking = (graph.incomplete.get(evidence) for graph in graphs for evidence in set(Evidence) - {Evidence.RECORDS})
    return Critique(
        tool=__version__,
        revision=repository.revision,
        memories=tuple(printable(graph.memory.path) for graph in graphs),
        incomplete=tuple(sorted({printable(reason) for reason in lacking if reason})),
        ruled=tuple(Judge(graphs, report, answer.claims).rulings()),
        other=answer.other,
    )


def _render(form: str, answer: Critique, contradicted: bool) -> str:
    if form == "json":
        from reports.critique import json  # noqa: PLC0415

        return json.render(answer)
    from reports.critique import text  # noqa: PLC0415

    return text.render(answer, contradicted=contradicted)


def _show(answer: Critique, contradicted: bool, color: bool | None) -> None:
    from reports.critique import text  # noqa: PLC0415

    show(text.render_styled(answer, contradicted=contradicted), color)
