"""A memory as a network: what stands in it, and what points where."""

from enum import Enum

from msgspec import Struct

from verify.model.location import CommitId


class NetworkKind(Enum):
    """What a node stands for; nodes are listed in this order."""

    VISION = "vision"
    BLUEPRINT = "blueprint"
    DECISION = "decision"
    CONVENTION = "convention"
    INVARIANT = "invariant"
    FACT = "fact"
    THREAD = "thread"
    TOPIC = "topic"
    EXCHANGE = "exchange"
    INDEX = "index"
    PAGE = "page"
    RECORD = "record"
    SESSION = "session"
    COMMIT = "commit"
    FILE = "file"
    SYMBOL = "symbol"
    UNKNOWN = "unknown"

    # Nodes and edges are many, and the hash of an enum is a Python function.
    __hash__ = object.__hash__


class NetworkStatus(Enum):
    """How a node stands in the checked state."""

    LIVE = "live"
    DONE = "done"
    SUPERSEDED = "superseded"
    ARCHIVED = "archived"
    RETIRED = "retired"
    """A decision record that was deprecated or rejected."""
    LOST = "lost"
    """It existed once and stands nowhere any more."""
    MISSING = "missing"
    """It stands nowhere, and history has never known it."""
    UNREAD = "unread"
    """It was not read, or may stand in a file that was not."""

    __hash__ = object.__hash__

    @property
    def absent(self) -> bool:
        """Whether it stands nowhere."""
        return self in {NetworkStatus.LOST, NetworkStatus.MISSING}


class NetworkRelation(Enum):
    """How one node points to another."""

    SERVES = "serves"
    REALIZES = "realizes"
    DECIDES = "decides"
    SUPERSEDES = "supersedes"
    DEPENDS_ON = "depends-on"
    FORMALIZES = "formalizes"
    ORIGIN = "origin"
    REFERENCES = "references"
    RECORDS = "records"
    ANCHORS = "anchors"
    OWNS = "owns"
    LISTS = "lists"
    LINKS = "links"

    __hash__ = object.__hash__


class NetworkNode(Struct, frozen=True):
    """One node. ``key`` is printable and unique; it is the id wherever no other node has the same one.

    ``memory`` is the folder of its memory; a commit has none. What has no id is called by its place.
    """

    key: str
    id: str
    kind: NetworkKind
    status: NetworkStatus
    memory: str | None = None
    title: str = ""
    path: str | None = None
    line: int | None = None


class NetworkEdge(Struct, frozen=True):
    """One pointer from the key of a node to that of another; ``verb`` is the label of a reference."""

    source: str
    target: str
    relation: NetworkRelation
    verb: str = ""
    broken: bool = False
    """Whether it leads to what was not there when it was written, or is not there now."""


class Around(Struct, frozen=True):
    """What a part of a network was cut out around, and how many steps away it ends."""

    id: str
    depth: int


class Network(Struct, frozen=True):
    """One or several memories. ``incomplete`` tells what was not read, so that nodes or edges may be missing."""

    tool: str
    revision: CommitId | None
    memories: tuple[str, ...]
    incomplete: tuple[str, ...]
    nodes: tuple[NetworkNode, ...]
    edges: tuple[NetworkEdge, ...]
    around: Around | None = None
