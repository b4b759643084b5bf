"""What stands around a report: the network with its texts, and the timelines of the decisions."""

from verify.views.dossier.assembly import dossier

__all__ = ["dossier"]
