"""Which command lines may be answered from what is kept, and what in the environment counts for them."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_FLAGS = {"--strict", "--staged", "--no-history", "--no-ignores", "--color", "--no-color"}
_VALUED = {"--format", "--fail-on", "--tier", "--select", "--ignore", "--require", "--head", "--as-of"}
"""Options with a value; whatever else is given reads or writes more than the checked repository."""
_TELLING = ("COLUMNS", "COLORTERM", "FORCE_COLOR", "HOME", "LANG", "NO_COLOR", "PATH", "TERM", "TZ", "USER")
_HARMLESS = (
    *("GIT_ASKPASS", "GIT_AUTHOR_", "GIT_COMMITTER_", "GIT_EDITOR", "GIT_HTTP_", "GIT_PAGER", "GIT_PROXY_"),
    *("GIT_SEQUENCE_EDITOR", "GIT_SSH", "GIT_SSL_", "GIT_TERMINAL_PROMPT"),
)
"""What git is told by these has no part in any answer."""
_FAMILIES = ("CLICOLOR", "GITHUB_", "LC_", "PYTHON", "VERIFY_", "XDG_")


def place_of(arguments: Sequence[str]) -> str | None:
    """Return the folder that a command line asks to check; None if no kept answer may be given."""
    if not arguments or arguments[0] != "check":
        return None
    places: list[str] = []
    given = iter(arguments[1:])
    for argument in given:
        if argument in _VALUED:
            next(given, None)
        elif not argument.startswith("-"):
            places.append(argument)
        elif argument not in _FLAGS and argument.partition("=")[0] not in _VALUED:
            return None
    return None if len(places) > 1 else os.path.realpath(places[0] if places else ".")


def allows(environment: Mapping[str, str]) -> bool:
    """Whether a kept answer may be given: not in CI, where it could be forged, nor beside git's own variables."""
    in_ci = environment.get("CI", "").lower() not in {"", "0", "false"}
    return os.name == "posix" and not in_ci and not any(map(_moves_git, environment))


def _moves_git(name: str) -> bool:
    return name.startswith("GIT_") and not name.startswith(_HARMLESS)


def circumstances(environment: Mapping[str, str], *, terminal: bool) -> list[str]:
    """Return what else the words of an answer may depend on."""
    counts = sorted(name for name in environment if name in _TELLING or name.startswith(_FAMILIES))
    return [f"terminal={terminal}", *(f"{name}={environment[name]}" for name in counts)]
