"""Whether a vision is still a draft."""

import re

from verify.model.facts import Checkbox, Thread
from verify.model.location import Location
from verify.model.memory import Document

_MARK = re.compile(
    r"(?!\s*<!--)\W{0,20}DRAFT\b|#{1,6}\s.{0,200}(?:\bDRAFT\b|[(\[—–-]\s?[Dd]raft\b)|\W{0,20}[Ss]tatus\W{1,5}(?i:draft)\b"
)
_BOOTSTRAP = re.compile(r"[*_\s]{0,9}\(\s{0,9}vision-bootstrap\b", re.IGNORECASE)


def is_bootstrap(thread: Thread) -> bool:
    """Whether it is the open thread that asks for the vision to be confirmed."""
    return thread.checkbox is Checkbox.OPEN and _BOOTSTRAP.match(thread.text) is not None


def draft_mark(document: Document) -> Location | None:
    """Return where a vision file calls itself a draft: in a heading, or at the start of a line."""
    for number, line in enumerate(document.lines, 1):
        if number not in document.code and _MARK.match(line):
            return Location(document.path, number, 1, number)
    return None
