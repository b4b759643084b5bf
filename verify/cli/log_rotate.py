"""``verify log rotate``."""

import click

from verify.cli.log_place import Occasion, found, writing


@click.command("rotate")
@writing
def command(occasion: Occasion) -> int:
    """Close the file of the ledger, begin a new one that continues it, and print where the closed one is.

    If it was stopped half-way, it goes on from there.
    """
    from verify.ledger.rotation import rotate  # noqa: PLC0415

    with found(occasion.place, occasion.log) as place, occasion.standing(place) as standing:
        closed = rotate(standing, occasion.signature)
        click.echo(closed.relative_to(place.repository.root).as_posix())
    return 0
