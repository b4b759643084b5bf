"""``verify example``."""

from pathlib import Path

import click

from verify.errors import UsageError
from verify.planting import plant
from verify.specimen import example


@click.command("example")
@click.argument("folder", type=click.Path(path_type=Path))
def command(folder: Path) -> int:
    """Build the worked example, a small memory with history and a few defects, in FOLDER.

    FOLDER must be empty or not exist yet. Run `verify check FOLDER` afterwards.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise UsageError(f"{folder} is not empty")
    except OSError as error:
        raise UsageError(f"{folder}: cannot be written: {error.strerror}") from error
    specimen = example()
    plant(specimen.plan, folder)
    click.echo(f"{folder}: {specimen.about}", err=True)
    return 0
