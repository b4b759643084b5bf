"""``verify log reverse``."""

import click

from verify.cli.log_place import Occasion, found, writing
from verify.errors import UsageError


@click.command("reverse")
@click.argument("name", metavar="ID")
@click.option("--because", required=True, metavar="TEXT", help="Why it does not hold any more.")
@click.option("--supersede", is_flag=True, help="Another decision takes its place, which is appended next.")
@writing
def command(occasion: Occasion, name: str, because: str, supersede: bool) -> int:
    """End the decision ID of the memory at PATH or above it, and print the id of the entry that does."""
    from verify.ledger.composing import Draft  # noqa: PLC0415
    from verify.model.entry import EntryType  # noqa: PLC0415

    if not because.strip():
        raise UsageError("--because must not be blank")
    kind = EntryType.SUPERSEDE if supersede else EntryType.REVERSAL
    with found(occasion.place, occasion.log) as place:
        click.echo(occasion.append(place, Draft(kind, {"reason": because}, name)))
    return 0
