"""``verify history``."""

from contextlib import nullcontext
from pathlib import Path

import click

from verify.cli.biographies import biographies
from verify.cli.output import show, write_texts
from verify.errors import ExitStatus, UsageError
from verify.model.location import FactId
from verify.model.timeline import Biographies
from verify.readers.repository import memories, open_repository


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
    """Tell the history of one fact, decision, thread, vision or topic, in the memory at PATH or above it.

    Every change of a decision is judged: restated, evolution, mentioned, drift, reversal or
    rewritten. With --drift no ID is needed.

    Exit status: 0 told, 2 a usage or configuration error, such as an unknown ID, 3 there is no
    history, or part of the memory could not be read.
    """
    fact, place = _arguments(name, path, drift)
    repository = open_repository(place, revision, staged=False, kept=not no_cache)
    with repository.git or nullcontext():
        answer = biographies(repository, fact, drift=drift)
    if output:
        folders = (folder for found in memories(repository, ()) for folder in found)
        write_texts(repository, folders, [(output, _render(form, answer, words))])
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


def _render(form: str, answer: Biographies, words: bool) -> str:
    if form == "json":
        from reports.timeline import json  # noqa: PLC0415

        return json.render(answer)
    from reports.timeline import text  # noqa: PLC0415

    return text.render(answer, words=words)


def _show(answer: Biographies, words: bool, color: bool | None) -> None:
    from reports.timeline import text  # noqa: PLC0415

    show(text.render_styled(answer, words=words), color)
