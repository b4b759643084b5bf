"""One TSVC workspace as a graph; the only thing that checks of topics see."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property

from msgspec import Struct

from verify.graph.topics.decisions import Decisions
from verify.graph.topics.exchanges import Exchanges
from verify.graph.topics.past import TopicPast
from verify.model.instant import Instant
from verify.model.location import Day
from verify.model.report import Evidence
from verify.model.store import StoreFormat
from verify.model.topics import ACTIVE, Entry, Index, Layout, TopicState, Workspace

_LOGS = ("conversation.jsonl", "archive_0.jsonl")


class TopicCircumstances(Struct, frozen=True):
    """What is known of the checked state besides its files.

    ``clock`` is its time, ``incomplete`` tells which evidence is missing and why. ``text_of`` reads a file
    again. Of some paths ``tracked`` returns those that git keeps, ``ignored`` those that it would leave
    alone; ``untold`` is the reason why git cannot say.
    """

    clock: Instant | None
    today: Day | None
    incomplete: Mapping[Evidence, str]
    text_of: Callable[[str], str]
    tracked: Callable[[Sequence[str]], Collection[str]]
    ignored: Callable[[Sequence[str]], Collection[str]]
    untold: str = ""


class TopicsGraph:
    """Named questions about one workspace in one state; ``past`` is None where history could not be read."""

    format = StoreFormat.TSVC

    def __init__(self, workspace: Workspace, past: TopicPast | None, circumstances: TopicCircumstances) -> None:
        self.workspace = workspace
        self.past = past
        self.clock = circumstances.clock
        self.today = circumstances.today
        self.incomplete = circumstances.incomplete
        self.problems = workspace.problems
        self.flaws = workspace.flaws
        self.untold = circumstances.untold
        self._tracked = circumstances.tracked
        self.ignored = circumstances.ignored
        self._text_of = circumstances.text_of
        self._read_lines: dict[str, Sequence[str]] = {}

    @property
    def entrance(self) -> str:
        """The list of topics; without one the first file that was read, or the folder."""
        if self.workspace.index:
            return self.workspace.index.path
        return min(self.workspace.paths, default=self.workspace.root or ".")

    @property
    def index(self) -> Index:
        """The list of topics. Raises LookupError where it could not be read."""
        if self.workspace.index is None:
            raise LookupError(self.workspace.unread)
        return self.workspace.index

    @cached_property
    def by_id(self) -> Mapping[str, Entry]:
        """The topics of the index; of two with one id the first."""
        found: dict[str, Entry] = {}
        for entry in self.index.entries:
            found.setdefault(entry.id, entry)
        return found

    @cached_property
    def active(self) -> Sequence[Entry]:
        """The topics that the index calls active, in its order."""
        return [entry for entry in self.index.entries if entry.status == ACTIVE]

    @property
    def pointer(self) -> str | None:
        """The active topic as the layout's own pointer names it."""
        active = self.workspace.active
        if self.index.layout is Layout.MANAGER:
            return self.index.active_topic
        return active.active_topic if active else None

    @cached_property
    def states(self) -> Mapping[str, TopicState]:
        """The state of each topic by its folder, in the order of the index, unlisted ones last."""
        order = {name: at for at, name in enumerate(self.by_id if self.workspace.index else ())}
        states = sorted(self.workspace.states, key=lambda s: (order.get(s.topic, len(order)), s.topic))
        return {state.topic: state for state in states}

    @cached_property
    def decisions(self) -> Decisions:
        """The decisions of all topics."""
        return Decisions(list(self.states.values()))

    @cached_property
    def exchanges(self) -> Exchanges:
        """The exchanges of all topics."""
        unlisted = {conversation.topic for conversation in self.workspace.conversations} - self.by_id.keys()
        return Exchanges(self.workspace.conversations, [*self.by_id, *sorted(unlisted)])

    @cached_property
    def malformed(self) -> frozenset[str]:
        """The paths of files that say nothing, because they are malformed or could not be read."""
        unread = (problem.path for problem in self.problems if problem.path)
        return frozenset([*(flaw.location.path for flaw in self.flaws), *unread])

    @cached_property
    def committed_switch(self) -> list[str]:
        """The files of a switch under way that git keeps."""
        files = self.workspace.pending.files
        tracked = self._tracked(files) if files else ()
        return [path for path in files if path in tracked]

    @cached_property
    def private(self) -> frozenset[str]:
        """The topics whose conversation or archives git would leave alone, so that they may stand elsewhere."""
        asked = {f"{self.folder(topic)}/{name}": topic for topic in self.by_id for name in _LOGS}
        ignored = self.ignored(list(asked))
        return frozenset(topic for path, topic in asked.items() if path in ignored)

    def place(self, inside: str) -> str:
        """Return a path inside the workspace as one from the root of the repository."""
        return f"{self.workspace.root}/{inside}" if self.workspace.root else inside

    def folder(self, topic: str) -> str:
        """Return the folder of a topic."""
        return self.place(f"topic_files/{topic}")

    def topic_of(self, path: str) -> str:
        """Return the topic that a file of exchanges or a state belongs to."""
        inside = path[len(self.place("")) :].split("/")
        return inside[1] if inside[0] == "topic_files" else inside[-1].removesuffix(".jsonl")

    def is_damaged(self, topic: str) -> bool:
        """Whether some file of a topic says nothing."""
        start, log = f"{self.folder(topic)}/", self.place(f"conversations/{topic}.jsonl")
        return any(path.startswith(start) or path == log for path in self.malformed)

    def line(self, path: str, number: int) -> str | None:
        """Return one line of a file of this workspace, None where there is none."""
        if path not in self._read_lines:
            known = path in self.workspace.paths
            # Findings come file by file, so that one file at a time is enough.
            self._read_lines = {path: self._text_of(path).split("\n") if known else ()}
        lines = self._read_lines[path]
        return lines[number - 1].removesuffix("\r") if 0 < number <= len(lines) else None
