"""The figures as one table, and as JSON."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict

from tests.bench.contenders import PEER
from tests.bench.figures import Result, Row
from tests.bench.large import LargeGraph
from tests.bench.long_ledger import LongLedger
from tests.bench.machine import Machine

_MEBI = 1024 * 1024
_LINE = "{:<24}{:<20}{:>5}{:>9}{:>8}{:>10}{:>5}{:>8}{:>8}{:>7}"
_TITLES = ("input", "command", "runs", "CPU s", "ratio", "peak MiB", "git", "growth", "linear", "exit")


def render_table(machine: Machine, results: Sequence[Result]) -> str:
    """Return the table with what stands above and below it."""
    peer = any(row.contender.name == PEER for result in results for row in result.rows)
    beside = "the peer" if peer else "reading"
    lines = [
        machine.summary,
        f"CPU: median of user and system time, children included. Ratio: to {beside}, within each run.",
        "Growth: CPU beside the next smaller synthetic memory; linear: its bytes, or commits, beside those.",
        "Git: processes that it starts, counted in one more run.",
        "",
        _LINE.format(*_TITLES),
        *(line for result in results for line in _lines(result)),
    ]
    return "\n".join(lines) + "\n"


def _lines(result: Result) -> Iterable[str]:
    subject = result.subject
    about = ("", f"{subject.files:,} files", f"{subject.size / _MEBI:.1f} MiB")
    for at, row in enumerate(result.rows):
        yield _line(subject.name if at == 0 else about[at] if at < len(about) else "", subject.runs, row)
        if row.failed:
            yield f"  ERROR: exit status {row.status}: {row.complaint or 'no complaint'}"


def _line(name: str, runs: int, row: Row) -> str:
    growth = (f"{row.growth.measured:.2f}", f"{row.growth.linear:.2f}") if row.growth else ("", "")
    processes = "" if row.processes is None else row.processes
    figures = (f"{row.seconds:.3f}", f"{row.ratio:.2f}", f"{row.peak / _MEBI:.1f}", processes)
    return _LINE.format(name, row.contender.name, runs, *figures, *growth, row.status).rstrip()


def render_json(
    machine: Machine, results: Sequence[Result], graphs: Sequence[LargeGraph], ledgers: Sequence[LongLedger]
) -> str:
    """Return every figure, single runs included."""
    inputs = [{**_about(result), "rows": [_figures(row) for row in result.rows]} for result in results]
    more = {"graphs": [asdict(one) for one in graphs], "ledgers": [asdict(one) for one in ledgers]}
    document = {"version": 1, "machine": asdict(machine), "inputs": inputs, **more}
    return json.dumps(document, indent=2) + "\n"


def _about(result: Result) -> dict[str, object]:
    subject = result.subject
    sizes = {"sessions": subject.sessions, "commits": subject.commits}
    named = {"name": subject.name, **sizes, "runs": subject.runs}
    return {**named, "files": subject.files, "bytes": subject.size, "git": subject.in_git}


def _figures(row: Row) -> dict[str, object]:
    return {
        "command": row.contender.name,
        "arguments": list(row.contender.command),
        "seconds": row.seconds,
        "samples": list(row.samples),
        "ratio": row.ratio,
        "peak_bytes": row.peak,
        "status": row.status,
        "error": row.complaint or "no complaint" if row.failed else None,
        "growth": asdict(row.growth) if row.growth else None,
        "git_processes": row.processes,
    }
