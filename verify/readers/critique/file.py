"""The file of an answer, which comes from outside and may be anything."""

import os
import stat
from pathlib import Path

from verify.errors import UsageError

SIZE_CAP = 1024 * 1024
"""Bytes of an answer; a larger one is refused."""


def read_answer(file: Path) -> str:
    """Return the text of an answer. Raises UsageError if it is no plain file of text, or too large."""
    try:
        # Neither a link nor a pipe is followed: it could lead anywhere, or never end.
        handle = os.open(file, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    except (OSError, ValueError) as error:
        link = "is a symbolic link; name the file itself" if file.is_symlink() else _why(error)
        raise UsageError(f"{file}: {link}") from error
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise UsageError(f"{file}: is no plain file")
    with os.fdopen(handle, "rb") as stream:
        content = stream.read(SIZE_CAP + 1)
    if len(content) > SIZE_CAP:
        raise UsageError(f"{file}: is larger than {SIZE_CAP // 1024} KiB, which no answer is")
    try:
        return content.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        raise UsageError(f"{file}: is not UTF-8") from error


def _why(error: Exception) -> str:
    reason = getattr(error, "strerror", None) or str(error)
    return f"cannot be read: {reason.lower()}"
