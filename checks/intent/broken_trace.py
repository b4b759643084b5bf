"""Work that reaches no vision."""

from collections.abc import Iterator

from verify.check import check
from verify.graph import Break, BrokenClimb, Claimed, MemoryGraph
from verify.model.facts import Store
from verify.model.report import Evidence, Hit, Related, Severity

_FIX = "Say `→ serves: ID` with a vision, or for a decision a blueprint, that is in force."


@check(Severity.ERROR, Severity.WARNING, uses=(Evidence.HISTORY,))
def broken_trace(graph: MemoryGraph) -> Iterator[Hit]:
    """A blueprint, decision or invariant does not climb to a vision, or a commit serves what never was.

    ## What it finds
    An open blueprint that does not say what it serves. A blueprint, decision or invariant that serves or
    realizes something which is no blueprint and no vision, or from where no vision is reached. One that
    ends at a superseded vision; finished work, and what rests on it, may keep the vision of its time.
    With several targets one good climb is enough. A commit whose trailer `Serves:`, `Realizes:` or
    `Decision:` names an id that did not exist in that commit and is that of no entry of a ledger; `none`
    with a remark is an answer, and prose names no id. While the vision is a draft these are warnings. A
    target that is no id is left to `dangling-link`; an archived fact is what it was when it was live.

    ## Why it matters
    Nobody can tell whether work is still wanted when it does not say what for.

    ## How to fix
    Say `→ serves: ID` with a vision, or for a decision a blueprint, that is in force. The message of a
    commit cannot be mended; ignore it in the configuration by `commit = "ID"`, and say what was meant.
    """
    grade = 1 if graph.draft_place else 0
    for broken in graph.intent.broken_climbs:
        yield _climb(graph, broken, grade)
    for thread in graph.intent.nameless_blueprints:
        message = "an open blueprint without an id does not say what it serves"
        yield Hit(thread.block.path, thread.block, message, _FIX, grade=grade, rests_on=(Evidence.FACTS,))
    for claimed in graph.past.claims if graph.past else ():
        if not claimed.facts and not claimed.claim.names_record and not graph.is_entry(claimed.claim.target):
            yield _trailer(graph, claimed, grade)


def _climb(graph: MemoryGraph, broken: BrokenClimb, grade: int) -> Hit:
    fact, end = broken.fact, graph.intent.facts[broken.end]
    where = "" if end.id == fact.id else f" ends at {end.id}, which"
    itself = broken.how is Break.SERVES_NOTHING and not where
    what = " is open and serves nothing" if itself else f"{where} {broken.how.value}"
    return Hit(
        subject=fact.id,
        location=fact.location,
        message=f"the {fact.kind.value} {fact.id}{'' if itself else ' climbs to no vision: its chain'}{what}",
        fix=_FIX,
        related=(Related(end.location, "here it ends"),) if where else (),
        grade=grade,
        rests_on=(Evidence.FACTS, Evidence.HISTORY) if end.store is Store.ARCHIVE else (Evidence.FACTS,),
    )


def _trailer(graph: MemoryGraph, claimed: Claimed, grade: int) -> Hit:
    key, target = claimed.claim.key.capitalize(), claimed.claim.target
    commit = graph.history.commit_of(claimed.claim.at)
    near = graph.nearest_id(target)
    hint = f"; did you mean {near}?" if near else ""
    return Hit(
        subject=commit or "",
        location=None,
        message=f"the trailer '{key}: {target}' names an id that did not exist in that commit{hint}",
        fix="Name an id that exists; what is committed already can only be ignored, by its commit, with a reason.",
        grade=grade,
        rests_on=(Evidence.LEDGER,),
        commit=commit,
    )
