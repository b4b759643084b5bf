"""Puts stores with an index and what git knows of them together into graphs."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import partial

from verify.errors import GitError
from verify.graph.index import IndexCircumstances, IndexGraph, Resolution
from verify.graph.index.sources import unlisted
from verify.model.index import IndexStore
from verify.model.location import Day
from verify.model.page_kind import PageKind
from verify.model.report import Evidence, StoreSummary
from verify.readers.assembly import clock_of, no_past
from verify.readers.index.history import GitPageHistory
from verify.readers.index.places import Place
from verify.readers.index.store import read_store, without
from verify.readers.repository import Repository

_GIVEN = (
    *("CLAUDE.md", "CLAUDE.local.md", "AGENTS.md", "GEMINI.md", ".cursorrules", ".windsurfrules", ".clinerules"),
    *(".claude/CLAUDE.md", ".claude/settings.json", ".claude/settings.local.json", ".github/copilot-instructions.md"),
)
_GIVEN_FOLDERS = (".claude/rules", ".claude/hooks", ".clinerules", ".cursor/rules", ".github/instructions")


def read_index_graphs(
    repository: Repository, places: Sequence[Place], *, history: bool, as_of: datetime | None
) -> list[IndexGraph]:
    """Read the stores of a repository; the rules of a workspace are read with its first store."""
    spaces = [place.workspace for place in places]
    rules = [spaces.index(place.workspace) == number for number, place in enumerate(places)]
    source = repository.source
    stores = [read_store(source, place, with_rules=with_) for place, with_ in zip(places, rules, strict=True)]
    submodules = list(_submodules(repository)) if stores else []
    resolutions = [Resolution(store, source.lists, submodules) for store in stores]
    ignored, trouble = _ignored(repository, stores, resolutions)
    stores = [without(store, ignored) for store in stores]
    clock = as_of or clock_of(repository, ())
    return [
        IndexGraph(
            store,
            IndexCircumstances(
                today=Day(clock.date().isoformat()) if clock else None,
                incomplete=dict(_incomplete(repository, store, trouble, history=history)),
                resolution=resolution,
                ignored=ignored,
                tracked=_Tracked(repository) if repository.git else None,
                history=_history(repository, store, history=history),
                announcing=partial(_announcing, repository, store.workspace),
            ),
        )
        for store, resolution in zip(stores, resolutions, strict=True)
    ]


def _ignored(
    repository: Repository, stores: Sequence[IndexStore], resolutions: Sequence[Resolution]
) -> tuple[frozenset[str], str]:
    """Ask git at once for the files and the missing targets that it ignores; also return why it could not say."""
    if repository.git is None:
        return frozenset(), ""
    asked = {path for resolution in resolutions for path in resolution.missing()}
    for store, resolution in zip(stores, resolutions, strict=True):
        asked |= {path for page in store.pages for _, paths in unlisted(page, resolution) for path in paths}
    if repository.revision is None:
        asked |= {page.path for store in stores for page in store.pages}
    known = sorted(path for path in asked if path and repository.source.link_leads_out(path) is None)
    try:
        return repository.git.ignored(known), ""
    except GitError as error:
        return frozenset(), str(error)


def _submodules(repository: Repository) -> Iterator[str]:
    for line in repository.log(".gitmodules").split("\n"):
        key, equals, path = line.partition("=")
        if equals and key.strip() == "path" and path.strip():
            yield path.strip().strip('"')


def _announcing(repository: Repository, workspace: str) -> Iterator[str]:
    """Yield what an agent is given at the start: instructions, rules, settings and hooks."""
    start = f"{workspace}/" if workspace else ""
    below = (path for folder in _GIVEN_FOLDERS for path in repository.source.files(start + folder))
    paths = [*(start + name for name in _GIVEN), *(path for path in below if isinstance(path, str))]
    yield from (repository.log(path) for path in paths if repository.source.holds(path))


class _Tracked:
    """The files that git keeps in the checked state, asked for once."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository
        self._paths: Sequence[str] | None = None

    def __call__(self) -> Sequence[str]:
        git, source = self._repository.git, self._repository.source
        if self._paths is None and git:
            from_tree = self._repository.revision is not None
            self._paths = [path for path in source.files("") if isinstance(path, str)] if from_tree else git.tracked([])
        return self._paths or ()


def _no_history(repository: Repository, folder: str, *, history: bool) -> str:
    if not history:
        return "history was not asked for (--no-history)"
    git = repository.git
    return no_past(git, repository, folder) if git and not repository.no_history else repository.no_history


def _history(repository: Repository, store: IndexStore, *, history: bool) -> GitPageHistory | None:
    if repository.git is None or _no_history(repository, store.path, history=history):
        return None
    return GitPageHistory(repository.git, repository.head)


def _incomplete(
    repository: Repository, store: IndexStore, trouble: str, *, history: bool
) -> Iterator[tuple[Evidence, str]]:
    if reason := _no_history(repository, store.path, history=history):
        yield Evidence.HISTORY, reason
    unread = [f"{problem.path} {problem.message.partition(';')[0]}" for problem in store.problems]
    if reason := next(iter(unread), trouble):
        yield Evidence.FILES, reason


def summary(graph: IndexGraph) -> StoreSummary:
    """Return what the report says of one store."""
    files = sum(1 for _ in graph.pages(PageKind.MEMORY))
    entries = sum(len(page.entries) for page in graph.indexes)
    counts = (("files", files), ("entries", entries)) if any(graph.indexes) else (("files", files),)
    # A text at the top may have no folder of memories beside it.
    index = next(graph.indexes, None)
    alone = index and len(graph.store.pages) == 1 and not index.path.startswith(f"{graph.path}/")
    return StoreSummary(graph.format, index.path if index and alone else graph.path, checked=True, counts=counts)
