"""Which facts stand in the logs that they come from."""

from collections.abc import Callable, Iterable, Iterator

from verify.graph.tokens import stands_in
from verify.model.facts import Fact
from verify.model.location import FactId, Stem
from verify.model.session import Session


def borne_out(
    facts: Iterable[Fact], session: Callable[[Stem], Session | None], text_of: Callable[[Session], str]
) -> Iterator[tuple[FactId, Stem]]:
    """Yield each id that its log names, with the log.

    What a log references it names. A log that says no more of some id is read, once for all of them.
    """
    born: dict[Stem, list[FactId]] = {}
    for fact in facts:
        stem = fact.origin
        if stem and not fact.from_outside:
            born.setdefault(stem, []).append(fact.id)
    for stem, names in born.items():
        if log := session(stem):
            referenced = {mention.token for mention in log.mentions}
            others = [name for name in names if name not in referenced]
            text = text_of(log) if others else ""
            yield from ((name, stem) for name in names if name in referenced or stands_in(text, name))
