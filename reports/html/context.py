"""All that the template and the scripts show, made of a dossier."""

from collections.abc import Mapping, Sequence
from typing import Any

from reports.account import ignored
from reports.html.checks import check_rows, families
from reports.html.coverage import measures, visions
from reports.html.findings import Groups
from reports.html.identity import identity
from reports.html.lives import life_rows
from reports.html.network import graph_data, numbers
from reports.html.overview import looked_at, unchecked, verdict
from reports.html.tables import Row, table
from reports.html.trend import chart, sparklines
from verify.model.dossier import Dossier

SHOWN_FINDINGS = 200
SHOWN_LIVES = 60


def context(dossier: Dossier) -> Mapping[str, Any]:
    """Return what stands in the page, by the name that the template has for it."""
    at = numbers(dossier.network)
    groups = Groups(dossier, at)
    lives = life_rows(dossier, at)
    data = {
        "checks": groups.checks,
        "findings": table(groups.rows, ("severity", "path", "fix", "remedy", "cover")),
        "lives": table(lives),
        "graph": graph_data(dossier, at) if dossier.network else None,
    }
    return {**_overview(dossier), **_findings(groups), **_intent(dossier, lives), "data": data}


def _overview(dossier: Dossier) -> Mapping[str, Any]:
    report = dossier.report
    about = identity(dossier)
    return {
        "about": about,
        "report": report,
        "verdict": verdict(report),
        "looked_at": looked_at(report, about["state"]),
        "unchecked": unchecked(report),
        "families": families(report, sparklines(dossier.trend)),
        "checks": check_rows(report),
        "chart": chart(dossier.trend),
        "ignored": len(ignored(report)),
        "counting": sum(not finding.suppressed for finding in report.findings),
    }


def _findings(groups: Groups) -> Mapping[str, Any]:
    return {
        "groups": groups.first(SHOWN_FINDINGS),
        "total": len(groups.rows),
        "covers": [[row["cover"] for row in groups.rows].count(word) for word in ("baseline", "ignored")],
        "shown": min(SHOWN_FINDINGS, len(groups.rows)),
        "blank": groups.blank,
    }


def _intent(dossier: Dossier, lives: Sequence[Row]) -> Mapping[str, Any]:
    return {
        "network": dossier.network,
        "lives": [{**row, "number": number} for number, row in enumerate(lives[:SHOWN_LIVES])],
        "life_count": len(lives),
        "untold": dossier.lives.untold,
        "no_lives": dossier.lives.reason,
        "visions": visions(dossier.network),
        "measures": measures(dossier.report.coverage),
        "coverage": dossier.report.coverage,
    }
