"""``verify log checkpoint``."""

from pathlib import Path

import click

from verify.cli.log_place import Occasion, found, writing
from verify.errors import UsageError


@click.command("checkpoint")
@click.option("-o", "output", metavar="FILE", type=click.Path(path_type=Path), help="Write to this file instead.")
@writing
def command(occasion: Occasion, output: Path | None) -> int:
    """Write size and root of the ledger beside it, and print its head.

    Kept where the writer of the ledger cannot change it, it tells later whether something is gone.
    """
    from verify.ledger import format_checkpoint  # noqa: PLC0415
    from verify.ledger.disk import replace  # noqa: PLC0415
    from verify.ledger.writer import checkpoint, head_of  # noqa: PLC0415
    from verify.readers.ledger_standing import beside_of  # noqa: PLC0415

    if output:
        _refuse_other_content(output)
    with found(occasion.place, occasion.log) as place, occasion.standing(place) as standing:
        content = format_checkpoint(checkpoint(standing))
        replace(output or place.repository.root / beside_of(place.path), content)
        head = head_of(standing.last) if standing.last else None
        click.echo(f"{head.size}:{head.digest}" if head else "")
    return 0


def _refuse_other_content(file: Path) -> None:
    """Raise UsageError if a file would be lost that is no checkpoint."""
    from verify.ledger import LineError, parse_checkpoint  # noqa: PLC0415

    try:
        content = file.read_bytes() if file.exists() else b""
        known = not content or parse_checkpoint(content) is not None
    except (OSError, LineError):
        known = False
    if not known:
        raise UsageError(f"{file}: holds something else than a checkpoint, which would be lost; name another file")
