"""What git remembers of a TSVC workspace."""

from collections.abc import Mapping

from msgspec import Struct, field

from verify.model.history import Commit
from verify.model.location import BlobId
from verify.model.topics import Decision, Entry, ExchangeKey


class TopicVersions(Struct, frozen=True):
    """What each version of the index says of one topic, and all that each version of its files holds.

    An exchange without a time that is known for sure is its line.
    """

    entries: Mapping[BlobId, Entry | None] = field(default_factory=dict)
    exchanges: Mapping[BlobId, frozenset[ExchangeKey | str]] = field(default_factory=dict)


class TopicHistory(Struct, frozen=True):
    """Every commit, parents before children, and what each version of a file holds.

    Of the exchanges only those are kept that stand nowhere now. A version that does not parse holds what
    the one before it held.
    """

    commits: tuple[Commit, ...]
    topics: Mapping[BlobId, frozenset[str]]
    decisions: Mapping[BlobId, tuple[Decision, ...]]
    exchanges: Mapping[BlobId, frozenset[ExchangeKey]]
    told: TopicVersions = field(default_factory=TopicVersions)
    """What the life of one topic is told from."""
