"""The graph of a memory, asked by named questions."""

from verify.graph.anchors import Anchored, Drift
from verify.graph.ascent import HIGHER, TRACED, Break, BrokenClimb
from verify.graph.claims import Claimed
from verify.graph.decay import allows_last_used, allows_uses, is_new
from verify.graph.deliveries import unknown_deliveries
from verify.graph.fact_changes import FactChange
from verify.graph.judgement import LASTING, Judged
from verify.graph.losses import Loss
from verify.graph.memory_graph import Circumstances, MemoryGraph
from verify.graph.past import Past
from verify.graph.pointers import Pointer
from verify.graph.records import holds
from verify.graph.session_changes import Alteration
from verify.graph.standings import Standings
from verify.graph.stems import named_time
from verify.graph.wording import changed_words

__all__ = [
    "HIGHER",
    "LASTING",
    "TRACED",
    "Alteration",
    "Anchored",
    "Break",
    "BrokenClimb",
    "Circumstances",
    "Claimed",
    "Drift",
    "FactChange",
    "Judged",
    "Loss",
    "MemoryGraph",
    "Past",
    "Pointer",
    "Standings",
    "allows_last_used",
    "allows_uses",
    "changed_words",
    "holds",
    "is_new",
    "named_time",
    "unknown_deliveries",
]
