"""A count of exchanges that fits nothing."""

from collections.abc import Iterator, Sequence
from itertools import accumulate

from verify.check import check
from verify.graph.topics import TopicsGraph
from verify.model.report import Evidence, Hit, Severity
from verify.model.topics import Conversation, Layout


@check(Severity.WARNING, needs=Evidence.TOPICS, uses=(Evidence.EXCHANGES,))
def wrong_exchange_count(graph: TopicsGraph) -> Iterator[Hit]:
    """The index counts another number of exchanges than there are.

    ## What it finds
    Where the index is an object: an `exchangeCount` of the index that is neither the number of lines of the
    conversation nor that together with the lines of the newest archives, however many: a compaction keeps
    the sum, the logger and a spawn go back to the lines. Where it is an array: one that is neither the
    number of exchanges nor that of all lines. The count in the state is not looked at, as some tools do not
    keep it. Nothing is said of a topic without conversation, with a malformed file, or whose conversation
    git would ignore.

    ## Why it matters
    A count that fits nothing shows that lines were lost or added without the tools.

    ## How to fix
    Look in git for what was lost. If nothing was, write the number of lines.
    """
    for entry in graph.by_id.values():
        conversation = graph.exchanges.conversation(entry.id)
        if conversation is None or entry.exchange_count is None or graph.is_damaged(entry.id):
            continue
        archives = graph.exchanges.archives(entry.id)
        if entry.exchange_count not in _fitting(conversation, archives, graph.index.layout):
            if entry.id in graph.private:
                continue
            yield Hit(
                subject=entry.id,
                location=entry.location,
                message=f"the index counts {entry.exchange_count} exchanges in {entry.id}, but there are "
                f"{_told(conversation, archives, graph.index.layout)}",
                fix="Look in git for lost lines; if nothing is lost, write the number of lines.",
            )


def _fitting(conversation: Conversation, archives: Sequence[Conversation], layout: Layout) -> set[int]:
    lines = len(conversation.lines)
    if layout is Layout.PROTOCOL:
        return {lines, _exchanges(conversation)}
    newest_first = (len(archive.lines) for archive in reversed(archives))
    return set(accumulate(newest_first, initial=lines))


def _exchanges(conversation: Conversation) -> int:
    return sum(1 for line in conversation.lines if line.role is not None)


def _told(conversation: Conversation, archives: Sequence[Conversation], layout: Layout) -> str:
    lines = len(conversation.lines)
    if layout is Layout.PROTOCOL:
        return f"{_exchanges(conversation)} exchanges on {lines} lines"
    archived = " + ".join(str(len(archive.lines)) for archive in archives)
    return f"{lines} in the conversation" + (f" and {archived} in the archives" if archives else "")
