"""What the decisions of a ledger took the place of, and what they rest on."""

from collections import deque
from collections.abc import Iterator, Mapping
from functools import cached_property

from verify.graph.ledger import DecisionLog, Placed
from verify.model.entry import Entry, EntryType

CHAIN_CAP = 50
"""Links of one chain that are told; the newest come first."""


class DecisionChains:
    """Answers from one ledger; what comes behind an entry changes nothing of what is told of it."""

    def __init__(self, log: DecisionLog) -> None:
        self._log = log

    @cached_property
    def _entries(self) -> tuple[Entry, ...]:
        return tuple(entry for file in self._log.ledger.files for entry in file.entries)

    def former(self, at: int) -> Iterator[tuple[Placed, Placed]]:
        """Yield the decisions on the same topic that had ended before, newest first, each with what ended it."""
        for _ in range(CHAIN_CAP):
            before = self._before.get(at)
            if before is None:
                return
            yield self._log.placed(before), self._log.placed(self._log.ledger.fold.ended[before])
            at = before

    @cached_property
    def _before(self) -> Mapping[int, int]:
        """For each decision the one on its topic that had ended last when it was made."""
        ends = {by: target for target, by in self._log.ledger.fold.ended.items()}
        last: dict[str, int] = {}
        before: dict[int, int] = {}
        for at, entry in enumerate(self._entries):
            ended = ends.get(at)
            topic = self._entries[ended].topic if ended is not None else None
            if ended is not None and topic is not None:
                last[topic] = ended
            if entry.type is EntryType.DECISION and entry.topic in last:
                before[at] = last[entry.topic]
        return before

    def grounds(self, at: int) -> tuple[str, ...]:
        """Return what a decision depends on, as written, and then what those decisions depend on."""
        found: dict[str, None] = {}
        queue = deque([at])
        seen = {at}
        while queue and len(found) < CHAIN_CAP:
            here = queue.popleft()
            for name in self._entries[here].depends_on:
                found[name] = None
                ground = self._log.find(name)
                if ground is not None and ground < here and ground not in seen:
                    seen.add(ground)
                    queue.append(ground)
        return tuple(found)[:CHAIN_CAP]
