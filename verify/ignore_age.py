"""Since when an ignore stands in the configuration: it excuses no change of history that came later."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from verify.check import Check
from verify.config import FILES, Ignore, Settings, parse_settings
from verify.errors import ConfigurationError
from verify.git import Git
from verify.graph.store_graph import Ancestry
from verify.model.location import CommitId
from verify.model.report import Evidence
from verify.readers.repository import Repository
from verify.readers.source import SIZE_CAP
from verify.readers.walk import file_versions

_FAMILIES = {"history", "topics", "stores"}
"""Those whose checks judge commits."""
_WHOLE = 40
"""Digits of the whole name of a commit, which nobody can make another commit have."""
_Key = tuple[str, str | None, str | None]


def dated(
    settings: Settings,
    repository: Repository,
    pasts: Sequence[Ancestry],
    known: Mapping[str, Check],
    last: CommitId | None = None,
) -> Settings:
    """Return the settings, with each ignore of a history check limited to the changes before it.

    One that names its commit, or that is not committed yet, needs no limit. None excuses what is later
    than ``last``, if that is given; a commit could be made to begin with the digits that one names.
    """
    if not pasts or not any(_is_limited(ignore, known) or ignore.commit for ignore in settings.ignores):
        return settings
    written = _written(repository, known)
    ignores = (_limited(ignore, written, pasts[0], known) for ignore in settings.ignores)
    reached = pasts[0].up_to(last) if last else None
    return replace(settings, ignores=tuple(_cut(ignore, reached, known) for ignore in ignores))


def _cut(ignore: Ignore, reached: frozenset[CommitId] | None, known: Mapping[str, Check]) -> Ignore:
    if reached is None or not (_is_limited(ignore, known) or _is_short(ignore)):
        return ignore
    return replace(ignore, excuses=reached if ignore.excuses is None else ignore.excuses & reached)


def _is_short(ignore: Ignore) -> bool:
    return ignore.commit is not None and len(ignore.commit) < _WHOLE


def _is_limited(ignore: Ignore, known: Mapping[str, Check]) -> bool:
    check = known.get(ignore.check)
    if check is None or check.family not in _FAMILIES or ignore.commit:
        return False
    return Evidence.HISTORY in {check.needs, *check.uses}


def _limited(ignore: Ignore, written: Mapping[_Key, CommitId], past: Ancestry, known: Mapping[str, Check]) -> Ignore:
    commit = written.get(_key(ignore)) if _is_limited(ignore, known) else None
    if commit is None:
        return ignore
    # What a check finds without history is no change that came later.
    without = frozenset[CommitId | None]() if known[ignore.check].needs else frozenset([None])
    return replace(ignore, excuses=past.up_to(commit) | without)


def _key(ignore: Ignore) -> _Key:
    return ignore.check, ignore.subject, ignore.path


def _written(repository: Repository, known: Mapping[str, Check]) -> dict[_Key, CommitId]:
    """Return the commit that last brought each ignore of the committed configuration."""
    written: dict[_Key, CommitId] = {}
    if repository.git and repository.head:
        for commit, keys in _versions(repository.git, repository.head, known):
            written = {key: written.get(key, commit) for key in keys}
    return written


def _versions(git: Git, head: CommitId, known: Mapping[str, Check]) -> Iterator[tuple[CommitId, list[_Key]]]:
    changes = file_versions(git, head, FILES)
    contents = dict(git.blobs({blob for _, _, blob in changes if blob}, SIZE_CAP))
    for commit, path, blob in changes:
        text = (contents.get(blob) or b"").decode("utf-8", "replace") if blob else ""
        try:
            settings = parse_settings(path, text, known)
        except ConfigurationError:
            continue
        if settings is not None:
            yield commit, [_key(ignore) for ignore in settings.ignores]
