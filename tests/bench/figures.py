"""Medians, ratios and growth of what was measured."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tests.bench.contenders import PEER, READING, Contender
from tests.bench.inputs import Input
from tests.bench.measure import Usage, measure
from tests.bench.processes import count_processes


@dataclass(frozen=True, slots=True)
class Growth:
    """How much more CPU time than on the next smaller input, and how much more there was to read."""

    measured: float
    linear: float


@dataclass(frozen=True, slots=True)
class Row:
    """One command on one input; ``samples`` are the CPU seconds of each run, ``peak`` counts bytes.

    ``processes`` is the number of git processes, where it was counted.
    """

    contender: Contender
    samples: tuple[float, ...]
    seconds: float
    ratio: float
    peak: int
    status: int
    complaint: str
    failed: bool
    growth: Growth | None = None
    processes: int | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """Everything measured on one input."""

    subject: Input
    rows: tuple[Row, ...]

    @property
    def medians(self) -> Mapping[str, float]:
        """The CPU seconds of each row."""
        return {row.contender.name: row.seconds for row in self.rows}


def run(subject: Input, wanted: Sequence[Contender], smaller: Result | None, place: Path) -> Result:
    """Measure one input in alternating runs, and compare it with the next smaller one."""
    rounds = [[_measured(one, place) for one in wanted] for _ in range(subject.runs)]
    names = [one.name for one in wanted]
    reference = [usages[names.index(PEER if PEER in names else READING)] for usages in rounds]
    rows = [
        _row(one, [usages[at] for usages in rounds], reference, _growth(subject, smaller, one.name))
        for at, one in enumerate(wanted)
    ]
    counted = (count_processes(one, place) if one.counted else None for one in wanted)
    return Result(subject, tuple(replace(row, processes=count) for row, count in zip(rows, counted, strict=True)))


def _measured(contender: Contender, place: Path) -> Usage:
    if contender.prepare:
        contender.prepare(place)
    return measure(contender.command, place, keeps=contender.keeps)


@dataclass(frozen=True, slots=True)
class _Scale:
    """What the next smaller input cost, and how much more there is to read now."""

    before: float
    linear: float


def _growth(subject: Input, smaller: Result | None, name: str) -> _Scale | None:
    if smaller is None or name not in smaller.medians:
        return None
    if subject.commits and smaller.subject.commits:
        return _Scale(smaller.medians[name], subject.commits / smaller.subject.commits)
    return _Scale(smaller.medians[name], subject.size / max(smaller.subject.size, 1))


def _row(contender: Contender, usages: Sequence[Usage], reference: Sequence[Usage], scale: _Scale | None) -> Row:
    seconds = median([usage.seconds for usage in usages])
    worst = next((usage for usage in usages if usage.failed), usages[-1])
    ratios = [_quotient(usage.seconds, other.seconds) for usage, other in zip(usages, reference, strict=True)]
    return Row(
        contender=contender,
        samples=tuple(usage.seconds for usage in usages),
        seconds=seconds,
        ratio=median(ratios),
        peak=max(usage.peak for usage in usages),
        status=worst.status,
        complaint=worst.complaint if worst.failed else "",
        failed=worst.failed,
        growth=Growth(_quotient(seconds, scale.before), scale.linear) if scale else None,
    )


def median(values: Sequence[float]) -> float:
    """Return the middle value, or the mean of the two in the middle."""
    ordered, half = sorted(values), len(values) // 2
    return ordered[half] if len(values) % 2 else (ordered[half - 1] + ordered[half]) / 2


def _quotient(value: float, by: float) -> float:
    return value / by if by else 0.0
