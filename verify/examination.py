"""One look at one state of a repository: its settings, its memories, and what the checks say of them."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from msgspec.structs import replace

from verify.baseline import read_baseline
from verify.check import Check
from verify.config import FILES, Selection, Settings, parse_settings
from verify.engine import State, run
from verify.entry_paths import under_todays_paths
from verify.errors import ConfigurationError, NoMemoryError, UsageError
from verify.ignore_age import dated
from verify.model.report import Problem, Report
from verify.readers.repository import Repository
from verify.readers.source import SIZE_CAP, decode, too_large
from verify.readers.stores import Stores, Terms, read_stores
from verify.recorded import UNUSED_BASELINE_ENTRY, is_below
from verify.registry import Checks
from verify.suppress import UNUSED_IGNORE
from verify.views.coverage import coverage
from verify.views.limits import limits


@cache
def every_check() -> Checks:
    """Return all checks, with those that the engine itself makes."""
    return Checks((UNUSED_IGNORE, UNUSED_BASELINE_ENTRY))


def read_settings(repository: Repository, config: Path | None = None) -> Settings:
    """Read the configuration of the checked state, or a file that was named instead.

    Raises ConfigurationError.
    """
    if config:
        return parse_settings(str(config), _text(config), every_check()) or Settings()
    return written_settings(repository) or Settings()


def written_settings(repository: Repository) -> Settings | None:
    """Read the configuration of a state; None if it has none. Raises ConfigurationError."""
    texts = ((name, repository.text(name)) for name in FILES)
    read = (parse_settings(name, text, every_check()) for name, text in texts if text is not None)
    found = [settings for settings in read if settings is not None]
    if len(found) > 1:
        raise ConfigurationError("settings stand in verify.toml and in pyproject.toml [tool.verify]; keep one")
    return found[0] if found else None


def with_baseline(repository: Repository, settings: Settings, file: Path | None = None) -> Settings:
    """Return settings with the entries of the baseline that they name in the checked state, or of a file.

    Raises ConfigurationError.
    """
    if file:
        name = _inside(repository, file)
        return replace(settings, baseline=name, entries=read_baseline(name, _text(file), every_check()))
    if settings.baseline is None:
        return settings
    try:
        text = repository.text(settings.baseline)
    except UsageError as error:
        raise ConfigurationError(str(error)) from error
    if text is None:
        hint = "write it with `verify baseline`, or remove `baseline` from the configuration"
        raise ConfigurationError(f"{settings.baseline}: there is no such baseline; {hint}")
    return replace(settings, entries=read_baseline(settings.baseline, text, every_check()))


def _inside(repository: Repository, file: Path) -> str:
    """Return a path as one from the root, where it lies below it."""
    place = file.resolve()
    root = repository.root.resolve()
    return place.relative_to(root).as_posix() if place.is_relative_to(root) else str(file)


def _text(file: Path) -> str:
    # A pipe on the disk may never be written to; what a shell puts in place of a command is open already.
    if file.is_fifo() and not file.absolute().is_relative_to("/dev"):
        raise ConfigurationError(f"{file}: is no regular file")
    try:
        with file.open("rb") as opened:
            content = opened.read(SIZE_CAP + 1)
    except OSError as error:
        raise ConfigurationError(f"{file}: cannot be read: {(error.strerror or '').lower()}") from error
    text = too_large(str(file)) if len(content) > SIZE_CAP else decode(str(file), content)
    if isinstance(text, Problem):
        raise ConfigurationError(f"{file}: {text.message}")
    return text


USUAL = Terms()


Asked = Selection | Sequence[Check]
"""Checks to ask, by selection or one by one; only those that read some memory that was found are asked."""


def examine(repository: Repository, checks: Asked, settings: Settings, terms: Terms = USUAL) -> Report:
    """Read the memories of a repository and ask the checks. Raises NoMemoryError."""
    return examined(repository, read_stores(repository, settings, terms), checks, settings, terms)


def examined(repository: Repository, stores: Stores, checks: Asked, settings: Settings, terms: Terms = USUAL) -> Report:
    """Ask the checks about memories that are read already. Raises NoMemoryError if none is for them."""
    found = frozenset(graph.format for graph in (*stores.graphs, *stores.together))
    asked = checks.about(found) if isinstance(checks, Selection) else [one for one in checks if one.reads & found]
    if not asked:
        formats = ", ".join(sorted(one.value for one in found))
        raise NoMemoryError(f"the checks that were chosen do not read what was found ({formats})")
    settings = _admitted(stores, settings, terms)
    state = State(
        revision=repository.revision,
        as_of=stores.clock.strftime("%Y-%m-%dT%H:%M:%SZ") if stores.clock else None,
        today=max((graph.today for graph in stores.graphs if graph.today), default=None),
        stores=stores.summaries,
    )
    settings = _as_of_now(settings, repository, stores, terms)
    known = {check.name: check for check in every_check().about(found)}
    report = run((*stores.graphs, *stores.together), asked, known, state, settings)
    report = replace(report, limits=limits(stores.memories))
    return replace(report, coverage=coverage(stores.memories)) if terms.measured else report


def _as_of_now(settings: Settings, repository: Repository, stores: Stores, terms: Terms) -> Settings:
    """Return settings whose ignores reach as far as their age allows, and whose entries name today's paths.

    Where others judge than the state's own, they do not excuse what came since ``terms.base``.
    """
    limit = terms.base if settings.own else None
    own = _as_of_now(settings.own, repository, stores, terms) if settings.own else None
    aged = dated(settings, repository, stores.pasts, every_check(), limit)
    return replace(aged, own=own, entries=under_todays_paths(settings.entries, repository, settings.baseline))


def _admitted(stores: Stores, settings: Settings, terms: Terms) -> Settings:
    """Return settings without a baseline that lies in a memory: whoever writes that could excuse itself.

    Raises ConfigurationError if it is that of the state which is judged.
    """
    own = settings.own and _outside(stores, settings.own, strict=terms.measured)
    return replace(_outside(stores, settings, strict=own is None), own=own)


def _outside(stores: Stores, settings: Settings, *, strict: bool) -> Settings:
    folder = next((s.path for s in stores.summaries if is_below(settings.baseline or "", s.path)), None)
    if folder and strict:
        raise ConfigurationError(f"{settings.baseline}: a baseline must not lie in the memory {folder}; move it out")
    return replace(settings, entries=()) if folder else settings
