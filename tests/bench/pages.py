"""The files of a synthetic memory as text."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random

from tests.bench.invented import Invention

_TEXT = (
    "the a of to and in is for with that on as this by it from was are not be an at into which one when each only "
    "session review handler policy window trace route client branch commit schema adapter budget latency retry "
    "timeout message worker verified fixed renamed removed added measured confirmed deferred because before after "
    "`check` **v1.4.0** `src/parser.py` (#126) `status` *why* e.g. — →"
)
_WORDS = _TEXT.split()
_SECTIONS = ("Stack & Tools", "Conventions", "Key Decisions", "User Preferences", "Open Threads")
_VISION = "vision-synthetic"
_LOST_EVERY, _MISCOUNTED_EVERY = 500, 100


class Writer:
    """Writes each file of one invention."""

    def __init__(self, invention: Invention, chance: Random) -> None:
        self._invention = invention
        self._chance = chance
        self._sentences = [self._sentence() for _ in range(2000)]

    def stem(self, position: int) -> str:
        """Return the name of a session."""
        return self._invention.times[position].strftime("%Y-%m-%d-%H%M%S")

    def session(self, position: int) -> str:
        """Return a log of about 3.5 KB."""
        prose = "\n\n".join(self._prose(4) for _ in range(self._chance.randrange(4, 14)))
        head = f"# Session ({self.stem(position)})\n\n**Agent:** Synthetic\n\n## Summary\n\n{prose}\n"
        facts, numbers = self._invention.facts, self._invention.mentions[position]
        created = [facts[number].id for number in numbers if facts[number].created == position]
        used = [facts[number].id for number in numbers if facts[number].created < position]
        used += [f"lost-fact-{position:05d}"] if position % _LOST_EVERY == _LOST_EVERY - 1 else []
        return f"{head}\n## Memory References\n\n{_bullet('Created', created)}{_bullet('Referenced', used)}"

    def continuity(self) -> str:
        """Return the live store: one section after another, each with its share of the facts."""
        live = sorted(self._invention.live)
        last = self.stem(len(self._invention.times) - 1)
        state = f"- **project:** synthetic\n- **last_session:** {last[:10]} | agent: Synthetic ({last})\n"
        state += f"- **last_review:** {last[:10]} | through {last}\n- **vision:** `memory/vision.md`\n"
        shares = {title: live[at :: len(_SECTIONS)] for at, title in enumerate(_SECTIONS)}
        sections = "\n".join(f"## {title}\n\n{self._facts(share, title)}" for title, share in shares.items())
        return f"# Continuity — synthetic\n\n## Project State\n\n{state}\n{sections}"

    def vision(self) -> str:
        """Return the vision, with the footer of the document."""
        day = self.stem(0)[:10]
        footer = f"<!-- id: {_VISION} | created: {day} | last_used: {day} | uses: 1 | tier: core -->"
        head = f"# Vision — synthetic\n\n> {self._sentences[0]}\n>\n> {footer}\n"
        return f"{head}\n## What it should become\n\n{self._prose(5)}\n"

    def policy(self) -> str:
        """Return windows and budgets under which the memory is sound at any size."""
        window, sessions = self._invention.window, len(self._invention.times)
        lines = {
            "working_window": 3,
            "active_window": window // 2,
            "archive_window": window,
            "review_every": 10,
            "verify_invariants_every": sessions + 1,
            "continuity_max_facts": len(self._invention.live),
            "continuity_max_lines": 10 * len(self._invention.live) + 100,
        }
        return "# Decay policy\n\n" + "".join(f"- {name}: {value}\n" for name, value in lines.items())

    def quarters(self) -> dict[str, list[int]]:
        """Return the archived facts by the quarter in which each was created."""
        found: dict[str, list[int]] = {}
        for number, fact in enumerate(self._invention.facts):
            if number not in self._invention.live:
                time = self._invention.times[fact.created]
                found.setdefault(f"{time.year}-Q{(time.month + 2) // 3}", []).append(number)
        return found

    def archive(self, quarter: str, numbers: Sequence[int]) -> str:
        """Return the archive of one quarter."""
        return f"# Archive — {quarter}\n\n{self._facts(numbers, '')}"

    def index(self) -> str:
        """Return the archive index."""
        lines = (self._index_line(n, quarter) for quarter, numbers in self.quarters().items() for n in numbers)
        return "# Archive Index\n\n" + "".join(lines)

    def live_at(self, position: int, facts: Mapping[int, int]) -> str:
        """Return the live store as it read at a session; ``facts`` tells how often each was reworded."""
        stem = self.stem(position)
        state = f"- **project:** synthetic\n- **last_session:** {stem[:10]} | agent: Synthetic ({stem})\n"
        return f"# Continuity\n\n## Project State\n\n{state}\n## Key Decisions\n\n{self._reworded(facts, 'active')}"

    def archive_at(self, quarter: str, facts: Mapping[int, int]) -> str:
        """Return the archive of one quarter as far as it has grown."""
        return f"# Archive — {quarter}\n\n{self._reworded(facts, 'archived')}"

    def _reworded(self, facts: Mapping[int, int], tier: str) -> str:
        return "".join(self._reworded_fact(number, times, tier) for number, times in facts.items())

    def _reworded_fact(self, number: int, times: int, tier: str) -> str:
        fact = self._invention.facts[number]
        created = self.stem(fact.created)
        dates = f"created: {created[:10]} | last_used: {created[:10]} | uses: 1 | tier: {tier} | origin: {created}"
        words = (self._sentences[(number + 7 * step) % len(self._sentences)] for step in (times, -1))
        text = "\n  ".join(words)
        return f"- **{self._title(number)}.** {text}\n  <!-- id: {fact.id} | {dates} -->\n"

    def _index_line(self, number: int, quarter: str) -> str:
        fact = self._invention.facts[number]
        reason = "faded" if fact.successor is None else "superseded"
        return f"- {fact.id} — {self._sentences[number % 2000][:60].rstrip()} — {reason} — {quarter}.md\n"

    def _facts(self, numbers: Iterable[int], section: str) -> str:
        box, serves = ("[ ] ", f" → serves: {_VISION}") if section == "Open Threads" else ("", "")
        return "".join(
            f"- {box}**{self._title(number)}.** {self._chance.choice(self._sentences)}\n"
            f"  {self._chance.choice(self._sentences)}{serves}\n  <!-- {self._footer(number)} -->\n"
            for number in numbers
        )

    def _title(self, number: int) -> str:
        return self._invention.facts[number].id.replace("-", " ")

    def _footer(self, number: int) -> str:
        fact = self._invention.facts[number]
        created, last = self.stem(fact.created), self.stem(fact.used[-1])
        uses = len(fact.used) + (number % _MISCOUNTED_EVERY == 0)
        dates = f"created: {created[:10]} | last_used: {last[:10]} | uses: {uses} | tier: {self._tier(number)}"
        links = f" | supersedes: {self._invention.facts[fact.predecessor].id}" if fact.predecessor is not None else ""
        links += f" | superseded-by: {self._invention.facts[fact.successor].id}" if fact.successor is not None else ""
        return f"id: {fact.id} | {dates} | origin: {created}{links}"

    def _tier(self, number: int) -> str:
        fact, last = self._invention.facts[number], len(self._invention.times) - 1
        if fact.successor is not None:
            return "superseded"
        if last - fact.created <= 3 and len(fact.used) <= 1:
            return "working"
        return "active" if last - fact.used[-1] <= self._invention.window // 2 else "archive-candidate"

    def _prose(self, lines: int) -> str:
        return "\n".join(self._chance.choice(self._sentences) for _ in range(lines))

    def _sentence(self) -> str:
        return " ".join(self._chance.choice(_WORDS) for _ in range(self._chance.randrange(10, 20)))


def _bullet(label: str, ids: Sequence[str]) -> str:
    return f"- {label}: {', '.join(ids)}\n" if ids else ""
