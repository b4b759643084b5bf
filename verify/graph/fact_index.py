"""Named questions about what stands in the files of one memory."""

from collections.abc import Iterator, Mapping
from functools import cached_property

from verify.graph.records import Records
from verify.graph.visions import draft_mark, is_bootstrap
from verify.model.facts import Checkbox, Fact, Link, NodeKind, PathMention, Store, Thread
from verify.model.location import Location
from verify.model.memory import Document, Memory, Role


class FactIndex:
    """The facts, threads and links of one memory."""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory

    def documents(self, *roles: Role) -> Iterator[Document]:
        """Yield the files of these roles."""
        return (document for document in self.memory.documents if document.role in roles)

    @cached_property
    def records(self) -> Records:
        """The decision records beside the memory."""
        return Records(self.memory.records)

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        """Every fact, live and archived, in the order of the files."""
        return tuple(fact for document in self.memory.documents for fact in document.facts)

    @cached_property
    def live(self) -> tuple[Fact, ...]:
        """The facts of the live store."""
        return tuple(fact for fact in self.facts if fact.store is Store.LIVE)

    @cached_property
    def archived(self) -> tuple[Fact, ...]:
        """The facts of the archive."""
        return tuple(fact for fact in self.facts if fact.store is Store.ARCHIVE)

    @cached_property
    def by_id(self) -> Mapping[str, tuple[Fact, ...]]:
        """The facts of each id; a sound memory has one."""
        found: dict[str, list[Fact]] = {}
        for fact in self.facts:
            found.setdefault(fact.id, []).append(fact)
        return {name: tuple(facts) for name, facts in found.items()}

    @cached_property
    def threads(self) -> tuple[Thread, ...]:
        """Every checkbox item of the live store."""
        live = (document for document in self.memory.documents if document.role is not Role.ARCHIVE)
        return tuple(thread for document in live for thread in document.threads)

    @property
    def open_blueprints(self) -> Iterator[Thread]:
        """Yield every blueprint of the live store that is not done, with or without an id."""
        return (thread for thread in self.threads if thread.blueprint and thread.checkbox is Checkbox.OPEN)

    @cached_property
    def path_mentions(self) -> tuple[PathMention, ...]:
        """What may be a path in the text of a live fact that is neither done nor superseded."""
        current = {fact.id for fact in self.live if not fact.superseded and fact.checkbox is not Checkbox.DONE}
        return tuple(
            mention for document in self.memory.documents for mention in document.paths if mention.fact in current
        )

    @cached_property
    def links(self) -> tuple[Link, ...]:
        """Every pointer from a footer or from the text of a list item."""
        return tuple(link for document in self.memory.documents for link in document.links)

    @cached_property
    def visions(self) -> tuple[Fact, ...]:
        """The facts of the vision file."""
        return tuple(fact for fact in self.live if fact.kind is NodeKind.VISION)

    @cached_property
    def draft_place(self) -> Location | None:
        """Where the memory says that its vision is a draft: in the file, or by an open thread."""
        marks = (draft_mark(document) for document in self.documents(Role.VISION))
        marked = next((place for place in marks if place), None)
        return marked or next((t.block for t in self.threads if is_bootstrap(t)), None)

    @cached_property
    def confirmed_visions(self) -> tuple[Fact, ...]:
        """The visions in force, unless they are drafts."""
        return () if self.draft_place else tuple(fact for fact in self.visions if not fact.superseded)

    @cached_property
    def fading_or_superseded(self) -> tuple[Fact, ...]:
        """The live facts that are neither core nor an invariant nor a vision."""
        lasting = {NodeKind.VISION, NodeKind.INVARIANT}
        return tuple(fact for fact in self.live if fact.kind not in lasting)

    @cached_property
    def fading(self) -> tuple[Fact, ...]:
        """The live facts that fade when nobody uses them."""
        return tuple(fact for fact in self.fading_or_superseded if not fact.superseded)

    @cached_property
    def invariants(self) -> tuple[Fact, ...]:
        """The live invariants that nothing took the place of."""
        return tuple(fact for fact in self.live if fact.kind is NodeKind.INVARIANT and not fact.superseded)
