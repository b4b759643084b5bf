"""``verify log merge``."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from verify.cli.log_place import Occasion, Place, found, writing
from verify.errors import InputError

if TYPE_CHECKING:
    from verify.model.ledger import Checkpoint


@dataclass(frozen=True, slots=True)
class _Settled:
    """The checkpoint that is kept of the two that git left in conflict, and its bytes."""

    checkpoint: "Checkpoint"
    place: Path
    content: bytes


@click.command("merge")
@writing
def command(occasion: Occasion) -> int:
    """Join the branches of the ledger that a merge of git left, and print the id of the entry that does.

    Where git left the marks of a conflict, the lines of both sides are kept, and the marks are removed.
    Lines that it put before those that they name are put behind them, and lines that stand in a file that
    one side closed are left out of the file that goes on. Of two checkpoints in conflict the
    one that counts more lines is kept. A ledger with one head is left as it is.
    """
    from verify.ledger.disk import replace  # noqa: PLC0415
    from verify.ledger.mending import beyond, without_conflict  # noqa: PLC0415
    from verify.ledger.ordering import in_order  # noqa: PLC0415
    from verify.ledger.writer import merge  # noqa: PLC0415

    def tidy(raw: bytes, closed: Sequence[bytes]) -> bytes:
        return in_order(beyond(without_conflict(raw), closed))

    with found(occasion.place, occasion.log) as place:
        settled = _settled(place)
        checkpoint = settled.checkpoint if settled else None
        with occasion.standing(place, tidy, merged=True, checkpoint=checkpoint) as standing:
            name = merge(standing, occasion.signature)
            if settled:
                replace(settled.place, settled.content)
    if name:
        click.echo(name)
    else:
        click.echo(f"verify: {place.path} has no branches to join", err=True)
    return 0


def _settled(place: Place) -> _Settled | None:
    from verify.ledger import LineError, parse_checkpoint  # noqa: PLC0415
    from verify.ledger.mending import is_conflicted, sides  # noqa: PLC0415
    from verify.readers.ledger_standing import beside_of  # noqa: PLC0415
    from verify.readers.source import FolderSource  # noqa: PLC0415

    path = beside_of(place.path)
    content = next((content for _, content in FolderSource(place.repository.root).read([path])), b"")
    if not isinstance(content, bytes) or not is_conflicted(content):
        return None
    try:
        read = [(parse_checkpoint(side), side) for side in sides(content)]
    except LineError as error:
        raise InputError(f"{path} is in conflict, and one side of it {error}; take the other one") from error
    kept, side = max(read, key=lambda pair: pair[0].size)
    return _Settled(kept, place.repository.root / path, side)
