"""Which facts stand in the logs that they come from."""

from collections.abc import Callable, Iterable, Iterator

from verify.graph.tokens import stands_in
from verify.model.facts import Fact
from verify.model.location import FactId, Stem
from verify.model.session import Session


def borne_out(
    facts: Iterable[Fact], session: Callable[[Stem], Session | None], text_of: Callable[[Session], str]
) -> Iterator[tuple[FactId, Stem]]:
    """Yield each id that its log names, with the log; each log is read once, however many come from it."""
    born: dict[Stem, list[FactId]] = {}
    for fact in facts:
        stem = fact.origin
        if stem and not fact.from_outside:
            born.setdefault(stem, []).append(fact.id)
    for stem, names in born.items():
        if log := session(stem):
            text = text_of(log)
            yield from ((name, stem) for name in names if stands_in(text, name))
