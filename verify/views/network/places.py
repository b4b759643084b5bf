"""Items without an id that point somewhere: they are called by their place."""

from collections.abc import Iterator
from functools import cached_property

from verify.graph import MemoryGraph
from verify.model.facts import Checkbox, Link, Thread
from verify.model.network import NetworkKind, NetworkNode, NetworkStatus
from verify.views.network.names import Family, Name
from verify.views.titles import shortened, shown


class Places:
    """The nameless items of one memory."""

    def __init__(self, graph: MemoryGraph) -> None:
        self._graph = graph
        self._lines = {document.path: document.lines for document in graph.memory.documents}

    def nodes(self) -> Iterator[tuple[Name, NetworkNode]]:
        """Yield a node for each item that points somewhere."""
        for link in self._graph.links:
            if link.source is None:
                yield self.name(link), self._node(link)

    def name(self, link: Link) -> Name:
        """Return what the item with this link is called."""
        return Name(Family.PLACE, self._graph.memory.path, f"{link.location.path}:{self._line(link)}")

    def _node(self, link: Link) -> NetworkNode:
        thread, path, line = self._thread(link), link.location.path, self._line(link)
        done = thread is not None and thread.checkbox is Checkbox.DONE
        return NetworkNode(
            key="",
            id=shown(f"{path}:{line}"),
            kind=_kind(thread),
            status=NetworkStatus.DONE if done else NetworkStatus.LIVE,
            memory=shown(self._graph.memory.path),
            title=shortened(self._lines[path][line - 1].partition("<!--")[0]),
            path=shown(path),
            line=line,
        )

    def _line(self, link: Link) -> int:
        thread = self._thread(link)
        return thread.block.line if thread else link.location.line

    def _thread(self, link: Link) -> Thread | None:
        return self._threads.get((link.location.path, link.location.line))

    @cached_property
    def _threads(self) -> dict[tuple[str, int], Thread]:
        """The innermost nameless thread of each line; an inner one comes behind the outer one."""
        found: dict[tuple[str, int], Thread] = {}
        for document in self._graph.memory.documents:
            for thread in (thread for thread in document.threads if thread.fact is None):
                lines = range(thread.block.line, (thread.block.end_line or thread.block.line) + 1)
                found.update(((document.path, line), thread) for line in lines)
        return found


def _kind(thread: Thread | None) -> NetworkKind:
    if thread is None:
        return NetworkKind.FACT
    return NetworkKind.BLUEPRINT if thread.blueprint else NetworkKind.THREAD
