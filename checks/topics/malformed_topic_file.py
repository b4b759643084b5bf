"""A file of a workspace that is not what it must be."""

from collections.abc import Iterator

from verify.check import check
from verify.graph.topics import TopicsGraph
from verify.model.report import Evidence, Hit, Severity


@check(Severity.ERROR, Severity.WARNING, uses=(Evidence.FILES,))
def malformed_topic_file(graph: TopicsGraph) -> Iterator[Hit]:
    """An index, state, pointer, metrics or conversation file does not parse.

    ## What it finds
    `topic_files/index.json`, a `state.json`, `active-state.json` or `metrics.json` that is no single JSON
    object (a key that stands twice, `NaN`, text behind the end), or lacks what everything rests on: topics
    as an object or an array of objects, decisions as a list, each with an id. A line of a conversation or
    archive that is no JSON object. One finding a file, at its first bad line; nothing else is concluded
    from that file. A last line that was cut off while it was written, and a byte order mark, are warnings.

    ## Why it matters
    The tools stop at such a file, or take the last of two values and drop the first without a word.

    ## How to fix
    Restore the file from the last commit that had it whole, or mend the line by hand.
    """
    for flaw in graph.flaws:
        yield Hit(
            subject=flaw.subject,
            location=flaw.location,
            message=f"{flaw.location.path} {flaw.message}",
            fix=_fix(flaw.mild, flaw.message),
            grade=int(flaw.mild),
        )


def _fix(mild: bool, message: str) -> str:
    if not mild:
        return "Restore the file from a commit that had it whole, or mend the line."
    return "Save it without the mark." if "mark" in message else "Complete the last line, or remove it."
