"""Which sessions reference which id, and the arithmetic that follows from it."""

from bisect import bisect_right
from collections.abc import Callable, Sequence

from verify.model.location import Day, FactId, Stem
from verify.model.session import Mention, Session

_NEVER: tuple[int, ...] = ()


class Usage:
    """The use of every id, by position of the session (from 0, by stem)."""

    def __init__(self, sessions: Sequence[Session], is_id: Callable[[str], bool]) -> None:
        self._sessions = sessions
        self._positions: dict[str, list[int]] = {}
        positions, others = self._positions, set[str]()
        for position, session in enumerate(sessions):
            for token in used_tokens(session):
                if (known := positions.get(token)) is not None:
                    known.append(position)
                elif token not in others and is_id(token):
                    positions[token] = [position]
                else:
                    others.add(token)

    def positions(self, fact: FactId) -> Sequence[int]:
        """Return the positions of the sessions that reference an id."""
        return self._positions.get(fact, _NEVER)

    def sessions_since(self, fact: FactId) -> int | None:
        """Return sslu, the number of sessions after the last one that references it; None if none does."""
        used = self.positions(fact)
        return len(self._sessions) - 1 - used[-1] if used else None

    def uses(self, fact: FactId, within: int | None = None) -> int:
        """Count the sessions that reference it, among the first ``within`` sessions or all."""
        used = self.positions(fact)
        return len(used) if within is None else bisect_right(used, within - 1)

    def last_used(self, fact: FactId, within: int | None = None) -> Day | None:
        """Return the day of the last session that references it, among the first ``within`` or all."""
        count = self.uses(fact, within)
        return self._sessions[self.positions(fact)[count - 1]].day if count else None

    def last_session(self, fact: FactId) -> Stem | None:
        """Return the last session that references it."""
        used = self.positions(fact)
        return self._sessions[used[-1]].stem if used else None


def used_tokens(session: Session) -> set[str]:
    """Return the tokens of a session that are uses, if they are ids."""
    # Not by a call for each mention, of which there are very many.
    return {m.token for m in session.mentions if not m.replaced and (m.listed or "-" in m.token)}


def is_use(mention: Mention) -> bool:
    """Whether a mention, if it is an id, is a use: a single word counts only where an id is expected."""
    return not mention.replaced and (mention.listed or "-" in mention.token)
