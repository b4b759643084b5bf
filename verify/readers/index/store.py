"""Reads the files of one store."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from verify.model.index import IndexStore, Page, Rule
from verify.model.page_kind import PageKind
from verify.model.report import Problem, ProblemKind
from verify.readers.index.front_matter import read_front_matter
from verify.readers.index.page import BRACKET_CAP, read_page
from verify.readers.index.places import INDEX, RULES, Place, kind_of
from verify.readers.markdown import split_lines
from verify.readers.outline import NESTING_CAP, NestedTooDeeplyError
from verify.readers.source import Source, decode


def read_store(source: Source, place: Place, *, with_rules: bool) -> IndexStore:
    """Read one store and, where they are wanted, the rules of its workspace."""
    problems: list[Problem] = []
    kinds = {path: kind for path in _listed(source, place, problems) if (kind := kind_of(place, path))}
    pages = sorted(_pages(source, kinds, problems), key=lambda page: page.path)
    rules = tuple(_rules(source, place.workspace, problems)) if with_rules else ()
    return IndexStore(place.format, place.folder, place.workspace, tuple(pages), rules, tuple(problems))


def without(store: IndexStore, ignored: frozenset[str]) -> IndexStore:
    """Return a store without the files that git ignores."""
    pages = tuple(page for page in store.pages if page.path not in ignored)
    problems = tuple(problem for problem in store.problems if problem.path not in ignored)
    return replace(store, pages=pages, problems=problems)


def _listed(source: Source, place: Place, problems: list[Problem]) -> list[str]:
    """Return the files of a store; a folder below with an index of its own is another store."""
    found = list(source.files(place.folder)) if source.holds(place.folder) else []
    problems += (one for one in found if isinstance(one, Problem) and one.kind is not ProblemKind.SYMBOLIC_LINK)
    paths = [path for path in found if isinstance(path, str)]
    inner = {path.removesuffix(INDEX) for path in paths if path.endswith(f"/{INDEX}") and path not in place.indexes}
    own = [path for path in paths if not any(start in inner for start in _starts(path, place.folder))]
    return [*own, *(path for path in place.indexes if path not in own)]


def _starts(path: str, folder: str) -> Iterator[str]:
    """Yield the folders in which a file lies, below that of the store."""
    end = path.rfind("/")
    while end > len(folder):
        yield path[: end + 1]
        end = path.rfind("/", 0, end)


def _texts(source: Source, paths: Iterable[str], problems: list[Problem]) -> Iterator[tuple[str, str]]:
    for path, content in source.read(paths):
        text = decode(path, content) if isinstance(content, bytes) else content
        if isinstance(text, Problem):
            problems.append(text)
        else:
            yield path, text


def _pages(source: Source, kinds: dict[str, PageKind], problems: list[Problem]) -> Iterator[Page]:
    for path, text in _texts(source, kinds, problems):
        try:
            if text.count("[") > BRACKET_CAP:
                message = f"holds more than {BRACKET_CAP} opening brackets; split it"
                problems.append(Problem(ProblemKind.TOO_LARGE, path, None, message))
            else:
                yield read_page(path, kinds[path], text)
        except NestedTooDeeplyError:
            message = f"is nested deeper than {NESTING_CAP} levels; flatten it"
            problems.append(Problem(ProblemKind.NESTED_TOO_DEEPLY, path, None, message))


def _rules(source: Source, workspace: str, problems: list[Problem]) -> Iterator[Rule]:
    folder = f"{workspace}/{RULES}" if workspace else RULES
    listed = source.files(folder) if source.holds(folder) else iter(())
    paths = [path for path in listed if isinstance(path, str) and path.endswith(".md")]
    for path, text in _texts(source, paths, problems):
        lines = split_lines(text)
        yield Rule(path, read_front_matter(lines), lines)
