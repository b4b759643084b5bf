"""All that the template and the scripts show, made of a dossier."""

from collections.abc import Mapping
from typing import Any

from reports.html.checks import check_rows, families
from reports.html.coverage import measures, visions
from reports.html.findings import Groups
from reports.html.lives import life_rows
from reports.html.network import graph_data, numbers
from reports.html.overview import looked_at, unchecked, verdict
from reports.html.tables import table
from reports.html.trend import chart, sparklines
from reports.text.findings import short_commit
from verify.model.dossier import Dossier

SHOWN_FINDINGS = 200
SHOWN_LIVES = 60


def context(dossier: Dossier) -> Mapping[str, Any]:
    """Return what stands in the page, by the name that the template has for it."""
    report = dossier.report
    at = numbers(dossier.network)
    groups = Groups(dossier, at)
    lives = life_rows(dossier, at)
    return {
        "report": report,
        "short": short_commit,
        "verdict": verdict(report),
        "looked_at": looked_at(report),
        "unchecked": unchecked(report),
        "families": families(report, sparklines(dossier.trend)),
        "checks": check_rows(report),
        "chart": chart(dossier.trend),
        "groups": groups.first(SHOWN_FINDINGS),
        "total": len(groups.rows),
        "counting": sum(not finding.suppressed for finding in report.findings),
        "shown": min(SHOWN_FINDINGS, len(groups.rows)),
        "blank": groups.blank,
        "lives": [{**row, "number": number} for number, row in enumerate(lives[:SHOWN_LIVES])],
        "life_count": len(lives),
        "untold": dossier.lives.untold,
        "no_lives": dossier.lives.reason,
        "network": dossier.network,
        "visions": visions(dossier.network),
        "measures": measures(report.coverage),
        "coverage": report.coverage,
        "data": {
            "checks": groups.checks,
            "findings": table(groups.rows, ("severity", "path", "fix")),
            "lives": table(lives),
            "graph": graph_data(dossier, at) if dossier.network else None,
        },
    }
