"""What one commit made of a fact."""

from collections.abc import Iterator

from verify.graph.biography import Places, Turn, main, main_path
from verify.model.event import Detail, EventKind, Move, Ranking
from verify.model.facts import Checkbox, Store

Change = tuple[EventKind, Detail | None]

_BOXES = {
    (Checkbox.OPEN, Checkbox.DONE): EventKind.DONE,
    (Checkbox.DONE, Checkbox.OPEN): EventKind.REOPENED,
}


def changes(turn: Turn) -> Iterator[Change]:
    """Yield how a fact changed that stood somewhere before and after, apart from its text and successor."""
    yield from _ranking(turn)
    yield from _box(turn)
    yield from _place(turn)


def _ranking(turn: Turn) -> Iterator[Change]:
    old, new = main(turn.held[0]), main(turn.after)
    live = old.store is new.store is Store.LIVE
    if live and turn.is_new(lambda places: main(places).kind):
        yield EventKind.MOVED, Ranking(old_kind=old.kind, new_kind=new.kind)


def _box(turn: Turn) -> Iterator[Change]:
    kind = _BOXES.get((main(turn.held[0]).checkbox, main(turn.after).checkbox))
    if kind and turn.is_new(lambda places: main(places).checkbox):
        yield kind, None


def _place(turn: Turn) -> Iterator[Change]:
    if not turn.is_new(frozenset):
        if _revived(turn):
            yield EventKind.REACTIVATED, None
        return
    old, new = main(turn.held[0]), main(turn.after)
    move = Move(_files(turn.held[0]), _files(turn.after))
    if old.store is not new.store:
        yield EventKind.ARCHIVED if new.store is Store.ARCHIVE else EventKind.REACTIVATED, move
    else:
        yield EventKind.REACTIVATED if _revived(turn) else EventKind.MOVED, move


def _revived(turn: Turn) -> bool:
    return turn.is_new(_superseded) and not _superseded(turn.after)


def is_succeeded(turn: Turn) -> bool:
    """Whether the commit made the footer say that something took the place of the fact."""
    return turn.is_new(_superseded) and _superseded(turn.after)


def _superseded(places: Places) -> bool:
    return main(places).superseded


def _files(places: Places) -> tuple[str, ...]:
    return tuple(sorted(places, key=lambda path: (path != main_path(places), path)))
