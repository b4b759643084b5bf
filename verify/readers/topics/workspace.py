"""Reads every file of a TSVC workspace in one state."""

from collections.abc import Callable, Iterator
from typing import TypeVar

from msgspec import Struct, field

from verify.model.location import BlobId, Location
from verify.model.report import Problem
from verify.model.topics import Conversation, Flaw, Index, Layout, Workspace
from verify.readers.source import Source, decode
from verify.readers.topics.contexts import read_context, read_where_are_we
from verify.readers.topics.index import read_index
from verify.readers.topics.jsonl import read_exchanges
from verify.readers.topics.layout import FIXED, FOLDERS, INDEX, LOCK, FileRole, below, hides, role_of, topic_of
from verify.readers.topics.metrics import read_active_state, read_metrics
from verify.readers.topics.pending import read_pending
from verify.readers.topics.state import read_state
from verify.readers.topics.strict_json import MalformedError

_T = TypeVar("_T")
_CONVERSATIONS = {
    Layout.MANAGER: (FileRole.CONVERSATION, FileRole.ARCHIVE),
    Layout.PROTOCOL: (FileRole.PROTOCOL_CONVERSATION,),
    None: (FileRole.CONVERSATION, FileRole.ARCHIVE, FileRole.PROTOCOL_CONVERSATION),
}
_BLANK = " \t\r\n"


class _Files(Struct):
    """The texts of a workspace by role and path, and what was wrong with some."""

    texts: dict[FileRole, dict[str, str]] = field(default_factory=lambda: {role: {} for role in FileRole})
    blobs: dict[str, BlobId] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    flaws: list[Flaw] = field(default_factory=list)

    def parsed(self, role: FileRole, read: Callable[[str, str, str], _T]) -> Iterator[_T]:
        """Yield what each file of a role says; of one that is malformed only the flaw is kept."""
        for path, content in self.texts[role].items():
            topic = topic_of(path, role)
            try:
                yield read(path, topic, content)
            except MalformedError as error:
                self.flaws.append(Flaw(Location(path, error.line), topic, error.message, error.mild))


def read_workspace(source: Source, root: str, name: Callable[[bytes], BlobId] | None) -> Workspace:
    """Read a workspace; ``name`` tells how git calls a content."""
    files = _files(source, root, name)
    lock = below(root, LOCK)
    index = next(files.parsed(FileRole.INDEX, lambda path, _, content: read_index(path, content)), None)
    layout = index.layout if index else None
    states = files.parsed(FileRole.STATE, read_state) if layout is not Layout.PROTOCOL else ()
    active = files.parsed(FileRole.ACTIVE_STATE, lambda path, _, content: read_active_state(path, content))
    metrics = files.parsed(FileRole.METRICS, lambda path, _, content: read_metrics(path, content))
    return Workspace(
        root=root,
        index=index,
        unread="" if index else _unread(files, root),
        states=tuple(states),
        conversations=tuple(_conversations(files, layout)),
        stray=_stray(files, layout),
        contexts=tuple(files.parsed(FileRole.CONTEXT, read_context)),
        where_are_we=tuple(files.parsed(FileRole.WHERE_ARE_WE, read_where_are_we)),
        active=next(active, None),
        metrics=next(metrics, None),
        pending=read_pending(
            root,
            files.texts[FileRole.TRANSIENT],
            lock if source.holds(lock) else None,
            files.texts[FileRole.TELEMETRY].values(),
        ),
        # The list is filled while the files are read, and complete only now.
        flaws=tuple(sorted(files.flaws, key=lambda flaw: flaw.location.path)),
        problems=tuple(files.problems),
        paths=frozenset(path for texts in files.texts.values() for path in texts),
        blobs=files.blobs,
    )


def _files(source: Source, root: str, name: Callable[[bytes], BlobId] | None) -> _Files:
    files = _Files()
    roles: dict[str, FileRole] = {}
    for path in _listed(source, root):
        if isinstance(path, Problem):
            files.problems += [path] if path.path and hides(root, path.path) else []
        elif role := role_of(root, path):
            roles[path] = role
    for path, content in source.read(roles):
        text = decode(path, content) if isinstance(content, bytes) else content
        if isinstance(text, Problem):
            files.problems.append(text)
            continue
        files.texts[roles[path]][path] = text
        if name and isinstance(content, bytes):
            files.blobs[path] = name(content)
    return files


def _listed(source: Source, root: str) -> Iterator[str | Problem]:
    for folder in FOLDERS:
        yield from source.files(below(root, folder))
    yield from (path for path in (below(root, name) for name in FIXED if name != INDEX) if source.holds(path))


def _conversations(files: _Files, layout: Layout | None) -> Iterator[Conversation]:
    for role in _CONVERSATIONS[layout]:
        archive = role is FileRole.ARCHIVE
        yield from files.parsed(role, lambda path, topic, text, a=archive: _conversation(path, topic, text, a))  # type: ignore[misc]


def _conversation(path: str, topic: str, content: str, archive: bool) -> Conversation:
    return Conversation(topic, path, archive, read_exchanges(content))


def _stray(files: _Files, layout: Layout | None) -> str | None:
    if layout is Layout.MANAGER:
        logs = files.texts[FileRole.PROTOCOL_CONVERSATION].items()
        return next((path for path, content in logs if content.strip(_BLANK)), None)
    return next(iter(files.texts[FileRole.STATE]), None) if layout is Layout.PROTOCOL else None


def _unread(files: _Files, root: str) -> str:
    path = below(root, INDEX)
    flaw = next((flaw for flaw in files.flaws if flaw.location.path == path), None)
    problem = next((problem for problem in files.problems if problem.path == path), None)
    if flaw:
        return f"{path} {flaw.message}"
    return f"{path} {problem.message.partition(';')[0]}" if problem else f"{root or '.'} has no {INDEX}"


def folders(root: str, index: Index | None) -> list[str]:
    """Return the folders whose history tells of topics and exchanges."""
    protocol = index is not None and index.layout is Layout.PROTOCOL
    return [below(root, name) for name in (("topic_files", "conversations") if protocol else ("topic_files",))]
