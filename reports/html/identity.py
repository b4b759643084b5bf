"""Which memories in which state a page is about, so that two pages can be told apart."""

from collections.abc import Mapping

from reports.text.findings import short_commit
from verify.model.dossier import Dossier
from verify.model.report import Report

_NAMED = 3


def identity(dossier: Dossier) -> Mapping[str, str]:
    """Return memories and state in a few words, and the state in more.

    Neither the name of a clone nor a branch is told: the same commit gives the same page in every clone.
    """
    report, head = dossier.report, dossier.head
    files = "the files as they stood, committed or not"
    if report.revision:
        at, state = f"commit {short_commit(report.revision)}", f"commit {report.revision}"
    elif head:
        at, state = f"work tree on {short_commit(head)}", f"{files}, on top of commit {head}"
    else:
        at, state = f"files as of {report.as_of}" if report.as_of else "", files
    told = (*_memories(report), f"since {report.since}" if report.since else "", at)
    return {"short": ", ".join(part for part in told if part), "state": state}


def _memories(report: Report) -> list[str]:
    paths = [store.path or "." for store in report.stores if store.checked]
    rest = len(paths) - _NAMED
    return [*paths[:_NAMED], *([f"{rest} more"] if rest > 0 else [])] or ["no memory"]
