"""The rules by which tier, uses and last_used of a fact follow from the sessions."""

from msgspec import Struct

from verify.model.facts import Fact, Tier
from verify.model.location import Day
from verify.model.memory import Windows


class Use(Struct, frozen=True):
    """How many sessions referenced an id, and the day of the last one."""

    uses: int = 0
    last_used: Day | None = None


def faded_tier(windows: Windows, since: int, uses: int, age: int | None) -> Tier:
    """Return the tier of a fact that may fade.

    ``since`` is the number of sessions after the last use, ``age`` that of the sessions after its day of
    creation, None if the day is not known.
    """
    if age is not None and age <= windows.working_window and uses <= 1:
        return Tier.WORKING
    return Tier.ACTIVE if since <= windows.active_window else Tier.ARCHIVE_CANDIDATE


def keeps_tier(fact: Fact) -> bool:
    """Whether the tier of a fact that may fade is left alone: an open box pins it, or its tier is no tier."""
    return fact.pinned or (fact.tier is None and fact.footer.get("tier") is not None)


def is_new(fact: Fact, review: Day | None) -> bool:
    """Whether a fact came on or after the day of the last review, so that it may still say what it began with."""
    return fact.created is not None and (review is None or fact.created >= review)


def allows_uses(fact: Fact, reviewed: Use, now: Use, *, new: bool) -> bool:
    """Whether the stored count lies between the one at the last review and the one of today."""
    return fact.uses is None or reviewed.uses <= fact.uses <= now.uses or (fact.uses == 1 and new)


def allows_last_used(fact: Fact, reviewed: Use, now: Use, *, new: bool) -> bool:
    """Whether the stored day lies between the one at the last review and the one of today."""
    if fact.last_used is None or now.last_used is None or (fact.last_used == fact.created and new):
        return True
    return (reviewed.last_used or "") <= fact.last_used <= now.last_used
