"""The graph of a memory that an agent finds through an index, asked by named questions."""

from verify.graph.index.gates import Gate
from verify.graph.index.index_graph import IndexCircumstances, IndexGraph
from verify.graph.index.resolution import Resolution
from verify.graph.index.wording import alike, is_vague, sentences

__all__ = ["Gate", "IndexCircumstances", "IndexGraph", "Resolution", "alike", "is_vague", "sentences"]
