"""A mood where work should stand."""

import re
from collections.abc import Iterator

from verify.check import Tier, check
from verify.graph.topics import TopicsGraph
from verify.model.location import Location
from verify.model.report import Evidence, Hit, Severity

_EMOTION = re.compile(
    r"\b(?:afraid|amazing|angry|anxious|annoyed|awesome|delighted|disappointed|excited|frustrated|"
    r"frustrating|furious|glad|grateful|happy|hopeful|nervous|overwhelmed|proud|relieved|sad|scared|"
    r"stressed|thrilled|upset|worried)\b",
    re.IGNORECASE,
)
_EVIDENCE = re.compile(r"`|[\w.-]/[\w.-]|\b\w+\.[a-z]{1,5}\b|\b\w*\d\w*\b|#\d|\b(?:topic|dec|task)_\w")


@check(Severity.NOTE, tier=Tier.ADVISORY, needs=Evidence.TOPICS, uses=(Evidence.CONTEXTS,))
def sentiment_in_state(graph: TopicsGraph) -> Iterator[Hit]:
    """An item of a `where-are-we.md` tells of a mood and of nothing that can be looked up.

    ## What it finds
    An item with one of a closed list of emotion words, and without a file, a command, a number or an id. It
    is wrong where the mood of somebody is the matter.

    ## Why it matters
    A mood that is handed on from session to session colours work that it has nothing to do with.

    ## How to fix
    Write what happened, and where it can be seen.
    """
    for notes in graph.workspace.where_are_we:
        for item in notes.items:
            word = _EMOTION.search(item.text[:1000])
            if word and not _EVIDENCE.search(item.text[:1000]):
                yield Hit(
                    subject=notes.topic,
                    location=Location(notes.path, item.line),
                    message=f"{word.group().lower()!r} is a mood; the item names nothing that can be looked up",
                    fix="Write what happened, and where it can be seen.",
                )
