"""Puts a snapshot together: the sections of one mode, and nothing in them that has to be taken out."""

from collections.abc import Iterator, Sequence

from verify.graph import MemoryGraph
from verify.model.location import CommitId
from verify.model.report import Finding, Report
from verify.model.snapshot import Aim, Mode, Section, Since, Snapshot
from verify.secrets import printable
from verify.views.snapshot.aims import aim as aim_of
from verify.views.snapshot.attachments import attachments
from verify.views.snapshot.changes import changes
from verify.views.snapshot.commits import commits
from verify.views.snapshot.decisions import decisions
from verify.views.snapshot.findings import found, unchecked
from verify.views.snapshot.logs import logs
from verify.views.snapshot.objective import objective
from verify.views.snapshot.quoting import Texts
from verify.views.snapshot.redaction import redacted
from verify.views.snapshot.threads import assumptions, contradictions, is_disagreement, threads


def snapshot(graph: MemoryGraph, report: Report, mode: Mode, head: CommitId | None, since: Since | None) -> Snapshot:
    """Tell one memory as a reviewer needs it who did not live the work."""
    aim = aim_of(graph, mode, since)
    sections = _milestone(graph, report, aim) if mode is Mode.MILESTONE else _reactive(graph, report, aim)
    memory = printable(graph.memory.path)
    return Snapshot(
        tool=report.tool,
        mode=mode,
        memory=memory,
        revision=report.revision,
        head=head,
        as_of=report.as_of,
        counts=next((store.counts for store in report.stores if store.checked and store.path == memory), ()),
        since=aim.since,
        incomplete=tuple(sorted({printable(why) for why in graph.incomplete.values()})),
        sections=tuple(redacted(section) for section in sections),
    )


def _milestone(graph: MemoryGraph, report: Report, aim: Aim) -> Iterator[Section]:
    """Yield the course of the work first, its faults later."""
    texts, findings = Texts(graph), _open(report)
    yield objective(graph, texts, aim)
    yield decisions(graph, texts, aim, _contested(findings))
    yield changes(graph, texts, aim, share=5)
    yield logs(graph, aim, share=3)
    yield commits(graph, aim)
    yield threads(graph, texts, share=4)
    yield contradictions(graph, texts, findings, share=4)
    yield assumptions(graph, texts)
    yield from _judged(graph, report, findings, share=4)
    yield attachments(graph, aim)


def _reactive(graph: MemoryGraph, report: Report, aim: Aim) -> Iterator[Section]:
    """Yield what is wrong and what changed first, the course of the work later."""
    texts, findings = Texts(graph), _open(report)
    yield contradictions(graph, texts, findings, share=8)
    yield from _judged(graph, report, findings, share=6)
    yield changes(graph, texts, aim, share=8)
    yield logs(graph, aim, share=6)
    yield commits(graph, aim)
    yield objective(graph, texts, aim)
    yield assumptions(graph, texts)
    yield threads(graph, texts, share=6)
    yield decisions(graph, texts, aim, _contested(findings))
    yield attachments(graph, aim)


def _judged(graph: MemoryGraph, report: Report, findings: Sequence[Finding], share: int) -> Iterator[Section]:
    rest = [finding for finding in findings if not is_disagreement(finding)]
    yield found(report, rest, len(findings) - len(rest), graph.memory.path, share)
    yield unchecked(report, graph.memory.path)


def _open(report: Report) -> list[Finding]:
    return [finding for finding in report.findings if not finding.suppressed]


def _contested(findings: Sequence[Finding]) -> frozenset[str]:
    return frozenset(finding.subject for finding in findings if is_disagreement(finding))
