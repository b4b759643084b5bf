"""Value types in which no text tells of a person or shows a credential."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from verify.model.report import Finding, Report
from verify.secrets import suspect_texts
from verify.views.dossier.anonymous import anonymous

_T = TypeVar("_T")


def cleared(value: _T) -> _T:
    """Return a value with all texts in it cleared, however deep they lie; enums and numbers stay."""
    plain: Any = value
    if isinstance(plain, str):
        plain = _cleared_text(plain)
    elif isinstance(plain, tuple):
        plain = tuple(map(cleared, plain))
    elif isinstance(plain, Struct):
        plain = replace(plain, **{name: cleared(getattr(plain, name)) for name in plain.__struct_fields__})
    cleared_value: _T = plain
    return cleared_value


@lru_cache(maxsize=4096)
def _cleared_text(text: str) -> str:
    return anonymous(text) if suspect_texts([text]) else text


def cleared_report(report: Report) -> Report:
    """Return a report for a page; the manual is the project's own."""
    return replace(
        report,
        stores=cleared(report.stores),
        checked=cleared(report.checked),
        findings=tuple(_findings(report.findings)),
        problems=cleared(report.problems),
        coverage=cleared(report.coverage),
    )


def _findings(findings: Sequence[Finding]) -> list[Finding]:
    """Clear the few that need it: one search over the texts of all tells which."""
    found = suspect_texts([_texts(finding) for finding in findings])
    return [cleared(finding) if at in found else finding for at, finding in enumerate(findings)]


def _texts(finding: Finding) -> str:
    place = finding.location.path if finding.location else ""
    related = [text for one in finding.related for text in (one.location.path, one.message)]
    return "\n".join((finding.subject, place, finding.message, finding.fix, finding.reason or "", *related))
