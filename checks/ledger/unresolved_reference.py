"""A reference to an id that nobody knows."""

import re
from collections.abc import Iterator

from verify.check import check
from verify.graph import MemoryGraph
from verify.model.location import Location
from verify.model.report import Evidence, Hit, Severity

_ID_SHAPE = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)+")
_FIX = (
    "Correct it in the newest log. An older log stays as it is: record the use again in the next one, and write an "
    "[[ignore]] with that reason into verify.toml."
)


@check(Severity.WARNING, needs=Evidence.HISTORY)
def unresolved_reference(graph: MemoryGraph) -> Iterator[Hit]:
    """A session references an id that does not exist and never did.

    ## What it finds
    A word in kebab-case with a hyphen and no dot, in *id position* of a *Memory References* section,
    that is no id now or in history. Id position: first behind the label of a bullet, or behind `,`, `+`
    or `;` outside parentheses, and followed by nothing, a remark in parentheses or one of `— - : . →`;
    the first thing of a bullet without label; a bullet that is nothing but a code span or `[[id]]`. A
    word followed by another word is prose.

    ## Why it matters
    A use that is booked on a misspelt id is lost for the real one, which then fades too early.

    ## How to fix
    Correct the id in the log if it is the newest one. Older logs stay as they are: record the use again
    in the next log, and give the finding an `[[ignore]]` with that reason in the configuration.
    """
    for session in graph.sessions:
        for mention in session.mentions:
            token = mention.token
            unknown = mention.listed and _ID_SHAPE.fullmatch(token) and not graph.is_id(token)
            if unknown and not graph.was_id(token) and not graph.session(token):
                near = graph.nearest_id(token)
                yield Hit(
                    subject=token,
                    location=Location(session.path, mention.line, mention.column, mention.line),
                    message=f"{token} is no id, now or in history" + (f"; did you mean {near}?" if near else ""),
                    fix=_FIX,
                    rests_on=(Evidence.FACTS, Evidence.LEDGER),
                )
