"""What a page of a memory with an index is."""

from enum import Enum


class PageKind(Enum):
    """What a file of the store is for; OTHER is a page about the store, or one put away."""

    INDEX = "index"
    MEMORY = "memory file"
    NOTE = "daily note"
    OTHER = "other"
