"""One look at one state of a repository: its settings, its memories, and what the checks say of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache, partial
from pathlib import Path

from verify.check import Check, all_checks
from verify.config import FILES, Settings, parse_settings
from verify.engine import State, run
from verify.errors import ConfigurationError
from verify.graph import MemoryGraph
from verify.ignore_age import dated
from verify.model.location import CommitId
from verify.model.report import Report, StoreSummary
from verify.readers.assembly import clock_of, read_graph, summary
from verify.readers.declared import declared_for
from verify.readers.layout import FORMAT
from verify.readers.repository import Repository, find_memories
from verify.suppress import UNUSED_IGNORE
from verify.views.coverage import coverage


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


def _clock(repository: Repository, graphs: Sequence[MemoryGraph]) -> datetime | None:
    clocks = (clock_of(repository, graph.sessions) for graph in graphs)
    return max((clock for clock in clocks if clock), default=None)


@dataclass(frozen=True, slots=True)
class Terms:
    """What a look includes: history, the clock ``as_of`` instead of the state's own, coverage if ``measured``.

    ``base`` is the commit where the branch that is judged left another one.
    """

    history: bool = True
    as_of: datetime | None = None
    base: CommitId | None = None
    measured: bool = True


USUAL = Terms()


def examine(repository: Repository, checks: Sequence[Check], settings: Settings, terms: Terms = USUAL) -> Report:
    """Read the memories of a repository and ask the checks. Raises NoMemoryError."""
    folders, others = find_memories(repository, settings.memories)
    read = partial(read_graph, repository, history=terms.history, as_of=terms.as_of, base=terms.base)
    graphs = [read(folder, declared=declared_for(folder, folders, settings)) for folder in folders]
    clock = terms.as_of or _clock(repository, graphs)
    left_alone = (StoreSummary(FORMAT, folder, checked=False) for folder in others)
    state = State(
        revision=repository.revision,
        as_of=clock.strftime("%Y-%m-%dT%H:%M:%SZ") if clock else None,
        today=max((graph.today for graph in graphs if graph.today), default=None),
        stores=(*map(summary, folders, graphs), *left_alone),
    )
    report = run(graphs, checks, every_check(), state, dated(settings, repository, graphs, every_check()))
    return replace(report, coverage=coverage(graphs)) if terms.measured else report
