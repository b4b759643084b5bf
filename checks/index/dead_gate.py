"""A rule that is never loaded."""

from collections.abc import Iterator

from verify.check import check
from verify.graph.index import Gate, IndexGraph
from verify.model.location import Location
from verify.model.report import Hit, Severity


@check(Severity.WARNING)
def dead_gate(graph: IndexGraph) -> Iterator[Hit]:
    """The `paths` of a rule match no file of the repository.

    ## What it finds
    A file below `.claude/rules/` whose `paths` match nothing that git tracks, if one of them begins with the
    name of a folder (`web/**`), or if the list is empty. One dead pattern among live ones is no finding,
    nor is a bare kind of file (`**/*.cs`): such rules are carried from project to project. *Not checked*
    where the front matter is no YAML, and without git.

    ## Why it matters
    The rule was meant for code that was moved or renamed. It is never loaded, and nobody misses it.

    ## How to fix
    Correct the pattern, or remove the rule.
    """
    for gate in graph.gates:
        yield Hit(
            subject=gate.path,
            location=Location(gate.path, gate.line, 1, gate.line),
            message=_told(gate),
            fix="Correct the pattern, or remove the rule.",
            unchecked=gate.unchecked,
        )


def _told(gate: Gate) -> str:
    patterns = ", ".join(gate.patterns)
    return f"{gate.path} is for {patterns}, and git tracks no such file" if patterns else f"{gate.path} names no paths"
