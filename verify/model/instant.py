"""A point in time, whatever zone and precision it was written in."""

from datetime import UTC, datetime, timedelta
from typing import NamedTuple

_BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)
DAY = 24 * 60 * 60


class Instant(NamedTuple):
    """Seconds since 1970 in UTC and the digits behind the point; such pairs sort by time."""

    seconds: int
    fraction: str = ""

    def __str__(self) -> str:
        point = f".{self.fraction}" if self.fraction else ""
        try:
            return f"{_BEGINNING + timedelta(seconds=self.seconds):%Y-%m-%dT%H:%M:%S}{point}Z"
        except OverflowError:
            return f"{self.seconds}{point} s"
