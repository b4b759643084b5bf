"""Data of people in the memory."""

from collections.abc import Iterator

from checks.exposure import exposed
from verify.check import check
from verify.graph import MemoryGraph
from verify.model.report import Evidence, Hit, Severity
from verify.secrets import personal_data as find


@check(Severity.WARNING, uses=(Evidence.FILES,))
def personal_data(graph: MemoryGraph) -> Iterator[Hit]:
    """A memory file holds data of a person.

    ## What it finds
    E-mail addresses (not of robots, `git@` or example domains), home folders (not of CI and placeholder
    accounts), phone numbers, payment cards that pass the Luhn test, and social-security shapes. One
    finding a file and kind, at its first line; the value is never shown. A line tagged
    `lint:allow-secret-material` is suppressed and counted.

    ## Why it matters
    The memory is committed and shared; people did not agree to that.

    ## How to fix
    Replace the value by `(REDACTED)` or by a role.
    """
    yield from exposed(graph, find, "Replace the value by (REDACTED) or by a role.")
