"""The check of a memory with a long ledger, beside the same with a tenth of the entries."""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.bench.contenders import checking
from tests.bench.measure import measure

_ROOT = Path(__file__).parents[2]
_MEBI = 1024 * 1024
_LINE = "{:>10}{:>7}{:>8}{:>9}{:>10}{:>13}{:>8}{:>8}{:>6}"
_TITLES = ("entries", "files", "MiB", "CPU s", "peak MiB", "bytes/entry", "growth", "linear", "exit")
_STEP = 10


@dataclass(frozen=True, slots=True)
class LongLedger:
    """One ledger, in so many files and bytes, and what ``check --no-history`` of its memory took."""

    entries: int
    files: int
    bytes: int
    seconds: float
    peak_bytes: int
    status: int
    error: str | None

    @property
    def bytes_per_entry(self) -> float:
        """The whole peak of the process, start-up and the largest file included, by the number of entries."""
        return self.peak_bytes / self.entries


def long_ledgers(entries: int, place: Path) -> Iterator[LongLedger]:
    """Yield a ledger with a tenth of so many entries and one with all of them; nothing if that is 0."""
    for size in (max(entries // _STEP, 1), entries) if entries else ():
        sys.stderr.write(f"measuring a ledger of {size:,} entries ...\n")
        path = place / f"ledger-{size}"
        command = [sys.executable, "-m", "tests.bench.decided", str(path), "--entries", str(size)]
        subprocess.run(command, cwd=_ROOT, check=True)
        usage = measure(checking(path), place)
        lengths = [file.stat().st_size for file in (path / "memory").glob("ledger*.jsonl")]
        error = usage.complaint or "no complaint" if usage.failed else None
        yield LongLedger(size, len(lengths), sum(lengths), usage.seconds, usage.peak, usage.status, error)


def render_ledgers(ledgers: Sequence[LongLedger]) -> str:
    """Return a table with a line for each ledger; nothing if there is none."""
    if not ledgers:
        return ""
    rows = [_row(ledger, ledgers[at - 1] if at else None) for at, ledger in enumerate(ledgers)]
    title = f"ledger of {ledgers[-1].entries:,} entries, check --no-history, one run each"
    return "\n".join(["", title, "", _LINE.format(*_TITLES), *rows]) + "\n"


def _row(ledger: LongLedger, smaller: LongLedger | None) -> str:
    comparable = smaller is not None and smaller.seconds > 0
    growth = f"{ledger.seconds / smaller.seconds:.1f}" if smaller and comparable else ""
    linear = f"{ledger.entries / smaller.entries:.1f}" if smaller else ""
    sizes = (f"{ledger.entries:,}", ledger.files, f"{ledger.bytes / _MEBI:.1f}")
    costs = (f"{ledger.seconds:.3f}", f"{ledger.peak_bytes / _MEBI:.1f}", f"{ledger.bytes_per_entry:.0f}")
    line = _LINE.format(*sizes, *costs, growth, linear, ledger.status)
    return f"{line}\n  ERROR: exit status {ledger.status}: {ledger.error}" if ledger.error else line
