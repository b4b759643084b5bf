"""Puts sections together as far as there is room, and says how much is left out."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from reports.account import counted

_RESERVE = 200


class Section(Struct, frozen=True):
    """Lines that stand together; some of the items may be left out, all else is kept or dropped as a whole."""

    opening: str
    items: tuple[str, ...] = ()
    closing: str = ""
    more: str = "- and {} more"


def assembled(sections: Sequence[Section], limit: int) -> str:
    """Return the sections, a blank line between them; the first and the last always have room."""
    kept = [section for section in sections if section.opening]
    last = kept.pop().opening
    room, parts, missing = limit - len(last.encode()) - _RESERVE, [], 0
    for section in kept:
        shown = _fitting(section, room)
        text = "\n".join(_lines(section, shown)) if shown is not None else ""
        missing += len(section.items) - (shown or 0)
        room -= len(text.encode()) + 2
        parts += [text] if text else []
    left_out = (
        [f"{counted(missing, 'line')} left out for want of room; <code>verify check</code> prints all."]
        if missing
        else []
    )
    return "\n\n".join([*parts, *left_out, last]) + "\n"


def _fitting(section: Section, room: int) -> int | None:
    """Return how many items have room; None if not even one has, or the section has none and does not fit."""
    room -= sum(len(text.encode()) + 1 for text in (section.opening, section.closing, section.more)) + _RESERVE // 10
    shown = 0
    for item in section.items:
        room -= len(item.encode()) + 1
        if room < 0:
            break
        shown += 1
    return shown if shown or (not section.items and room >= 0) else None


def _lines(section: Section, shown: int) -> Iterator[str]:
    yield section.opening
    yield from section.items[:shown]
    if shown < len(section.items):
        yield section.more.format(len(section.items) - shown)
    if section.closing:
        yield section.closing
