"""Which threads are open, and what the status of a fact is, as files and sessions tell it."""

from collections.abc import Iterator, Mapping
from functools import cached_property

from verify.graph.memory_graph import MemoryGraph
from verify.graph.tokens import stands_in
from verify.graph.wording import contains_wording
from verify.model.facts import Checkbox, Fact, NodeKind, Store, Thread, Tier
from verify.model.location import FactId
from verify.model.memory import Role
from verify.model.session import Session


class Standings:
    """Questions about the checked state of one memory."""

    def __init__(self, graph: MemoryGraph) -> None:
        self._graph = graph

    @cached_property
    def open_count(self) -> tuple[int, int]:
        """The fewest and the most threads that one may call open.

        All unchecked boxes of the live store are the most. Blueprints, boxes within other boxes or
        outside the continuity file, and what is superseded need not be counted.
        """
        boxes = [thread for thread in self._graph.threads if thread.checkbox is Checkbox.OPEN]
        proper = sum(1 for thread in _outermost(self._graph) if self.is_open(thread) and not thread.blueprint)
        return proper, len(boxes)

    def contradicted(self, name: str, word: str) -> str | None:
        """Return the status of an id if it is surely not the one claimed; None if it may be, or is no id."""
        facts = self._graph.by_id.get(name, ())
        told = [self._contradiction(fact, word) for fact in facts]
        return told[0] if told and all(told) else None

    def _contradiction(self, fact: Fact, word: str) -> str | None:
        match word:
            case "open":
                return self._not_open(fact)
            case "done" | "closed":
                live = fact.store is Store.LIVE and not fact.superseded
                return "open" if live and self._boxes.get(fact.id) is Checkbox.OPEN else None
            case "archived":
                return None if fact.store is Store.ARCHIVE or fact.tier is Tier.ARCHIVED else "live"
            case "superseded":
                return None if fact.superseded else "not superseded"
            case _:
                return self._other_tier(fact, word)

    def _not_open(self, fact: Fact) -> str | None:
        if fact.superseded:
            return "superseded"
        box = fact.checkbox if fact.store is Store.ARCHIVE else self._boxes.get(fact.id)
        if box is Checkbox.DONE:
            return "done"
        return "archived" if fact.store is Store.ARCHIVE and box is not Checkbox.OPEN else None

    def _other_tier(self, fact: Fact, word: str) -> str | None:
        """Compare with the tier that the sessions give; one that they leave alone says nothing against a claim."""
        if fact.superseded:
            return "superseded"
        if fact.store is Store.ARCHIVE:
            return "archived"
        stored = fact.tier.value if fact.tier else None
        if fact.kind in {NodeKind.INVARIANT, NodeKind.VISION}:
            return None if word in {Tier.CORE.value, stored} else Tier.CORE.value
        if word == Tier.CORE.value:
            return stored or "not core"
        right = self._graph.replayed_tier(fact)
        return None if right is None or right.value == word else right.value

    @cached_property
    def _boxes(self) -> Mapping[FactId, Checkbox]:
        return {thread.fact: thread.checkbox for thread in self._graph.threads if thread.fact}

    def left_out(self, session: Session, told: str) -> Iterator[Thread]:
        """Yield each open thread that a session referenced, and that a text names neither by id nor by its words."""
        referenced = self._graph.referenced(session)
        for thread in self._graph.threads:
            if thread.fact in referenced and self.is_open(thread) and not thread.blueprint:
                title = thread.text.partition("\n")[0].strip()
                by_words = " " in title and contains_wording(NodeKind.THREAD, title, told)
                if not by_words and not stands_in(told, thread.fact):
                    yield thread

    def is_open(self, thread: Thread) -> bool:
        """Whether a thread is not done, and nothing took its place."""
        superseded = any(fact.superseded for fact in self._graph.by_id.get(thread.fact or "", ()))
        return thread.checkbox is Checkbox.OPEN and not superseded


def _outermost(graph: MemoryGraph) -> Iterator[Thread]:
    """Yield the boxes of the continuity file that stand in no other box."""
    for document in graph.documents(Role.CONTINUITY):
        end = 0
        for thread in document.threads:
            if thread.block.line > end:
                end = thread.block.end_line or thread.block.line
                yield thread
