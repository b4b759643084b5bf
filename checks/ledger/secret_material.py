"""Credentials in the memory."""

from collections.abc import Iterator

from checks.exposure import exposed
from verify.check import check
from verify.graph import MemoryGraph
from verify.model.report import Evidence, Hit, Severity
from verify.secrets import credentials


@check(Severity.ERROR, uses=(Evidence.FILES,))
def secret_material(graph: MemoryGraph) -> Iterator[Hit]:
    """A memory file holds a credential.

    ## What it finds
    Tokens of known shapes, private keys, passwords in addresses, authorization headers, and credential
    names with a literal value behind them, in any Markdown file of the memory. Placeholders such as
    `${VAR}`, `(REDACTED)` or `your-api-key-here` are safe. One finding a file and kind, at its first
    line; the value is never shown. A line tagged `lint:allow-secret-material` is suppressed and counted.

    ## Why it matters
    The memory is committed and shared; whatever is pasted into it ships to every clone.

    ## How to fix
    Replace the value by `(REDACTED)` and change the credential where it is used: git remembers the old
    one.
    """
    yield from exposed(graph, credentials, "Replace the value by (REDACTED), and change the credential.")
