"""A version manifest without a version."""

import re
from collections.abc import Iterator

from verify.check import check
from verify.graph import MemoryGraph
from verify.model.location import Location
from verify.model.memory import Role
from verify.model.report import Evidence, Hit, Severity

_VERSION = re.compile(r"- \*\*version:\*\*\s*\d{1,9}\.\d{1,9}\.\d{1,9}(?![\w.]*\w)", re.ASCII)


@check(Severity.ERROR, needs=Evidence.VERSION)
def version_manifest(graph: MemoryGraph) -> Iterator[Hit]:
    """The version manifest has no readable version.

    ## What it finds
    An `.agent/version.md` without a line `- **version:** X.Y.Z`. A repository without the file is an
    early one, and in order.

    ## Why it matters
    Upgrades of the memory layout start from this line. Without it they start from nothing.

    ## How to fix
    Write the line back, for example from the history of the file.
    """
    for document in graph.documents(Role.VERSION):
        lines = (line for number, line in enumerate(document.lines, 1) if number not in document.code)
        if not any(_VERSION.match(line) for line in lines):
            yield Hit(
                subject=document.path,
                location=Location(document.path),
                message="the manifest has no line `- **version:** X.Y.Z`",
                fix="Write the line back, for example from the history of the file.",
            )
