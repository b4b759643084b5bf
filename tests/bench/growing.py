"""The live store and the archive of a synthetic memory, as they grow from commit to commit."""

from collections.abc import Mapping

from tests.bench.invented import Invention
from tests.bench.pages import Writer

_LIVE = 100
_REWORD_EVERY = 40


class GrowingStores:
    """A live store of a hundred facts at most; what is oldest leaves for the archive of the quarter."""

    def __init__(self, invention: Invention, writer: Writer) -> None:
        self._invention = invention
        self._writer = writer
        self._live: dict[int, int] = {}
        self._archive: dict[str, dict[int, int]] = {}
        self._known = 0

    def edit(self, position: int) -> Mapping[str, str]:
        """Return the new text of each file that an edit at this position changes."""
        facts = self._invention.facts
        while self._known < len(facts) and facts[self._known].created <= position:
            self._live[self._known] = 0
            self._known += 1
        if position % _REWORD_EVERY == 0:
            number = sorted(self._live)[position % len(self._live)]
            self._live[number] += 1
        return {"memory/continuity.md": self._writer.live_at(position, self._live), **self._archived(position)}

    def _archived(self, position: int) -> Mapping[str, str]:
        gone = sorted(self._live)[: max(len(self._live) - _LIVE, 0)]
        if not gone:
            return {}
        time = self._invention.times[position]
        quarter = f"{time.year}-Q{(time.month + 2) // 3}"
        archive = self._archive.setdefault(quarter, {})
        archive.update({number: self._live.pop(number) for number in gone})
        return {f"memory/archive/{quarter}.md": self._writer.archive_at(quarter, archive)}
