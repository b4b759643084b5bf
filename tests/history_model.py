"""What each commit of a small history holds, and the plan that plants it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from verify.planting import Plan, Step

INVARIANTS, DECISIONS, CONVENTIONS, ARCHIVE = "Architectural Invariants", "Key Decisions", "Conventions", "Archive"
_PLACES = {
    "continuity": (INVARIANTS, DECISIONS, CONVENTIONS, "Facts"),
    "choices": (DECISIONS, "Facts"),
    "archive/2026-Q2": (ARCHIVE,),
}


@dataclass(frozen=True)
class Text:
    """A word, in bold or not, with a remark around it or not."""

    word: str
    bold: bool = False
    remark: bool = False


@dataclass(frozen=True)
class Entry:
    """A fact in one commit."""

    text: Text
    section: str
    file: str = "continuity"
    tier: str = "working"
    created: str | None = "2026-04-01"
    origin: str | None = None

    @property
    def archived(self) -> bool:
        return self.section == ARCHIVE


@dataclass(frozen=True)
class Log:
    """A session in one commit."""

    body: str
    mentions: tuple[tuple[str, str], ...] = ()
    prose: tuple[str, ...] = ()


@dataclass(frozen=True)
class Moment:
    """One commit by number, or the work tree on top of the last one."""

    number: int
    branch: str | None
    date: datetime
    parents: tuple[int, ...]
    facts: Mapping[str, Entry]
    logs: Mapping[str, Log]


def plan(moments: Sequence[Moment]) -> Plan:
    """Return the plan that plants a history; commit ``n`` gets the tag ``cn``."""
    steps = [_step(moments, moment) for moment in moments]
    on_top = steps.pop() if moments[-1].branch is None else None
    return Plan(tuple(steps), working=on_top)


def _step(moments: Sequence[Moment], moment: Moment) -> Step:
    merged = moments[moment.parents[1]].branch if len(moment.parents) > 1 else None
    inherited = {stem for parent in moment.parents[:1] for stem in moments[parent].logs} if not merged else set()
    return Step(
        name=f"c{moment.number}",
        moment=moment.date,
        files=dict(_files(moment)),
        delete=[f"memory/sessions/{stem}.md" for stem in sorted(inherited - moment.logs.keys())],
        tag=f"c{moment.number}" if moment.branch else None,
        branch=moment.branch,
        merge=merged,
    )


def _files(moment: Moment) -> Iterator[tuple[str, str]]:
    for file, sections in _PLACES.items():
        parts = (f"## {s}\n\n{''.join(_items(moment, file, s))}" for s in sections)
        yield f"memory/{file}.md", "# Memory\n\n" + "\n".join(parts)
    for stem, log in moment.logs.items():
        prose = "".join(f"We spoke of {name}.\n" for name in log.prose)
        bullets = "".join(f"- {verb}: {name}\n" for verb, name in log.mentions)
        yield f"memory/sessions/{stem}.md", f"# Session\n\n{log.body}\n{prose}\n## Memory References\n\n{bullets}"


def _items(moment: Moment, file: str, section: str) -> Iterator[str]:
    for name, entry in moment.facts.items():
        if (entry.file, entry.section) == (file, section):
            keys = {"id": name, "tier": entry.tier, "created": entry.created, "origin": entry.origin}
            footer = " | ".join(f"{key}: {value}" for key, value in keys.items() if value)
            yield f"- {_sentence(entry.text)}\n  <!-- {footer} -->\n"


def _sentence(text: Text) -> str:
    plain = f"It goes by **{text.word}**." if text.bold else f"It goes by {text.word}"
    return f"Long since: {plain} Nobody asked." if text.remark else plain
