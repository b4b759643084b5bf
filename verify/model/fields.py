"""The values of a footer's fields; one that cannot be read is None."""

import re
from datetime import date
from functools import lru_cache

from verify.model.facts import Tier
from verify.model.location import Day

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_COUNT = re.compile(r"\d{1,18}", re.ASCII)
_TIERS = {tier.value: tier for tier in Tier}


@lru_cache(maxsize=1024)
def day(value: str | None) -> Day | None:
    """Return a calendar day, or None if it is none."""
    if value is None or not _DAY.fullmatch(value):
        return None
    try:
        date.fromisoformat(value)
    except ValueError:
        return None
    return Day(value)


def count(value: str | None) -> int | None:
    """Return an integer of at least 0, or None if it is none."""
    return int(value) if value is not None and _COUNT.fullmatch(value) else None


def tier(value: str | None) -> Tier | None:
    """Return the tier of this name, or None if it is none."""
    return _TIERS.get(value or "")
