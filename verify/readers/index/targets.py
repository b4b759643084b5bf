"""What the target of a link is: a path of the repository, or something that nobody can look up there."""

import re
from urllib.parse import unquote

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{0,30}:|//|[~#]|\\\\")
_PATTERN = re.compile(r"[{}<>*$|`…]|\.\.\.|YYYY")
_HOST = re.compile(
    r"(?:\d{1,3}(?:\.\d{1,3}){3}|localhost|(?:[\w-]{1,63}\.){1,5}(?:com|org|net|io|dev|app|ai|co|gov|edu|invalid))(?::\d{1,5})?(?:/|$)"
)
_MACHINE = re.compile(r"/(?:Users|home|root|tmp|private|var|etc|opt|usr|mnt|media|Volumes|[A-Za-z])/")
_CUT = re.compile(r"[#?]")
_LINE = re.compile(r":\d{1,7}(?:[-:]\d{1,7})?$")


def split_target(href: str) -> tuple[str, str]:
    """Return a target without anchor and query, and its anchor."""
    found = _CUT.search(href)
    bare = href[: found.start()] if found else href
    return bare, href.partition("#")[2]


def path_of(written: str) -> str | None:
    """Return the path that a target names; None if it is a page of the web, a pattern, a route and the like."""
    path = _LINE.sub("", unquote(written))
    if not path or "\0" in path or "\n" in path or _PATTERN.search(path):
        return None
    if _SCHEME.match(path) or _HOST.match(path) or _MACHINE.match(path):
        return None
    is_route = path.startswith("/") and "." not in path.rpartition("/")[2]
    return None if is_route else path


def is_bare(path: str) -> bool:
    """Whether a target is a lone word, which in a sentence is hardly a file."""
    return "/" not in path and "." not in path
