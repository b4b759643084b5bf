"""Reports as one HTML page that asks nothing of the network."""

from reports.html.context import context
from reports.html.page import assemble
from verify.model.dossier import Dossier
from verify.model.report import Report


def render(report: Report) -> str:
    """Return a page of the findings alone."""
    return render_dossier(Dossier(report))


def render_dossier(dossier: Dossier) -> str:
    """Return a page of the findings, the graph, the timelines and the coverage of intent."""
    return assemble(context(dossier), drawn=dossier.network is not None)
