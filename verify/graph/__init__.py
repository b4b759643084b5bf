"""The graph of a memory, asked by named questions."""

from verify.graph.memory_graph import MemoryGraph
from verify.graph.past import Loss, Past
from verify.graph.pointers import Pointer

__all__ = ["Loss", "MemoryGraph", "Past", "Pointer"]
