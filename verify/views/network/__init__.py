"""Memories as one network, and the neighbourhood of one of its nodes."""

from verify.views.network.assembly import network
from verify.views.network.neighbourhood import named, neighbourhood

__all__ = ["named", "neighbourhood", "network"]
