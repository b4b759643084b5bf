"""What git remembers of a TSVC workspace."""

from collections.abc import Mapping
from dataclasses import dataclass

from verify.model.history import Commit
from verify.model.location import BlobId
from verify.model.topics import Decision, ExchangeKey


@dataclass(frozen=True, slots=True)
class TopicHistory:
    """Every commit, parents before children, and what each version of a file holds.

    Of the exchanges only those are kept that stand nowhere now. A version that does not parse holds what
    the one before it held.
    """

    commits: tuple[Commit, ...]
    topics: Mapping[BlobId, frozenset[str]]
    decisions: Mapping[BlobId, tuple[Decision, ...]]
    exchanges: Mapping[BlobId, frozenset[ExchangeKey]]
