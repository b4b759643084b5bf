"""Where the answer of a command goes."""

from pathlib import Path

from verify.errors import UsageError


def write(file: Path, text: str) -> None:
    """Write a text to a file. Raises UsageError."""
    try:
        file.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise UsageError(f"{file}: cannot be written: {error.strerror}") from error
