"""What is read of ledgers besides their files, where there are any: few memories have one."""

from collections.abc import Sequence

from msgspec.structs import replace

from verify.git import Git
from verify.graph import Past
from verify.model.history import History
from verify.model.memory import Memory
from verify.model.report import Evidence
from verify.readers.declared import of_ledger
from verify.readers.repository import Repository


def with_ledgers(history: History, git: Git, repository: Repository, paths: Sequence[str]) -> History:
    """Return the history with what it tells of the ledgers that some commit touched."""
    touched = {change.path for commit in history.commits for changes in commit.changes for change in changes}
    known = [path for path in paths if any(of_ledger(one, path) for one in touched)]
    if not known:
        return history
    from verify.readers.ledger_history import read_ledger_past  # noqa: PLC0415

    saved = None if repository.revision else repository.content
    return replace(history, ledgers=read_ledger_past(git, history.commits, known, saved))


def lacking(memory: Memory, past: Past | None, no_history: str) -> dict[Evidence, str]:
    """Return the reasons why a ledger was not read as a whole, or could not be compared with anything."""
    if not memory.ledgers and not memory.unread_ledgers:
        return {}
    from verify.readers.ledger_evidence import missing_evidence  # noqa: PLC0415

    return missing_evidence(memory, past.history.ledgers if past else None, no_history)
