"""A line of the ledger that is no entry."""

from collections.abc import Iterator

from verify.check import check
from verify.graph import MemoryGraph
from verify.model.location import Location
from verify.model.report import Evidence, Hit, Severity


@check(Severity.ERROR, Severity.WARNING, uses=(Evidence.LEDGER,))
def bad_entry(graph: MemoryGraph) -> Iterator[Hit]:
    """A line of the ledger is no sound entry, or the end of the file is torn off.

    ## What it finds
    A line that is no JSON object, has a key twice, holds NaN, half of a surrogate pair or an integer that
    not every reader can hold; one with a missing or unknown key, a value of a wrong type, or an id that
    stood before. One finding a line. A last line without a line feed is a torn tail, a warning: what
    stands before it is verified all the same. So are a byte order mark and carriage returns, told once
    a file: they are part of what is hashed. In a ledger of another origin only the JSON and the declared
    fields are looked at.

    ## Why it matters
    Two readers may see two different records in one malformed line, and agree on its digest.

    ## How to fix
    Take the file from the newest commit in which it was sound, and append again what came later. Remove
    a torn tail, and append its entry anew.
    """
    for log in graph.decision_logs:
        for file in log.ledger.files:
            for fault in file.faults:
                name = f"the entry {fault.id}" if fault.id else f"line {fault.line}"
                yield Hit(
                    subject=fault.id or file.path,
                    location=Location(file.path, fault.line, 1, fault.line),
                    message=f"{name} {fault.message}",
                    fix="Remove the torn tail." if fault.tolerable else "Take the line from a sound commit.",
                    grade=1 if fault.tolerable else 0,
                )
