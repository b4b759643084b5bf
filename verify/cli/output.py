"""Writes what a command has to say: to files, never over what somebody wrote by hand, or to the terminal."""

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from verify.errors import UsageError
from verify.readers.repository import Repository
from verify.recorded import is_below

_STREAMS = ("/dev/", "/proc/self/fd/")
"""Where links lead to what the process has open."""


def write_texts(repository: Repository, folders: Iterable[str], texts: Sequence[tuple[Path, str]]) -> None:
    """Write files; none is written where one of them would take the place of something else.

    Raises UsageError for a link, a file in one of the memory ``folders``, one that git tracks, and where a
    file cannot be written.
    """
    _spare(repository, tuple(folders), [file for file, _ in texts])
    for file, text in texts:
        try:
            file.write_text(text, encoding="utf-8", newline="\n")
        except OSError as error:
            raise UsageError(f"{file}: cannot be written: {error.strerror}") from error


def real_place(file: Path) -> Path:
    """Return where a file really lies or would lie; a link at its end is refused elsewhere. Raises UsageError."""
    try:
        return file.parent.resolve() / file.name
    except (OSError, RuntimeError, ValueError) as error:
        raise UsageError(f"{file}: cannot be written: its folder leads nowhere") from error


def _spare(repository: Repository, folders: Sequence[str], files: Sequence[Path]) -> None:
    named = {}
    for file in files:
        if file.is_symlink() and not os.path.abspath(file).startswith(_STREAMS):  # noqa: PTH100 - no link is followed
            raise UsageError(f"{file}: is a symbolic link, so nothing was written; name the file itself")
        place, root = real_place(file), repository.root.resolve()
        if place.is_relative_to(root):
            named[place.relative_to(root).as_posix()] = file
    for path, file in named.items():
        if any(is_below(path, folder) for folder in folders):
            raise UsageError(f"{file}: lies in the memory, so nothing was written; name a file outside it")
    for path in _tracked(repository, list(named)):
        if path in named:
            raise UsageError(f"{named[path]}: git tracks this file, so nothing was written; name another one")


def _tracked(repository: Repository, paths: Sequence[str]) -> list[str]:
    if not paths or repository.git is None or repository.git.bare:
        return []
    return repository.git.tracked([f":(literal){path}" for path in paths])


def show(styled: str, color: bool | None) -> None:
    """Print a text with its colours where they are asked for, or where a terminal takes them and nobody objects."""
    objects = color is None and bool(os.environ.get("NO_COLOR"))
    click.echo(styled, nl=False, color=False if objects else color)
