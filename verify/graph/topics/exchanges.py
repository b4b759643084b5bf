"""The exchanges of all topics, and who owns them."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from verify.model.location import Location
from verify.model.topics import Conversation, Exchange, ExchangeKey

_OWNERS = 8
"""From how many owners of one exchange on each is only held against the first."""


class Place(Struct, frozen=True):
    """One exchange and the file that it stands in."""

    conversation: Conversation
    exchange: Exchange

    @property
    def location(self) -> Location:
        """Its line."""
        return Location(self.conversation.path, self.exchange.line)


class Sharing(Struct, frozen=True):
    """What two topics both have; ``first`` is the first place in the later topic, ``other`` its twin."""

    topic: str
    owner: str
    first: Place
    other: Place
    texts: tuple[str, ...]


class Repetition(Struct, frozen=True):
    """What one topic has twice: the first repeat, where it stood before, and how many there are."""

    topic: str
    first: Place
    before: Place
    count: int


class Exchanges:
    """Answers about conversations and archives; ``topics`` gives their order."""

    def __init__(self, conversations: Sequence[Conversation], topics: Sequence[str]) -> None:
        self.topics = topics
        self._of: dict[str, list[Conversation]] = {topic: [] for topic in topics}
        for conversation in sorted(conversations, key=lambda c: (not c.archive, c.path)):
            self._of.setdefault(conversation.topic, []).append(conversation)

    def files(self, topic: str) -> Sequence[Conversation]:
        """Return the files of a topic: its archives by name, then its conversation."""
        return self._of.get(topic, ())

    def archives(self, topic: str) -> list[Conversation]:
        """Return the archives of a topic by name, which is by time."""
        return [file for file in self.files(topic) if file.archive]

    def conversation(self, topic: str) -> Conversation | None:
        """Return the conversation of a topic."""
        return next((file for file in self.files(topic) if not file.archive), None)

    def places(self, topic: str) -> Iterator[Place]:
        """Yield each exchange of a topic."""
        for file in self.files(topic):
            yield from (Place(file, line) for line in file.lines if line.role is not None)

    @property
    def keys(self) -> Iterator[ExchangeKey]:
        """Yield the key of each exchange that has one."""
        for topic in self._of:
            yield from (key for place in self.places(topic) if (key := place.exchange.key))

    def shared(self) -> Iterator[Sharing]:
        """Yield each pair of topics that share an exchange, in the order of the later one."""
        owners: dict[ExchangeKey, dict[str, Place]] = {}
        pairs: dict[tuple[str, str], list[tuple[Place, Place]]] = {}
        for topic in self.topics:
            for place in self.places(topic):
                key = place.exchange.key
                if key is None:
                    continue
                known = owners.setdefault(key, {})
                if topic not in known:
                    for owner, other in list(known.items())[: None if len(known) < _OWNERS else 1]:
                        pairs.setdefault((topic, owner), []).append((place, other))
                    known[topic] = place
        for (topic, owner), found in pairs.items():
            yield Sharing(topic, owner, *found[0], texts=tuple(place.exchange.text or "" for place, _ in found))

    def repeated(self) -> Iterator[Repetition]:
        """Yield each topic that has an exchange more than once."""
        for topic in self.topics:
            seen: dict[ExchangeKey, Place] = {}
            repeats = []
            for place in self.places(topic):
                key = place.exchange.key
                if key and key in seen:
                    repeats.append((place, seen[key]))
                elif key:
                    seen[key] = place
            if repeats:
                yield Repetition(topic, *repeats[0], count=len(repeats))
