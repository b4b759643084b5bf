"""Puts a memory and its history together into one graph."""

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from verify.errors import GitError
from verify.git import Git
from verify.graph import Circumstances, MemoryGraph, Past
from verify.model.facts import NodeKind
from verify.model.location import BlobId, CommitId, Day
from verify.model.memory import Memory, Role
from verify.model.report import Evidence, StoreSummary
from verify.model.session import Session
from verify.model.store import StoreFormat
from verify.readers.agent_memory import read_memory
from verify.readers.code_history import GitCodeHistory
from verify.readers.declared import USUAL, Declared
from verify.readers.existence import Existence
from verify.readers.layout import role_of
from verify.readers.past_ledgers import lacking, with_ledgers
from verify.readers.repository import Repository

if TYPE_CHECKING:
    from verify.readers.anchored_code import AnchoredFiles

_EVIDENCE = {
    Role.SESSION: Evidence.SESSIONS,
    Role.MISNAMED: Evidence.SESSIONS,
    Role.POLICY: Evidence.POLICY,
    Role.ARCHIVE_INDEX: Evidence.ARCHIVE_INDEX,
    Role.VERSION: Evidence.VERSION,
}


def read_graph(
    repository: Repository,
    folder: str,
    *,
    history: bool,
    as_of: datetime | None = None,
    base: CommitId | None = None,
    declared: Declared = USUAL,
) -> MemoryGraph:
    """Read one memory, the decision records beside it and, where it is wanted and can be had, its history.

    ``base`` is the commit where the branch that is judged left another one; ``declared`` is what
    the configuration names.
    """
    git = repository.git if history else None
    name = _names(repository.head) if git else None
    memory = read_memory(repository.source, folder, name, declared, repository.records.files)
    incomplete = dict(_incomplete(memory))
    past = None
    reason = repository.no_history if history else "history was not asked for (--no-history)"
    if git and not reason:
        past, reason = _past(git, repository, memory, declared)
    if past is None:
        incomplete[Evidence.HISTORY] = reason
    incomplete |= lacking(memory, past, reason)
    sessions = tuple(s for s in memory.sessions if past is None or not past.is_postdated(s.stem))
    clock = as_of or clock_of(repository, sessions)
    circumstances = Circumstances(
        today=Day(clock.date().isoformat()) if clock else None,
        sessions=sessions,
        incomplete=incomplete,
        text_of=repository.log,
        has_file=Existence(repository.source),
        anchored=_anchored(repository, memory, history=history),
        code=GitCodeHistory(git, repository.head, repository.revision is not None) if past and git else None,
        base=base,
        others=declared.others,
    )
    return MemoryGraph(memory, past, circumstances)


def _names(head: CommitId | None) -> Callable[[bytes], BlobId]:
    """Return what names the content of a file as the repository does."""
    from verify.readers.history import blob_ids  # noqa: PLC0415 - many runs are without history

    return blob_ids("sha256" if head and len(head) > 40 else "sha1")


def _anchored(repository: Repository, memory: Memory, *, history: bool) -> "AnchoredFiles | None":
    """Return what reads the code that facts name; None if no fact names any."""
    if not any("anchors" in line for document in memory.documents for line in document.lines):
        return None
    # Few memories need what reads code.
    from verify.readers.anchored_code import AnchoredFiles  # noqa: PLC0415

    return AnchoredFiles(repository, memory.path, history=history)


def _past(git: Git, repository: Repository, memory: Memory, declared: Declared) -> tuple[Past | None, str]:
    if reason := no_past(git, repository, memory.path):
        return None, reason
    from verify.readers.history import read_history  # noqa: PLC0415 - see above

    try:
        on_top = None if repository.revision else repository.log
        history = read_history(git, repository.head, memory, repository.records, on_top=on_top)
        past = Past(with_ledgers(history, git, repository, declared.ledger_paths(memory.path)), memory.path)
        # The order of the logs is wanted by every check, so that an object missing there counts for all.
        _ = past.postdated
    except GitError as error:
        return None, str(error)
    return past, ""


def no_past(git: Git, repository: Repository, folder: str) -> str:
    """Return why the history of a folder cannot be read from here; empty if it can."""
    if inner := _own_repository(repository, folder):
        return f"{inner} is a repository of its own, whose history is not read from here"
    return "this clone is shallow: run `git fetch --unshallow`" if git.shallow else ""


def _own_repository(repository: Repository, folder: str) -> str | None:
    """Return the submodule, or other repository inside the one that is read, in which a folder lies."""
    parts = folder.split("/") if folder else []
    inside = ("/".join(parts[:length]) for length in range(1, len(parts) + 1))
    return next((place for place in inside if repository.source.holds(f"{place}/.git")), None)


def _incomplete(memory: Memory) -> Iterator[tuple[Evidence, str]]:
    unread = {record.path: record.unread for record in memory.records if record.unread}
    yield from ((Evidence.RECORDS, f"{path} {why}") for path, why in unread.items())
    for problem in memory.problems:
        reason = f"{problem.path} {problem.message.partition(';')[0]}"
        yield Evidence.FILES, reason
        if problem.path in memory.unread_ledgers:
            continue
        if problem.path in unread:
            yield from ((evidence, reason) for evidence in (Evidence.RECORDS, Evidence.FACTS))
            continue
        role = role_of(memory.path, problem.path or "") if problem.path else None
        if (problem.path or "").startswith(f"{memory.path}/sessions"):
            role = Role.SESSION
        if (problem.path or "").endswith(".agent/version.md"):
            role = Role.VERSION
        if role is not Role.OTHER:
            yield _EVIDENCE.get(role or Role.CONTINUITY, Evidence.FACTS), reason


def clock_of(repository: Repository, sessions: Sequence[Session]) -> datetime | None:
    """Return the commit time of a revision; else the later of HEAD's commit time and the newest session."""
    committed = moment(repository.head_time)
    times = [committed] if committed else []
    if repository.revision is None and sessions:
        times.append(_session_time(sessions[-1].stem))
    return max(times, default=None)


def moment(seconds: int | None) -> datetime | None:
    """Return a time given in seconds since 1970; None if there is none, or none that a calendar has."""
    try:
        return datetime.fromtimestamp(seconds, UTC) if seconds is not None else None
    except (OverflowError, ValueError, OSError):
        return None


def _session_time(stem: str) -> datetime:
    timed = stem[11:17].isdigit() and len(stem) >= 17
    return datetime.fromisoformat(f"{stem[:10]}T{stem[11:17] if timed else '235959'}+00:00")


def summary(folder: str, graph: MemoryGraph | None) -> StoreSummary:
    """Return what the report says of one memory; one without a graph was not checked."""
    facts = sum(1 for fact in graph.live if fact.kind is not NodeKind.VISION) if graph else 0
    archived, sessions = (len(graph.archived), len(graph.sessions)) if graph else (0, 0)
    counts = (("facts", facts), ("archived", archived), ("sessions", sessions))
    return StoreSummary(StoreFormat.AGENT_MEMORY, folder, graph is not None, counts)
