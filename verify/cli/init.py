"""``verify init``."""

from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from textwrap import indent

import click

from verify.errors import ExitStatus
from verify.readers.repository import open_repository
from verify.setup import Planned, named_memories, plan, write
from verify.supply import supply


@click.command("init")
@click.argument("path", default=".", type=click.Path(path_type=Path))
@click.option("--from", "home", metavar="OWNER/NAME", help="Take action and hook from this repository on GitHub.")
@click.option("--install", "requirement", metavar="SPEC", help="Have pip install this, such as a git URL or a wheel.")
@click.option("--yes", is_flag=True, help="Write the files.")
def command(path: Path, home: str | None, requirement: str | None, yes: bool) -> int:
    """Set a repository up: verify.toml, a workflow of GitHub and a hook of pre-commit.

    Shows what it would write; --yes writes it. A file that is there is never changed: what belongs into
    it is told. Where there is no git, only the settings are written.

    Exit status: 0 shown or written, 1 a symbolic link is on the way, 2 a usage error.
    """
    source = supply(home, requirement)
    repository = open_repository(path, None, staged=False)
    with repository.git or nullcontext():
        files = plan(repository, source)
        found, others = named_memories(repository)
    for planned in files:
        _show(planned, yes)
        if yes and planned.there is None:
            write(repository.root, planned)
    if repository.git:
        click.echo(source.told)
    else:
        click.echo("without git there is neither a workflow nor a hook to write")
    if not found and not others:
        click.echo("no memory was found yet: until there is one, `verify check` says so and ends with 3")
    _show_next(files, yes)
    return ExitStatus.CLEAN


def _show(planned: Planned, yes: bool) -> None:
    if planned.there and planned.fits:
        click.echo(f"{planned.there} is as it should be")
    elif planned.there:
        click.echo(f"{planned.there} is there already and stays as it is; it should hold:")
        click.echo(indent(planned.by_hand, "    "))
    else:
        click.echo(f"{'wrote' if yes else 'would write'} {planned.path}:")
        click.echo(indent(planned.text, "    "))


def _show_next(files: Sequence[Planned], yes: bool) -> None:
    if yes:
        click.echo("next: `verify check`; what may stand for now, `verify baseline` records")
    elif any(planned.there is None for planned in files):
        click.echo("nothing was written; `verify init --yes` writes it")
