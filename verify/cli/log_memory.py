"""The memory around the ledger that a command is about."""

from verify.cli.log_place import Place
from verify.examination import read_settings
from verify.graph import MemoryGraph
from verify.readers.assembly import read_graph
from verify.readers.declared import declared_for
from verify.readers.repository import find_memories


def memory_around(place: Place, *, history: bool) -> MemoryGraph:
    """Read the memory of a ledger."""
    settings = read_settings(place.repository)
    folders, _ = find_memories(place.repository, settings.memories)
    declared = declared_for(place.folder, folders, settings)
    return read_graph(place.repository, place.folder, history=history, declared=declared)
