"""What the name of a log tells."""

from datetime import datetime
from functools import lru_cache

from verify.model.fields import day
from verify.model.location import Stem


def stem_of(path: str) -> Stem:
    """Return the stem of a log's path."""
    return Stem(path.rpartition("/")[2].removesuffix(".md"))


@lru_cache(maxsize=65536)
def named_time(stem: Stem, *, end: bool = True) -> float | None:
    """Return the time in a log's name, in seconds since the epoch; None if it names none.

    A day without a time means its end, or its beginning with ``end=False``.
    """
    timed = len(stem) >= 17 and stem[11:17].isdigit()
    clock = stem[11:17] if timed else "235959" if end else "000000"
    if stem[10:11] not in {"", "-"} or day(stem[:10]) is None:
        return None
    try:
        return datetime.fromisoformat(f"{stem[:10]}T{clock}+00:00").timestamp()
    except ValueError:
        return None
