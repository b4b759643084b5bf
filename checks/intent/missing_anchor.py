"""An anchor that holds nothing."""

from collections.abc import Iterator

from verify.check import check
from verify.graph import Anchored, MemoryGraph
from verify.model.anchor import Standing
from verify.model.report import Hit, Severity, Value


@check(Severity.ERROR)
def missing_anchor(graph: MemoryGraph) -> Iterator[Hit]:
    """A fact is anchored in code that does not exist.

    ## What it finds
    `anchors: path#symbol, path#Class.method, path` in the footer of a live fact that is neither done nor
    superseded, where the file or the symbol does not exist, or the path leaves the repository: absolute,
    by `..`, or by a symbolic link. Paths start at the root of the repository or where the memory folder
    lies. Symbols are found in Python, JavaScript, TypeScript, Go, Rust, Java, C and Bash: functions,
    methods (`Type.method`, also of Rust and Go), nested functions (`outer.inner`), classes, types,
    members, macros, constants and variables outside functions. Where several have one name, any will do;
    a default export, and what stands on `window`, need not be told in front.
    The path to which git saw the file renamed is offered, and symbols of a like name.

    *Not checked*: a symbol that stands somewhere in the code of the file, as a call or otherwise, but in no
    definition that is recognised; a symbol in a file of another language, that cannot be parsed, that is
    too large or whose grammar is not installed; a folder, a submodule, a link within the repository.

    ## Why it matters
    The anchor says where a decision is carried out. Without it nobody can tell whether it still is.

    ## How to fix
    Point the anchor to where the code went. If it is gone, the decision may be, too: supersede it.
    """
    for anchored in graph.anchors.all:
        standing = anchored.sighting.standing
        if standing is not Standing.FOUND:
            place = anchored.fact.location
            yield Hit(
                subject=anchored.fact.id,
                location=place,
                message=f"{anchored.fact.id} is anchored in {anchored.anchor}, {_claim(graph, anchored)}",
                values=(Value.of(str(anchored.anchor), place.line, place.column),),
                fix="Point the anchor to where the code went; if it is gone, supersede the fact.",
                unchecked=anchored.sighting.reason or None,
            )


def _claim(graph: MemoryGraph, anchored: Anchored) -> str:
    sighting = anchored.sighting
    if sighting.standing is Standing.OUTSIDE:
        return "which leaves the repository"
    if sighting.standing is Standing.NO_FILE:
        now = graph.anchors.renamed.get(sighting.path)
        return "and there is no such file" + (f"; git renamed it to {now}" if now else "")
    near = graph.anchors.nearest_symbol(anchored)
    return f"and {sighting.path} has no such symbol" + (f"; did you mean {near}?" if near else "")
