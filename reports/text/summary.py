"""The last line of the text report."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from reports.account import counted, ignored, is_complete, open_problems, skipped_claims
from reports.text.findings import TONES, short_commit
from reports.text.lines import Line, Span, Tone
from verify.model.report import Report, Severity, StoreSummary, Verdict
from verify.model.store import StoreFormat

_SEPARATOR = " · "


def summary_line(report: Report) -> Line:
    """Say in one line what was found, what was checked, and in which memory."""
    lead, tone = _outcome(report)
    return (Span(lead, tone), *(Span(_SEPARATOR + part) for part in _details(report)))


def summary_text(report: Report) -> str:
    """Return the same line without its tones."""
    return "".join(span.text for span in summary_line(report))


def verdict(report: Report) -> str:
    """Return the beginning of that line, which says what was found."""
    return _outcome(report)[0]


def _outcome(report: Report) -> tuple[str, Tone]:
    problems = len(open_problems(report))
    found = [severity for severity in sorted(Severity, reverse=True) if report.count(severity)]
    text = ", ".join(counted(report.count(severity), severity.label) for severity in found)
    if problems:
        return (
            f"incomplete, {counted(problems, 'problem')}{_SEPARATOR}{text or 'nothing found in the rest'}",
            Tone.ERROR,
        )
    if found:
        return text, TONES[found[0]]
    if not report.checked:
        return "nothing was checked", Tone.WARNING
    if not all(map(is_complete, report.checked)):
        return "not everything was checked, nothing found in the rest", Tone.WARNING
    return "nothing new found" if _something_stands(report) else "nothing found", Tone.GOOD


def _something_stands(report: Report) -> bool:
    """Whether there can be findings that do not count: ignored, in the baseline, or there before a change."""
    return report.since is not None or any(finding.suppressed for finding in report.findings)


def _details(report: Report) -> Iterator[str]:
    if report.since:
        yield f"only what came since {report.since}"
    if covered := len(ignored(report)):
        yield f"{covered} ignored"
    if report.baselined:
        yield f"{report.baselined} in the baseline"
    if report.existing:
        yield f"{report.existing} stood there before"
    yield ", ".join(_checks(report))
    if skipped := skipped_claims(report):
        yield f"{counted(skipped, 'claim')} not checked"
    yield from _memories(report)


def _checks(report: Report) -> Iterator[str]:
    verdicts = [result.verdict for result in report.checked]
    passed = verdicts.count(Verdict.PASS)
    whole = "all " if passed == len(verdicts) > 1 else ""
    stands = _something_stands(report)
    yield f"{counted(passed, 'check')} found nothing new" if stands else f"{whole}{counted(passed, 'check')} passed"
    for verdict, word in ((Verdict.FAIL, "failed"), (Verdict.NOT_CHECKED, "not checked")):
        if verdict in verdicts:
            yield f"{verdicts.count(verdict)} {word}"
    if report.advisory:
        yield f"{counted(len(report.advisory), 'advisory check')} not run (--tier advisory)"
    if left_out := len(report.not_run) - len(report.advisory):
        yield f"{left_out} left out"


def _memories(report: Report) -> Iterator[str]:
    stores = [store for store in report.stores if store.checked]
    for form, alike in groupby(sorted(stores, key=lambda store: store.format.value), key=lambda store: store.format):
        yield _memory(list(alike), form, report.revision)


def _memory(stores: Sequence[StoreSummary], form: StoreFormat, revision: str | None) -> str:
    name = stores[0].path if len(stores) == 1 else f"{len(stores)} memories"
    at = f" at {short_commit(revision)}" if revision else ""
    kind = "" if form is StoreFormat.AGENT_MEMORY else f" ({form.value})"
    totals: dict[str, int] = {}
    for noun, number in (count for store in stores for count in store.counts):
        totals[noun] = totals.get(noun, 0) + number
    counts = ", ".join(_counted(number, noun) for noun, number in totals.items())
    return f"{name}{at}{kind}: {counts}" if counts else f"{name}{at}{kind}"


def _counted(number: int, noun: str) -> str:
    """Return a count; its noun is a plural, or an adjective such as ``archived``."""
    if not noun.endswith("s"):
        return f"{number} {noun}"
    return counted(number, {"facts": "live fact"}.get(noun, noun.removesuffix("s")))
