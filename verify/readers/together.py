"""Puts the memories and the instruction files of a repository together into one graph."""

from collections.abc import Sequence

from verify.graph.store_graph import StoreGraph
from verify.graph.stores import StoresGraph
from verify.model.report import Evidence
from verify.readers.instructions.assembly import read_instruction_history, read_instructions
from verify.readers.repository import Repository


def read_together(
    repository: Repository, graphs: Sequence[StoreGraph], folders: Sequence[str], *, history: bool
) -> StoresGraph | None:
    """Read the instruction files of some folders and, where it is wanted and can be had, their history.

    None where there is nothing to compare after all: a single memory, and files that are no text.
    """
    groups = [group for group in read_instructions(repository, folders) if len(group) > 1]
    if not groups and len(graphs) < 2:
        return None
    past, reason = None, ""
    if groups:
        past, reason = (
            read_instruction_history(repository, groups)
            if history
            else (None, "history was not asked for (--no-history)")
        )
    return StoresGraph(graphs, groups, past, {Evidence.HISTORY: reason} if reason else {})
