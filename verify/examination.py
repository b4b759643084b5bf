"""One look at one state of a repository: its settings, its memories, and what the checks say of them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from verify.check import Check, all_checks
from verify.config import FILES, Settings, parse_settings
from verify.engine import State, run
from verify.errors import ConfigurationError, NoMemoryError
from verify.ignore_age import dated
from verify.model.report import Report
from verify.readers.repository import Repository
from verify.readers.stores import Stores, Terms, read_stores
from verify.suppress import UNUSED_IGNORE
from verify.views.coverage import coverage
from verify.views.limits import limits


@cache
def every_check() -> Mapping[str, Check]:
    """Return all checks, with the one that the engine itself makes."""
    return {**all_checks(), UNUSED_IGNORE.name: UNUSED_IGNORE}


def read_settings(repository: Repository, config: Path | None = None) -> Settings:
    """Read the configuration of the checked state, or a file that was named instead.

    Raises ConfigurationError.
    """
    if config:
        return parse_settings(str(config), _text(config), every_check()) or Settings()
    texts = ((name, repository.text(name)) for name in FILES)
    read = (parse_settings(name, text, every_check()) for name, text in texts if text is not None)
    found = [settings for settings in read if settings is not None]
    if len(found) > 1:
        raise ConfigurationError("settings stand in verify.toml and in pyproject.toml [tool.verify]; keep one")
    return found[0] if found else Settings()


def _text(config: Path) -> str:
    try:
        return config.read_text(encoding="utf-8")
    except OSError as error:
        raise ConfigurationError(f"{config}: cannot be read: {(error.strerror or '').lower()}") from error
    except UnicodeDecodeError as error:
        raise ConfigurationError(f"{config}: is not UTF-8") from error


USUAL = Terms()


def examine(repository: Repository, checks: Sequence[Check], settings: Settings, terms: Terms = USUAL) -> Report:
    """Read the memories of a repository and ask the checks. Raises NoMemoryError."""
    stores = read_stores(repository, settings, terms)
    asked, known = (_about(stores, found) for found in (checks, every_check().values()))
    if not asked:
        formats = ", ".join(sorted({graph.format.value for graph in stores.graphs}))
        raise NoMemoryError(f"the checks that were chosen do not read what was found ({formats})")
    state = State(
        revision=repository.revision,
        as_of=stores.clock.strftime("%Y-%m-%dT%H:%M:%SZ") if stores.clock else None,
        today=max((graph.today for graph in stores.graphs if graph.today), default=None),
        stores=stores.summaries,
    )
    settings = dated(settings, repository, stores.pasts, every_check())
    report = run((*stores.graphs, *stores.together), asked, {check.name: check for check in known}, state, settings)
    report = replace(report, limits=limits(stores.memories))
    return replace(report, coverage=coverage(stores.memories)) if terms.measured else report


def _about(stores: Stores, checks: Iterable[Check]) -> list[Check]:
    """Return the checks that read some memory that was found."""
    formats = {graph.format for graph in (*stores.graphs, *stores.together)}
    return [check for check in checks if formats & check.reads]
