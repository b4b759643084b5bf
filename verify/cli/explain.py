"""``verify explain``."""

import click

from verify.docs import facts
from verify.errors import UsageError
from verify.examination import every_check
from verify.nearest import unknown


@click.command("explain")
@click.argument("name", metavar="CHECK")
def command(name: str) -> int:
    """Print the manual page of one check."""
    check = every_check().get(name)
    if check is None:
        raise UsageError(unknown("check", name, every_check()))
    click.echo(f"{check.name}: {check.summary}\n")
    for label, value in facts(check):
        click.echo(f"{label + ':':<10}{value}")
    for heading, text in check.page().sections():
        click.echo(f"\n{heading}\n{text}")
    return 0
