"""``verify log merge``."""

import click

from verify.cli.log_place import Occasion, found, writing


@click.command("merge")
@writing
def command(occasion: Occasion) -> int:
    """Join the branches of the ledger that a merge of git left, and print the id of the entry that does.

    Where git left the marks of a conflict, the lines of both sides are kept, and the marks are removed.
    Lines that it put before those that they name are put behind them. A ledger with one head is left
    as it is.
    """
    from verify.ledger.mending import without_conflict  # noqa: PLC0415
    from verify.ledger.ordering import in_order  # noqa: PLC0415
    from verify.ledger.writer import merge  # noqa: PLC0415

    def tidy(raw: bytes) -> bytes:
        return in_order(without_conflict(raw))

    with found(occasion.place, occasion.log) as place, occasion.standing(place, tidy, merged=True) as standing:
        name = merge(standing, occasion.signature)
    if name:
        click.echo(name)
    else:
        click.echo(f"verify: {place.path} has no branches to join", err=True)
    return 0
