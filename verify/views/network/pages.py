"""Indexes and the files that they lead to."""

from collections.abc import Iterator, Mapping
from functools import cached_property

from verify.graph.index import IndexGraph
from verify.graph.index.dangling import Dangling
from verify.graph.index.mem_names import memory_names
from verify.model.index import Link, Page, WikiLink
from verify.model.network import NetworkKind, NetworkNode, NetworkRelation, NetworkStatus
from verify.model.page_kind import PageKind
from verify.model.report import Evidence
from verify.model.store import StoreFormat
from verify.views.network.names import Family, Name, Pointer
from verify.views.titles import shortened, shown

_SHOWN = (PageKind.INDEX, PageKind.MEMORY, PageKind.NOTE)


class Pages:
    """Nodes and pointers of one store with an index. A file is one node, whichever store links to it."""

    def __init__(self, graph: IndexGraph) -> None:
        self._graph = graph
        self.memory = graph.path
        self._gone: dict[Name, Dangling] = {}
        self._known = Evidence.FILES not in graph.incomplete

    def nodes(self) -> Iterator[tuple[Name, NetworkNode]]:
        """Yield a node for each index, memory file and daily note."""
        for page in self._graph.pages(*_SHOWN):
            yield _name(page.path), self._page(page)

    def pointers(self) -> Iterator[Pointer]:
        """Yield where the links of each page lead, or would lead."""
        for page in self._graph.pages(*_SHOWN):
            listed = {id(entry.target) for entry in page.entries} if page.kind is PageKind.INDEX else set()
            links: tuple[Link | WikiLink, ...] = (*page.links, *page.wiki_links)
            for link in links:
                relation = NetworkRelation.LISTS if id(link) in listed else NetworkRelation.LINKS
                yield from self._pointer(page, link, relation)
            if self._graph.format is StoreFormat.SERENA:
                yield from self._mentions(page)

    def absent(self, name: Name) -> NetworkNode:
        """Return a node for what a link leads to and no page of the store is."""
        gone = self._gone.get(name)
        text = shown(name.text)
        if gone is None:
            return NetworkNode(text, text, NetworkKind.FILE, NetworkStatus.LIVE, shown(self.memory), path=text)
        lacking = NetworkStatus.MISSING if self._known else NetworkStatus.UNREAD
        status = NetworkStatus.LOST if gone.once else lacking
        kind = NetworkKind.PAGE if name.text.endswith(".md") else NetworkKind.FILE
        return NetworkNode(text, text, kind, status, shown(self.memory))

    def _pointer(self, page: Page, link: Link | WikiLink, relation: NetworkRelation) -> Iterator[Pointer]:
        found = self._graph.file_of(link)
        if found is not None:
            yield Pointer(_name(page.path), _name(found or "."), relation)
        elif isinstance(link, Link) and (gone := self._dangling.get((page.path, link.written))):
            name = _name(self._graph.meant(link))
            self._gone.setdefault(name, gone)
            yield Pointer(_name(page.path), name, relation, broken=self._known)

    def _mentions(self, page: Page) -> Iterator[Pointer]:
        for name, _ in memory_names(page.spans):
            target, gone = self._graph.naming.named(name), self._dangling.get((page.path, f"mem:{name}"))
            if target:
                yield Pointer(_name(page.path), _name(target.path), NetworkRelation.LINKS)
            elif gone:
                missing = _name(f"{self._graph.path}/{name.removesuffix('.md')}.md")
                self._gone.setdefault(missing, gone)
                yield Pointer(_name(page.path), missing, NetworkRelation.LINKS, broken=self._known)

    @cached_property
    def _dangling(self) -> Mapping[tuple[str, str], Dangling]:
        """What the checks report, by page and target."""
        found = [gone for page in self._graph.indexes for gone in self._graph.dangling(page)]
        return {(gone.location.path, gone.written): gone for gone in (*found, *self._graph.lost_links)}

    def _page(self, page: Page) -> NetworkNode:
        kind = NetworkKind.INDEX if page.kind is PageKind.INDEX else NetworkKind.PAGE
        title = page.front.get("description") or next((heading.text for heading in page.headings), "")
        path = shown(page.path)
        return NetworkNode(path, path, kind, NetworkStatus.LIVE, shown(self.memory), shortened(title), path, 1)


def _name(path: str) -> Name:
    return Name(Family.PLACE, "", path)
