"""Reports made by hand, and the files that hold what they look like."""

import os
from pathlib import Path

from msgspec.structs import replace

from verify.model.location import CommitId, Location
from verify.model.manual import ManualPage
from verify.model.report import (
    CheckResult,
    Finding,
    Problem,
    ProblemKind,
    Related,
    Report,
    Severity,
    StoreSummary,
    Verdict,
)
from verify.model.store import StoreFormat

GOLDEN = Path(__file__).parent / "golden"
CONTINUITY = "memory/continuity.md"
COMMIT = CommitId("4f268a08c0ffee00c0ffee00c0ffee00c0ffee00")
NOTHING = (("facts", 0), ("archived", 0), ("sessions", 0))
SHALLOW = "this clone is shallow: run `git fetch --unshallow`"


def golden(name: str, text: str) -> str:
    """Return the stored text; with UPDATE_GOLDEN in the environment, store this one first."""
    file = GOLDEN / name
    if "UPDATE_GOLDEN" in os.environ:
        file.write_text(text, encoding="utf-8", newline="\n")
    return file.read_text(encoding="utf-8")


def finding(check: str, severity: Severity, location: Location | None, message: str) -> Finding:
    return Finding(
        check=check,
        severity=severity,
        subject="fact-id",
        location=location,
        message=message,
        fix="Mend it, or say why not.",
        related=(),
        commit=None,
        fingerprint="0123456789abcdef" * 2,
    )


def passed(*names: str) -> tuple[CheckResult, ...]:
    return tuple(CheckResult(name, Verdict.PASS, 0, 0, None) for name in names)


CLEAN = Report(
    tool="0.1.0",
    revision=None,
    as_of="2026-08-22T17:49:30Z",
    stores=(
        StoreSummary(StoreFormat.AGENT_MEMORY, "memory", True, (("facts", 28), ("archived", 87), ("sessions", 169))),
    ),
    no_history=None,
    checked=passed("duplicate-id", "link-cycle", "split-fact"),
    not_run=("stale-decision", "vague-fact"),
    advisory=("vague-fact",),
    findings=(),
    existing=0,
    problems=(),
)
UNCHECKED = replace(
    CLEAN,
    no_history=SHALLOW,
    not_run=(),
    advisory=(),
    checked=(
        *passed("duplicate-id"),
        CheckResult("lost-fact", Verdict.NOT_CHECKED, 0, 0, SHALLOW),
        CheckResult("rewritten-session", Verdict.NOT_CHECKED, 0, 0, SHALLOW),
        CheckResult("dangling-link", Verdict.NOT_CHECKED, 0, 12, "memory/archive/2026-Q2.md is not UTF-8"),
    ),
)
EMPTY = replace(CLEAN, stores=(), checked=(), not_run=("duplicate-id",), advisory=())

