"""All memories and instruction files of a repository as one graph, asked by named questions."""

from verify.graph.stores.divergence import DivergedId, DivergedRules
from verify.graph.stores.keyed import Keyed, Twin
from verify.graph.stores.stores_graph import StoresGraph

__all__ = ["DivergedId", "DivergedRules", "Keyed", "StoresGraph", "Twin"]
