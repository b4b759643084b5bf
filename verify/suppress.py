"""Ignores: what they cover, and which of them cover nothing."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from verify.check import Check, Tier
from verify.config import Ignore
from verify.model.location import Day
from verify.model.report import Finding, Hit, Problem, Severity
from verify.secrets import redact

UNUSED_IGNORE = Check(
    name="unused-ignore",
    family="configuration",
    severities=(Severity.WARNING,),
    tier=Tier.DEFAULT,
    needs=None,
    uses=(),
    options={},
    manual="""Reports an ignore that covers nothing.

    ## What it finds
    An `[[ignore]]` of the configuration that matches no finding and no problem, or whose `until` has
    passed at the time of the checked state. Ignores of checks that did not run are left alone.

    ## Why it matters
    An ignore that outlives its reason hides the next finding of the same kind.

    ## How to fix
    Remove the ignore, or mend its check, subject or path. If it has expired, look at the finding again.
    """,
    run=lambda graph: iter(()),
)


class Suppressed(Struct, frozen=True):
    """Findings and problems with the reasons of the ignores that cover them, and hits for the idle ones."""

    findings: tuple[Finding, ...]
    problems: tuple[Problem, ...]
    unused: tuple[Hit, ...]


def suppress(
    ignores: Sequence[Ignore],
    findings: Iterable[Finding],
    problems: Iterable[Problem],
    today: Day | None,
    ran: Collection[str],
) -> Suppressed:
    """Apply the ignores; ``ran`` names the checks that gave an answer."""
    used: set[int] = set()
    in_force = [(n, i) for n, i in enumerate(ignores) if not (i.until and today and today > i.until)]
    covered = tuple(_cover_finding(finding, in_force, used) for finding in findings)
    accepted = tuple(_cover_problem(problem, in_force, used) for problem in problems)
    return Suppressed(covered, accepted, tuple(_unused(ignores, used, today, ran)))


def _cover_finding(finding: Finding, ignores: Iterable[tuple[int, Ignore]], used: set[int]) -> Finding:
    fitting = [(number, ignore) for number, ignore in ignores if _covers(ignore, finding)]
    used.update(number for number, _ in fitting)
    return replace(finding, reason=redact(fitting[0][1].reason)) if fitting and not finding.reason else finding


def _covers(ignore: Ignore, finding: Finding) -> bool:
    path = finding.location.path if finding.location else None
    return (
        ignore.check == finding.check
        and ignore.subject in {None, finding.subject}
        and ignore.path in {None, path}
        and (ignore.commit is None or (finding.commit or "").startswith(ignore.commit))
        and (ignore.excuses is None or finding.commit in ignore.excuses)
    )


def _cover_problem(problem: Problem, ignores: Iterable[tuple[int, Ignore]], used: set[int]) -> Problem:
    for number, ignore in ignores:
        named = {text for text in (ignore.path, ignore.subject) if text}
        if ignore.check == problem.kind.value and named == {problem.path}:
            used.add(number)
            return replace(problem, reason=redact(ignore.reason))
    return problem


def _unused(ignores: Iterable[Ignore], used: set[int], today: Day | None, ran: Collection[str]) -> Iterator[Hit]:
    for number, ignore in enumerate(ignores):
        if number in used or ignore.check not in ran:
            continue
        subject = ignore.subject or ignore.path or ""
        expired = ignore.until and today and today > ignore.until
        why = f"expired on {ignore.until}" if expired else "matches nothing"
        yield Hit(
            subject=subject,
            location=ignore.location,
            message=f"the ignore of {ignore.check} for {subject} {why}",
            fix="Remove it, or look at what it was meant for again.",
        )