_OVER_ARCHIVED = replace(
    finding("over-archived", Severity.ERROR, Location("memory/archive/2026-Q2.md", 12, 3, 12), "used 3 sessions ago"),
    excerpt="- **A decision** that faded <!-- id: fact-id | created: 2026-06-18 | tier: active -->",
    related=(Related(Location("memory/sessions/2026-06-20-000243.md", 31), "referenced here"),),
)
_DRIFT = replace(
    finding("decision-drift", Severity.ERROR, None, "the wording changed and no session says why"), commit=COMMIT
)
_LATE = finding("lost-fact", Severity.NOTE, None, "the fact left the memory in a change that is not committed yet")
_OVERDUE = replace(
    finding(
        "overdue",
        Severity.WARNING,
        Location(CONTINUITY, 7),
        "a message that is so long that it needs a second line in the report, indented like the first one",
    ),
    related=(Related(Location("memory/sessions/2026-06-20-000243.md", 31), "a long remark that has no room " * 3),),
)
_IGNORED = replace(
    finding("rewritten-session", Severity.ERROR, None, "rewritten"),
    subject="2026-06-18-211724",
    reason="redacted a customer name, reviewed 2026-07-01",
)
FULL = replace(
    UNCHECKED,
    revision=COMMIT,
    stores=(
        *CLEAN.stores,
        *(StoreSummary(StoreFormat.AGENT_MEMORY, f"packages/{name}/memory", False, NOTHING) for name in "abcde"),
    ),
    checked=(
        *UNCHECKED.checked,
        CheckResult("over-archived", Verdict.FAIL, 1, 0, None),
        CheckResult("overdue", Verdict.FAIL, 1, 1, SHALLOW),
        CheckResult("decision-drift", Verdict.FAIL, 1, 0, "the check crashed"),
    ),
    not_run=CLEAN.not_run,
    findings=(_DRIFT, _LATE, _OVER_ARCHIVED, _OVERDUE, _IGNORED),
    problems=(
        Problem(ProblemKind.CRASHED_CHECK, None, None, "the check decision-drift crashed; please report it"),
        Problem(ProblemKind.UNREADABLE, "memory/archive/2026-Q2.md", 3, "is not UTF-8; save it as UTF-8"),
        Problem(ProblemKind.TOO_LARGE, "memory/sessions/2026-01-01.md", None, "9 MB", reason="an old export"),
    ),
)
MANUAL = tuple(
    ManualPage(check, family, Severity.ERROR, family == "intent", f"Summary of {check}.\n\n{sections}")
    for family, check in (("history", "decision-drift"), ("lifecycle", "over-archived"), ("intent", "overdue"))
    for sections in ["## What it finds\nA thing: `code`.\n\n## Why it matters\nSo.\n\n## How to fix\nMend it.\n"]
)
CHANGED = replace(
    FULL,
    advisory=CLEAN.advisory,
    existing=12,
    since="main (640ed939)",
    limits=("no head of memory/ledger.jsonl was given",),
    manual=MANUAL,
    checked=tuple(replace(result, crashed=result.check == "decision-drift") for result in FULL.checked),
)
SEVERAL = replace(
    CLEAN, stores=(*CLEAN.stores, replace(CLEAN.stores[0], path="packages/a/memory")), not_run=(), advisory=()
)

_LONG = "a line that is much too long, " * 5
EXCERPTS = replace(
    CLEAN,
    findings=tuple(
        replace(
            finding("dangling-link", Severity.WARNING, Location(CONTINUITY, line, text.index("x") + 1), "points at x"),
            excerpt=text,
        )
        for line, text in enumerate(
            [
                "x at the start",
                "\tx behind\ta tab",
                "記憶は x 日本語",
                "e\u0301 x behind a combining accent",
                "\x1b[31m\u202ex behind escapes",
                _LONG + "x" + _LONG,
                "x" + _LONG,
                _LONG + "x",
                "記憶" * 60 + "x" + "記憶" * 60,
            ],
            start=5,
        )
    ),
)


def crowd(number: int, severity: Severity = Severity.WARNING) -> Report:
    """Return a report with many findings of two checks."""
    findings = (
        replace(
            finding(f"check-{n % 2}", severity, Location(f"memory/{n:04}.md", n + 1), f"message {n}"),
            subject=f"fact-{n}",
            fingerprint=f"{n:032x}",
        )
        for n in range(number)
    )
    return replace(CLEAN, findings=tuple(findings))


def filled(text: str) -> Report:
    """Return a report with this text wherever a text can stand."""
    place = Location(text, 1, 1, 1)
    about = replace(
        finding(text, Severity.ERROR, place, text),
        subject=text,
        fix=text,
        related=(Related(place, text),),
        excerpt=text,
    )
    in_history = replace(about, commit=CommitId(text))
    return replace(
        CLEAN,
        tool=text,
        revision=CommitId(text),
        stores=(
            StoreSummary(StoreFormat.AGENT_MEMORY, text, True, NOTHING),
            StoreSummary(StoreFormat.TSVC, text, False),
        ),
        checked=(CheckResult(text, Verdict.NOT_CHECKED, 0, 1, text),),
        not_run=(text,),
        findings=(about, in_history, replace(about, location=None), replace(about, reason=text)),
        problems=tuple(Problem(ProblemKind.UNREADABLE, text, 1, text, reason) for reason in (None, text)),
        manual=(ManualPage(text, text, Severity.ERROR, heuristic=False, text=text),),
    )
