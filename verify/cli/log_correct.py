"""``verify log correct``."""

import click

from verify.cli.log_place import Occasion, found, writing
from verify.errors import UsageError


@click.command("correct")
@click.argument("name", metavar="ID")
@click.option("--text", required=True, metavar="TEXT", help="How it should read.")
@click.option("--because", required=True, metavar="TEXT", help="What was wrong with the wording.")
@writing
def command(occasion: Occasion, name: str, text: str, because: str) -> int:
    """Correct a slip of wording in the decision ID, which stands; print the id of the correction.

    What is decided otherwise is no slip: end the decision, and decide anew.
    """
    from verify.ledger.composing import Draft  # noqa: PLC0415
    from verify.model.entry import EntryType  # noqa: PLC0415

    if not text.strip() or not because.strip():
        raise UsageError("--text and --because must not be blank")
    with found(occasion.place, occasion.log) as place:
        click.echo(occasion.append(place, Draft(EntryType.CORRECTION, {"text": text, "reason": because}, name)))
    return 0
