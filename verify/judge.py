"""Whose settings judge a branch: those of the commit that it is to be merged into, so that none excuses itself."""

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from verify.config import Settings
from verify.errors import ConfigurationError, UsageError
from verify.examination import read_settings, with_baseline, written_settings
from verify.model.location import Location
from verify.readers.layout import RECORD_FOLDERS, memory_above
from verify.readers.repository import Repository
from verify.whereabouts import existing, followed

_NOWHERE = Location("")
Renames = Mapping[str, str]
COMMIT_DIGITS = 8


def settings_of(repository: Repository, baseline: Path | None = None) -> Settings:
    """Return the settings of a state with the entries of its baseline, or of a file that was named.

    Raises ConfigurationError or UsageError.
    """
    return with_baseline(repository, read_settings(repository), baseline)


def judging(
    repository: Repository, own: Settings, base: Repository, called: str, baseline: Path | None, renamed: Renames
) -> Settings:
    """Return what judges a state: how findings count is told by the base, where memories are by either side.

    Memories of the base are followed to where their files were ``renamed``. A base whose configuration cannot
    be used leaves the defaults, so that a branch can repair it.
    """
    called = f"{called} ({(base.head or '')[:COMMIT_DIGITS]})"
    together = partial(_together, repository, own, base=base, renamed=renamed)
    try:
        theirs = settings_of(base, baseline)
    except (ConfigurationError, UsageError) as error:
        why = f"the defaults, since the configuration of {called} cannot be used: {error}"
        return together(with_baseline(base, Settings(), baseline), origin=why)
    return together(theirs, origin=None if _meaning(own) == _meaning(theirs) else _differing(base, called))


def _differing(base: Repository, called: str) -> str:
    if written_settings(base) is None:
        return f"the defaults, since {called} has no configuration; what the checked one excuses counts once merged"
    return f"the configuration of {called}, from which the checked one differs; what that excuses counts once merged"


def _together(
    repository: Repository, own: Settings, theirs: Settings, *, base: Repository, renamed: Renames, origin: str | None
) -> Settings:
    ledgers = {ledger.path: ledger for ledger in (*own.ledgers, *theirs.ledgers)}
    return replace(
        theirs,
        memories=tuple(dict.fromkeys((*own.memories, *_memories(repository, theirs, base, renamed)))),
        elsewhere=theirs.memories,
        nearest=not (own.memories and theirs.memories),
        records=_records(own.records, theirs.records),
        ledgers=tuple(ledgers.values()),
        own=own,
        origin=origin,
    )


def _memories(repository: Repository, theirs: Settings, base: Repository, renamed: Renames) -> Iterator[str]:
    nearest = memory_above(base.source, base.start)
    # One that was read without being named is the nearest one still, unless it is gone.
    unnamed = (nearest,) if nearest and not existing(repository, (nearest,)) else ()
    return followed(repository, theirs.memories or unnamed, renamed)


def _records(own: tuple[str, ...], theirs: tuple[str, ...]) -> tuple[str, ...]:
    return own if own == theirs else tuple(dict.fromkeys((*(theirs or RECORD_FOLDERS), *(own or RECORD_FOLDERS))))


def _meaning(settings: Settings) -> Settings:
    """Return settings that are equal where two configurations say the same, on whatever lines."""
    ignores = (replace(ignore, location=_NOWHERE) for ignore in settings.ignores)
    entries = (replace(entry, location=_NOWHERE) for entry in sorted(settings.entries, key=lambda entry: entry.key))
    return replace(settings, ignores=tuple(ignores), entries=tuple(entries))
