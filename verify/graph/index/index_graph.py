"""One store with an index as a graph; the only thing that its checks see."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from msgspec import Struct

from verify.graph.index.bank import Task, missing_core_files, stray_tasks
from verify.graph.index.cut import Cut, cut
from verify.graph.index.dangling import Dangling, Missing
from verify.graph.index.gates import Gate, dead_gates
from verify.graph.index.mem_names import memory_names
from verify.graph.index.naming import Naming
from verify.graph.index.note_past import NoteLoss, note_losses
from verify.graph.index.notes import Misdated, misdated, repeated_section
from verify.graph.index.provenance import front_gap, lacks_provenance, path_in, relative_date, type_of
from verify.graph.index.reach import Reach
from verify.graph.index.resolution import Resolution
from verify.graph.index.sources import MissingSource, missing_sources
from verify.graph.index.stale_pages import StalePage, stale_paths
from verify.model.index import Entry, FrontMatter, Heading, IndexStore, Link, Page, Span, WikiLink
from verify.model.index_history import PageHistory
from verify.model.location import Day, Location
from verify.model.page_kind import PageKind
from verify.model.report import Evidence
from verify.model.store import StoreFormat


class IndexCircumstances(Struct, frozen=True):
    """What is known of the checked state besides the files of the store.

    ``resolution`` knows what exists, ``ignored`` are the missing paths that git ignores, ``tracked`` lists
    what git tracks, None without git. ``history`` is None where it could not be read.
    """

    today: Day | None
    incomplete: Mapping[Evidence, str]
    resolution: Resolution
    ignored: frozenset[str] = frozenset()
    tracked: Callable[[], Sequence[str]] | None = None
    history: PageHistory | None = None
    announcing: Callable[[], Iterable[str]] = tuple
    """Reads what an agent is given at the start of a session."""


class IndexGraph:
    """Named questions about one store in one state."""

    def __init__(self, store: IndexStore, circumstances: IndexCircumstances) -> None:
        self.store = store
        self.problems = store.problems
        self.today = circumstances.today
        self.incomplete = circumstances.incomplete
        self.rules = store.rules
        self._known = circumstances
        self._resolution = circumstances.resolution
        self.naming = Naming(store.path, [page for page in store.pages if page.kind is not PageKind.INDEX])

    @property
    def format(self) -> StoreFormat:
        """How the store is laid out."""
        return self.store.format

    @property
    def path(self) -> str:
        """The folder of the store."""
        return self.store.path

    @property
    def entrance(self) -> str:
        """The index; without one the first page, or the folder."""
        pages = (page.path for page in (*self.indexes, *self.store.pages))
        return next(pages, self.store.path)

    def pages(self, *kinds: PageKind) -> Iterator[Page]:
        """Yield the pages of some kinds, sorted by path."""
        return (page for page in self.store.pages if page.kind in kinds)

    @property
    def indexes(self) -> Iterator[Page]:
        """The indexes: none in a store whose files are listed to the agent."""
        return self.pages(PageKind.INDEX)

    @property
    def fronts(self) -> Iterator[tuple[str, FrontMatter]]:
        """The front matter of each memory file and rule, with its path."""
        yield from ((page.path, page.front) for page in self.pages(PageKind.MEMORY, PageKind.NOTE))
        yield from ((rule.path, rule.front) for rule in self.rules)

    @cached_property
    def _read_lines(self) -> Mapping[str, Sequence[str]]:
        pages = {page.path: page.lines for page in self.store.pages}
        return pages | {rule.path: rule.lines for rule in self.rules}

    def line(self, path: str, number: int) -> str | None:
        """Return one line of a file of this store, None where there is none."""
        lines = self._read_lines.get(path, ())
        return lines[number - 1] if 0 < number <= len(lines) else None

    def file_of(self, link: Link | WikiLink | None) -> str | None:
        """Return the path to which a link leads; None if that is nothing."""
        if isinstance(link, Link):
            return self._resolution.find(link)
        page = self.naming.named(link.name) if link else None
        return page.path if page else None

    def meant(self, link: Link) -> str:
        """Return the path to which a link leads, or most likely should."""
        return self.file_of(link) or next(self._resolution.candidates(link), link.written)

    def dangling(self, page: Page) -> list[Dangling]:
        """Return the links of an index to what does not exist, once a target."""
        return [self._missing.dangling(link) for link in _once(self._lost(page))]

    @property
    def lost_links(self) -> Iterator[Dangling]:
        """Yield the links of memory files and notes to what does not exist, once a file and target."""
        for page in self.pages(PageKind.MEMORY, PageKind.NOTE):
            links = (link for link in self._lost(page) if not link.planned)
            yield from (self._missing.dangling(link) for link in _once(links))
            if self.format is StoreFormat.SERENA:
                yield from (
                    Dangling(f"mem:{name}", at, self._missing.near(name)) for name, at in self._lost_names(page)
                )

    def _lost_names(self, page: Page) -> Iterator[tuple[str, Location]]:
        seen: set[str] = set()
        for name, place in memory_names(page.spans):
            bare = name.removesuffix(".md")
            if bare not in seen and not self._resolution.lists(f"{self.path}/{bare}.md", f"{self.path}/{bare}"):
                seen.add(bare)
                yield name, place

    def repeated_entries(self, page: Page) -> Iterator[tuple[Entry, Entry, str]]:
        """Yield each entry that leads where an earlier one leads, after that one, with the path."""
        seen: dict[tuple[str, str], Entry] = {}
        for entry in page.entries:
            path = self.file_of(entry.target)
            anchor = entry.target.anchor if isinstance(entry.target, Link) else ""
            first = seen.setdefault((path, anchor), entry) if path else entry
            if path and first is not entry:
                yield first, entry, path

    @property
    def namesakes(self) -> Iterator[tuple[Page, Page]]:
        """Yield each memory file that goes by the name of an earlier one, after that one."""
        seen: dict[str, Page] = {}
        for page in self.pages(PageKind.MEMORY):
            first = seen.setdefault(self.naming.key(page), page)
            if first is not page:
                yield first, page

    @property
    def gates(self) -> Iterator[Gate]:
        """Yield the rules that are never loaded."""
        return dead_gates(self.rules, self.tracked)

    @property
    def stray_tasks(self) -> Iterator[Task]:
        """Yield the tasks of a bank that its list or its files lack."""
        return stray_tasks(self.store) if self.format is StoreFormat.MEMORY_BANK else iter(())

    @property
    def missing_core_files(self) -> list[str]:
        """The files that a bank of a known shape lacks."""
        return missing_core_files(self.store) if self.format is StoreFormat.MEMORY_BANK else []

    @property
    def notes(self) -> Iterator[Page]:
        """The daily notes of a store with an index; other stores have none."""
        return self.pages(PageKind.NOTE) if any(self.indexes) else iter(())

    @property
    def misdated_notes(self) -> Iterator[Misdated]:
        """Yield the notes right beside the index whose date cannot be right."""
        beside = [note for note in self.notes if note.path == f"{self.path}/{note.name}"]
        return misdated(beside, self.today, self._committed)

    @property
    def repeated_sections(self) -> Iterator[tuple[Heading, Heading, Page]]:
        """Yield the first section of each note that stands there a second time."""
        found = ((repeated_section(note), note) for note in self.notes)
        yield from ((*pair, note) for pair, note in found if pair)

    def _lost(self, page: Page) -> Iterator[Link]:
        entries = {id(entry.target) for entry in page.entries}
        for link in page.links:
            judged = id(link) in entries or not link.bare
            if judged and self.file_of(link) is None and not self._is_private(link):
                yield link

    def _is_private(self, link: Link) -> bool:
        return any(path in self._known.ignored for path in self._resolution.candidates(link))

    @cached_property
    def _missing(self) -> Missing:
        lost = [link for page in self.store.pages for link in self._lost(page)]
        return Missing(lost, self._resolution, self.naming, self._known.history)

    @cached_property
    def unreachable(self) -> list[Page]:
        """The memory files that no index leads to; none where there is no index, or one that is only a text."""
        starts = list(self.indexes)
        if not any(self._is_of_store(entry) for page in starts for entry in page.entries):
            return []
        reached = Reach(self.store.pages, self.naming, self._meant).reached(starts)
        return [page for page in self.pages(PageKind.MEMORY) if page.path not in reached]

    def _is_of_store(self, entry: Entry) -> bool:
        """Whether an entry leads to a file of the store, or would if that existed."""
        found = self.file_of(entry.target)
        missing = self._resolution.candidates(entry.target) if isinstance(entry.target, Link) else ()
        return any(path.startswith(f"{self.path}/") for path in ([found] if found else missing))

    def _meant(self, link: Link) -> str | None:
        """Return where a link leads, or would lead if it were spelled right."""
        return self.file_of(link) or self._missing.offered_for(link)

    def cut(self, page: Page, max_lines: int, max_bytes: int) -> Cut | None:
        """Measure an index against what an agent reads of it."""
        return cut(page, max_lines, max_bytes, self.file_of)

    def tracked(self) -> Sequence[str] | None:
        """Return what git tracks, as it reads from the workspace; None without git."""
        if self._known.tracked is None:
            return None
        start = f"{self.store.workspace}/" if self.store.workspace else ""
        return [path.removeprefix(start) for path in self._known.tracked() if path.startswith(start)]

    def _committed(self, paths: Sequence[str]) -> frozenset[str]:
        """Return the files that the newest commit has: only those its clock can judge."""
        return self._known.history.at_head(paths) if self._known.history else frozenset()

    @property
    def dangling_names(self) -> Iterator[WikiLink]:
        """Yield the names in double brackets that nothing goes by, once a file and name."""
        for page in self.pages(PageKind.INDEX, PageKind.MEMORY, PageKind.NOTE):
            seen: set[str] = set()
            for link in page.wiki_links:
                if link.name not in seen and not self.naming.named(link.name) and not self._is_path(link):
                    seen.add(link.name)
                    yield link

    def _is_path(self, link: WikiLink) -> bool:
        return self._resolution.find(Link(link.name, link.name, "", link.location)) is not None

    def description(self, entry: Entry) -> str:
        """Return what an index says of a file, else what the file says of itself."""
        page = self._by_path.get(self.file_of(entry.target) or "")
        return entry.hook or (page.front.get("description") if page else "")

    @cached_property
    def _by_path(self) -> Mapping[str, Page]:
        return {page.path: page for page in self.store.pages}

    @property
    def unsupported(self) -> Iterator[tuple[Page, str]]:
        """Yield the memories of events and rules that do not tell when they began or where they come from."""
        for page in self.pages(PageKind.MEMORY):
            lacking = lacks_provenance(page, self._is_there) if type_of(page) in {"feedback", "project"} else ""
            if lacking:
                yield page, lacking

    @property
    def incomplete_fronts(self) -> Iterator[tuple[Page, str]]:
        """Yield the files whose front matter has a gap, where most files of Claude's memory have one."""
        pages = list(self.pages(PageKind.MEMORY))
        usual = sum(page.front.lines > 0 for page in pages) * 2 > len(pages)
        if self.path.endswith(".claude/memory") and usual:
            yield from ((page, what) for page in pages if (what := front_gap(page)))

    @property
    def relative_dates(self) -> Iterator[tuple[Page, str, Location]]:
        """Yield the first word of each memory file that means another day whenever it is read."""
        found = ((page, relative_date(page)) for page in self.pages(PageKind.MEMORY))
        yield from ((page, *date) for page, date in found if date)

    def _is_there(self, reference: Link | Span) -> bool:
        if isinstance(reference, Link):
            return self.file_of(reference) is not None
        path = path_in(reference)
        return path is not None and self.file_of(Link(path, path, "", reference.location)) is not None

    @property
    def is_announced(self) -> bool:
        """Whether something that an agent is given at the start names an index or its folder."""
        names = [name for page in self.indexes for name in (page.path, page.name)]
        return any(name in text for text in self._known.announcing() for name in (*names, f"{self.path}/"))

    @property
    def stale_paths(self) -> Iterator[StalePage]:
        """Yield the paths that memory files name and that are gone. Raises LookupError without history."""
        if self._known.history is None:
            raise LookupError(self.incomplete[Evidence.HISTORY])
        return stale_paths(list(self.pages(PageKind.MEMORY)), self._resolution, self._known.history)

    @property
    def missing_sources(self) -> Iterator[MissingSource]:
        """Yield the daily notes that memories name as their origin, and that stand nowhere."""
        known = self._known
        return missing_sources(self.store, self._resolution, known.history, known.ignored, known.tracked)

    @property
    def lost_notes(self) -> Iterator[NoteLoss]:
        """Yield the daily notes that a commit overwrote. Raises LookupError without history."""
        if self._known.history is None:
            raise LookupError(self.incomplete[Evidence.HISTORY])
        return note_losses(self.store, self._known.history)


def _once(links: Iterable[Link]) -> Iterator[Link]:
    seen: set[str] = set()
    for link in links:
        if link.written not in seen:
            seen.add(link.written)
            yield link
