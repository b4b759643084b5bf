"""Which findings are more than those that were known before."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import TypeVar

from msgspec.structs import replace

from verify.model.location import CommitId
from verify.model.report import Finding, Value

_Key = tuple[str, str, str, CommitId | None]
_T = TypeVar("_T")


def beyond(findings: Sequence[Finding], known: Sequence[Finding], renamed: Mapping[str, str]) -> list[Finding]:
    """Return the findings that are more than the known ones of the same check, subject, path and commit.

    One that carries values is more if one of these is, and then stands where that does.
    """
    left = Counter(_key(finding, renamed) for finding in known)
    values: dict[_Key, Counter[str]] = defaultdict(Counter)
    for finding in known:
        values[_key(finding, renamed)].update(value.digest for value in finding.values)
    more = []
    for finding in findings:
        key = _key(finding, {})
        if finding.values:
            added = [value for value in finding.values if not _took(values[key], value.digest)]
            more += [_at(finding, added[0])] if added else []
        elif not _took(left, key):
            more.append(finding)
    return more


def _took(left: Counter[_T], one: _T) -> bool:
    left[one] -= 1
    return left[one] >= 0


def _at(finding: Finding, value: Value) -> Finding:
    if finding.location is None:
        return finding
    place = replace(finding.location, line=value.line, column=value.column, end_line=value.line)
    return finding if value.line == finding.location.line else replace(finding, location=place)


def _key(finding: Finding, renamed: Mapping[str, str]) -> _Key:
    path = finding.location.path if finding.location else ""
    now = renamed.get(path, path)
    # What is about a file as a whole is called by its path.
    return finding.check, now if finding.subject == path else finding.subject, now, finding.commit
