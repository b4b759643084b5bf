"""The kinds of memory that are read."""

from enum import Enum


class StoreFormat(Enum):
    """How a memory is laid out; the value is its name in reports."""

    AGENT_MEMORY = "agent-memory"
    TSVC = "tsvc"
    CLAUDE_MEMORY = "claude-memory"
    SERENA = "serena"
    MEMORY_BANK = "memory-bank"
    TOGETHER = "together"
    """No memory of its own, but all of them: no report lists it."""
