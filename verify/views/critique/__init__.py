"""Holds the claims of an answer against a memory."""

from verify.views.critique.judge import Judge

__all__ = ["Judge"]
