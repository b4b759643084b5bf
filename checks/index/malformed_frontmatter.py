"""Front matter that cannot be read."""

from collections.abc import Iterator

from verify.check import check
from verify.graph.index import IndexGraph
from verify.model.location import Location
from verify.model.report import Hit, Severity


@check(Severity.ERROR, Severity.WARNING)
def malformed_frontmatter(graph: IndexGraph) -> Iterator[Hit]:
    """The front matter of a memory file or a rule has no end, or is no YAML.

    ## What it finds
    Front matter that nothing ends: an error. What a strict reader of YAML refuses: a warning, such as an
    unquoted colon in a description, an unquoted `**/*.ts`, a tag, a tab, a repeated key, or a list instead
    of keys. Memory files of all stores and `.claude/rules/**/*.md` are read. A line of dashes above a
    text is no front matter.

    ## Why it matters
    A tool that reads YAML strictly loses all of it: the name, the description by which the memory is
    chosen, or the paths for which a rule holds.

    ## How to fix
    Put the value in quotes, or close the front matter with `---`.
    """
    for path, front in graph.fronts:
        if front.open or front.refusal:
            yield Hit(
                subject=path,
                location=Location(path, front.refused_at, 1, front.refused_at),
                message=f"the front matter of {path} " + _told(front.refusal),
                fix="Put the value in quotes, or close the front matter with `---`.",
                grade=1 if front.refusal else 0,
            )
        elif front.unread:
            yield Hit(path, Location(path), "", "", unchecked=f"{path} {front.unread}")


def _told(refusal: str) -> str:
    return f"is no YAML: {refusal}" if refusal else "has no end"
