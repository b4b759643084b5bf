"""The errors that end a run, each with the exit status that it stands for."""

from enum import IntEnum


class ExitStatus(IntEnum):
    """What the process says to its caller; the same in every output format."""

    CLEAN = 0
    FINDINGS = 1
    USAGE = 2
    INCOMPLETE = 3


class VerifyError(Exception):
    """One clear line for the user, who is never shown a traceback."""

    exit_status = ExitStatus.USAGE


class UsageError(VerifyError):
    """An option or argument that cannot be used."""


class ConfigurationError(VerifyError):
    """A configuration file that says something unknown or contradictory."""


class NoMemoryError(VerifyError):
    """No memory was recognised, so nothing was checked."""

    exit_status = ExitStatus.INCOMPLETE


class InputError(VerifyError):
    """An input that the whole run depends on could not be read."""

    exit_status = ExitStatus.INCOMPLETE


class GitError(VerifyError):
    """Git is missing, refused, or lacks an object; the message says which."""

    exit_status = ExitStatus.INCOMPLETE


class UnknownRevisionError(UsageError):
    """A revision that this repository does not know."""


class RefusedError(VerifyError):
    """What was asked for would not fit what is there, so nothing was written."""

    exit_status = ExitStatus.FINDINGS
