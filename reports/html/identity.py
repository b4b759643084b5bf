"""Which memories in which state a page is about, so that two pages can be told apart."""

from collections.abc import Mapping

from reports.text.findings import short_commit
from verify.model.dossier import Dossier

_NAMED = 3


def identity(dossier: Dossier) -> Mapping[str, str]:
    """Return the memories and the state, each in a few words, and the state in a sentence.

    Neither the name of a clone nor a branch is told: the same commit gives the same page in every clone.
    """
    report, head = dossier.report, dossier.head
    if report.revision:
        return _about(dossier, f"at {short_commit(report.revision)}", f"commit {report.revision}")
    files = "the files as they stood, committed or not"
    if head:
        return _about(dossier, f"on top of {short_commit(head)}", f"{files}, on top of commit {head}")
    return _about(dossier, "", files)


def _about(dossier: Dossier, at: str, state: str) -> Mapping[str, str]:
    return {"memories": _memories(dossier), "at": at, "state": state}


def _memories(dossier: Dossier) -> str:
    paths = [store.path or "." for store in dossier.report.stores if store.checked]
    rest = len(paths) - _NAMED
    return ", ".join(paths[:_NAMED]) + (f" and {rest} more" if rest > 0 else "") or "no memory"
