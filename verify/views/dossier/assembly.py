"""Puts together what stands around a report."""

from collections.abc import Sequence

from verify.graph import MemoryGraph
from verify.model.dossier import Dossier, TrendPoint
from verify.model.location import CommitId
from verify.model.report import Report
from verify.views.dossier.anonymous import nobody
from verify.views.dossier.clearing import cleared_report
from verify.views.dossier.lives import lives
from verify.views.dossier.subjects import subjects
from verify.views.dossier.texts import texts
from verify.views.network import network


def dossier(
    report: Report, graphs: Sequence[MemoryGraph], trend: tuple[TrendPoint, ...], head: CommitId | None
) -> Dossier:
    """Return all that a page shows of a report and of the memories it is about."""
    if not graphs:
        return Dossier(cleared_report(report), trend=trend, head=head)
    whole = network(report.tool, report.revision, graphs)
    shown, names = nobody(whole)
    return Dossier(
        report=cleared_report(report),
        network=shown,
        texts={names.get(key, key): text for key, text in texts(graphs, whole).items()},
        subjects={mark: names.get(key, key) for mark, key in subjects(report.findings, whole).items()},
        lives=lives(graphs, report.findings),
        trend=trend,
        head=head,
    )
