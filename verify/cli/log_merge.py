"""``verify log merge``."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from verify.cli.log_place import Occasion, Place, found, writing

if TYPE_CHECKING:
    from verify.ledger.standing import Standing


@click.command("merge")
@writing
def command(occasion: Occasion) -> int:
    """Join the branches of the ledger that a merge of git left, and print the id of the entry that does.

    Where git left the marks of a conflict, the lines of both sides are kept, and the marks are removed.
    Lines that it put before those that they name are put behind them, and lines that stand in a file that
    one side closed are left out of the file that goes on. A checkpoint that was true of a branch that was
    joined is written anew if it no longer fits, or is in conflict. A ledger with one head is left as it is.
    """
    from verify.ledger.writer import merge  # noqa: PLC0415
    from verify.readers.ledger_checkpoints import checkpoints_beside, is_vouched  # noqa: PLC0415

    with found(occasion.place, occasion.log) as place:
        seen = checkpoints_beside(place.repository, place.path)
        vouched = all(is_vouched(place.repository, place.path, one) for one in seen)
        # One that no commit vouches for is an anchor like any other.
        anchor = None if vouched else max(seen, key=lambda one: one.size)
        with occasion.standing(place, _tidy, checkpoint=anchor, apart=vouched) as standing:
            name = merge(standing, occasion.signature)
            _tell(standing)
        if len(seen) > 1 or (seen and vouched and _is_cut(occasion, place)):
            _renew(occasion, place)
    click.echo(name or f"verify: {place.path} has no branches to join", err=not name)
    return 0


def _tidy(raw: bytes, closed: Sequence[bytes]) -> bytes:
    from verify.ledger.mending import beyond, without_conflict  # noqa: PLC0415
    from verify.ledger.ordering import in_order  # noqa: PLC0415

    return in_order(beyond(without_conflict(raw), closed))


def _tell(standing: "Standing") -> None:
    """Say which ids both sides gave: no later entry can end the second of them."""
    files = standing.ledger.files if standing.ledger else ()
    for name in sorted({fault.id for file in files for fault in file.faults if fault.repeated and fault.id}):
        click.echo(f"verify: two entries have the id {name}, and only the first can be named by others", err=True)


def _is_cut(occasion: Occasion, place: Place) -> bool:
    from verify.ledger.standing import cut  # noqa: PLC0415

    with occasion.standing(place) as standing:
        return cut(standing) is not None


def _renew(occasion: Occasion, place: Place) -> None:
    from verify.ledger import format_checkpoint  # noqa: PLC0415
    from verify.ledger.disk import replace  # noqa: PLC0415
    from verify.ledger.writer import checkpoint  # noqa: PLC0415
    from verify.readers.ledger_standing import beside_of  # noqa: PLC0415

    with occasion.standing(place, apart=True) as standing:
        replace(place.repository.root / beside_of(place.path), format_checkpoint(checkpoint(standing)))
