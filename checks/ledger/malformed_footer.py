"""A footer that cannot be read as it was meant."""

import re
from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta

from verify.check import check
from verify.graph import MemoryGraph
from verify.model.facts import Footer, Tier
from verify.model.fields import count, day
from verify.model.location import Day
from verify.model.report import Hit, Severity

_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_TIERS = tuple(tier.value for tier in Tier)


@check(Severity.ERROR)
def malformed_footer(graph: MemoryGraph) -> Iterator[Hit]:
    """A footer is broken, so that a reader loses the fact or one of its fields.

    ## What it finds
    A comment that begins like a footer (`<!-- id:`) and is not closed on its line, has no id or one
    that is not kebab-case, repeats a key, has a tier other than core, active, working,
    archive-candidate, archived or superseded, a `uses` that is no integer of at least 0, a date that is
    no calendar date or lies more than a day after the clock of the checked state, or a `last_used`
    before `created`. A footer quoted in code or inside another comment is text.

    ## Why it matters
    Readers drop such a footer or field without a word; the fact then seems to have no age, no use or no
    existence. Its id still counts as existing here, so that one slip is one finding.

    ## How to fix
    Write `<!-- id: kebab-id | created: YYYY-MM-DD | last_used: YYYY-MM-DD | uses: N | tier: T -->` on
    one line.
    """
    limit = _limit(graph.today)
    for document in graph.memory.documents:
        for footer in document.footers:
            defects = [*_shape(footer), *_values(footer, limit)]
            if defects:
                yield Hit(
                    subject=footer.id or document.path,
                    location=footer.location,
                    message=f"{_name(footer)} is broken: {'; '.join(defects)}",
                    fix="Write it as `<!-- id: kebab-id | key: value -->` on one line.",
                )


def _name(footer: Footer) -> str:
    return f"the footer of {footer.id}" if footer.id else "this footer"


def _limit(today: Day | None) -> str:
    last = date.max.isoformat()
    return (date.fromisoformat(today) + timedelta(days=1)).isoformat() if today and today < last else last


def _shape(footer: Footer) -> Iterator[str]:
    if not footer.closed:
        yield "it is not closed on its line"
    if not footer.id:
        yield "it has no id"
    elif not _ID.fullmatch(footer.id):
        yield "the id is not kebab-case"
    keys = ["id", *(key for key, _ in footer.fields)]
    if len(set(keys)) < len(keys):
        yield from (f"{key} stands there twice" for key, count in sorted(Counter(keys).items()) if count > 1)


def _values(footer: Footer, limit: str) -> Iterator[str]:
    tier, uses = footer.get("tier"), footer.get("uses")
    if tier is not None and tier not in _TIERS:
        yield f"tier {tier} is none of {', '.join(_TIERS)}"
    if uses is not None and count(uses) is None:
        yield f"uses {uses} is no count"
    days = {key: footer.get(key) for key in ("created", "last_used")}
    for key, value in days.items():
        if value is not None and day(value) is None:
            yield f"{key} {value} is no calendar date"
        elif value is not None and value > limit:
            yield f"{key} {value} lies in the future"
    created, last_used = day(days["created"]), day(days["last_used"])
    if created and last_used and last_used < created:
        yield f"last_used {last_used} lies before created {created}"
