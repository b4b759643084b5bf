"""The commits since another one, newest first, each with the log that it belongs to."""

from verify.graph import MemoryGraph
from verify.graph.stems import stem_of
from verify.model.snapshot import Aim, Cited, Section, Source, Statement, Topic
from verify.views.snapshot.changes import NO_COMMIT
from verify.views.titles import authored_day

_MOST = 60


def commits(graph: MemoryGraph, aim: Aim) -> Section:
    """Tell the commits that an aim calls recent."""
    past = graph.past
    if past is None or aim.since is None:
        return Section(Topic.COMMITS, (), NO_COMMIT, share=3)
    recent = [at for at in reversed(aim.recent) if past.commit_of(at)]
    told = tuple(_statement(graph, at) for at in recent[:_MOST])
    passed = (f"{len(recent) - _MOST} older commits",) if len(recent) > _MOST else ()
    return Section(Topic.COMMITS, told, "There is no commit since.", passed_over=passed, share=3)


def _statement(graph: MemoryGraph, at: int) -> Statement:
    commit = graph.history.commit(at)
    logs = [stem_of(path) for path in graph.history.logs_of(at)]
    log = (", logged by ", Cited(logs[0])) if logs else (", in no log",)
    merge = "merge, " if len(commit.parents) > 1 else ""
    words = (f"{authored_day(commit)}, {merge}", Cited(commit.subject), *log)
    return Statement(words, (Source(commit=commit.id),))
