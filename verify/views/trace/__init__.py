"""Traces: from a fact, session, commit or file up to the vision, and down to the work."""

from verify.views.trace.tracer import Tracer

__all__ = ["Tracer"]
