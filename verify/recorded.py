"""What a baseline covers, which of its entries cover nothing any more, and what it is to say next."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from verify.baseline import NEVER, Entry, Key, key_of
from verify.check import Check, Tier
from verify.model.location import Location
from verify.model.report import Finding, Hit, Report, Severity, StoreSummary
from verify.secrets import redact

UNUSED_BASELINE_ENTRY = Check(
    name="unused-baseline-entry",
    family="configuration",
    severities=(Severity.NOTE,),
    tier=Tier.DEFAULT,
    needs=None,
    uses=(),
    options={},
    manual="""Reports an entry of the baseline that covers nothing any more.

    ## What it finds
    A line of the baseline that matches no finding, or fewer than it counts. Entries of checks that gave no
    full answer in this run, or of a memory that was not read, are left alone. It is a note, so that the commit
    that repairs something is never blocked for it.

    ## Why it matters
    A baseline is there to shrink. What it still covers after the repair would hide the same fault when it
    comes back.

    ## How to fix
    Run `verify baseline --update`, which removes such lines and adds none, or remove the line by hand.
    """,
    run=lambda graph: iter(()),
)


class Covered(Struct, frozen=True):
    """Findings, with those marked that the baseline covers, and how many each entry could cover besides."""

    findings: tuple[Finding, ...]
    left: Counter[Key]


def cover(entries: Sequence[Entry], findings: Iterable[Finding]) -> Covered:
    """Mark what the entries cover: of as many as one counts, no more, and nothing that is suppressed already."""
    reasons = {entry.key: redact(entry.reason) for entry in entries}
    left = Counter({entry.key: entry.count for entry in entries})
    marked = []
    for finding in findings:
        key = key_of(finding)
        if not finding.suppressed and left[key] > 0:
            left[key] -= 1
            marked.append(replace(finding, reason=reasons[key], baselined=True))
        else:
            marked.append(finding)
    return Covered(tuple(marked), left)


def idle_entries(entries: Iterable[Entry], covered: Covered) -> Iterator[Hit]:
    """Yield a hit for each entry that could cover more than there is."""
    for entry in entries:
        if left := covered.left[entry.key]:
            rest = f"{entry.count - left} of the {entry.count} findings that it counts"
            place = f" in {entry.path}" if entry.path else ""
            about = f"the entry of {entry.check} for {entry.subject}{place}"
            yield Hit(
                subject=entry.subject,
                location=entry.location,
                message=f"{about} covers {'nothing any more' if left == entry.count else rest}",
                fix="Run `verify baseline --update`, or mend the line by hand.",
            )


def judged(entries: Iterable[Entry], answered: Collection[str], stores: Sequence[StoreSummary]) -> list[Entry]:
    """Return the entries of which this run can tell whether they cover anything.

    Beside memories that were not read, an entry without a path could be about one of those.
    """
    read = [store.path for store in stores if store.checked]
    whole = len(read) == len(stores)
    return [e for e in entries if e.check in answered and (whole or any(is_below(e.path, path) for path in read))]


def is_below(path: str, folder: str) -> bool:
    """Whether a path lies in a folder of a memory; a memory that is the whole repository holds only its own files."""
    return bool(folder) and path.startswith(f"{folder}/")


def recorded(findings: Iterable[Finding], reason: str, file: str) -> list[Entry]:
    """Return the entries that cover these findings."""
    counts = Counter(key_of(finding) for finding in findings)
    return [Entry(*key, count, reason, Location(file, 1)) for key, count in counts.items()]


def shrunk(entries: Sequence[Entry], report: Report) -> list[Entry]:
    """Return the entries with what they still cover, as they are where this run cannot tell."""
    answered = {result.check for result in report.checked if result.reason is None}
    sure = {entry.key for entry in judged(entries, answered, report.stores)}
    counts = Counter(key_of(finding) for finding in report.findings if finding.baselined)
    least = {entry.key: 0 if entry.key in sure else entry.count for entry in entries}
    kept = (replace(entry, count=max(counts[entry.key], least[entry.key])) for entry in entries)
    return [entry for entry in kept if entry.count]


def recordable(report: Report) -> list[Finding]:
    """Return the findings that a baseline can take in: an idle ignore or entry is removed instead."""
    never = NEVER | {page.check for page in report.manual if page.family == "configuration"}
    return [finding for finding in report.findings if not finding.suppressed and finding.check not in never]
