"""Writes what a command was asked to write to a file."""

from pathlib import Path

from verify.errors import UsageError


def write_text(file: Path, text: str) -> None:
    """Write a file. Raises UsageError if it cannot be written."""
    try:
        file.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise UsageError(f"{file}: cannot be written: {error.strerror}") from error
