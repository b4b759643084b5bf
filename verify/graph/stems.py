"""What the name of a log tells."""

from datetime import UTC, datetime
from functools import lru_cache

from verify.model.location import Stem


def stem_of(path: str) -> Stem:
    """Return the stem of a log's path."""
    return Stem(path.rpartition("/")[2].removesuffix(".md"))


@lru_cache(maxsize=65536)
def named_time(stem: Stem, *, end: bool = True) -> float | None:
    """Return the time in a log's name, in seconds since the epoch; None if it names none.

    A day without a time means its end, or its beginning with ``end=False``.
    """
    clock = stem[11:17] if stem[11:17].isdigit() else "235959" if end else "000000"
    if stem[10:11] not in {"", "-"}:
        return None
    try:
        return datetime.strptime(f"{stem[:10]}-{clock}", "%Y-%m-%d-%H%M%S").replace(tzinfo=UTC).timestamp()
    except ValueError:
        return None
