"""A snapshot as Markdown, within a budget of characters."""

from reports.snapshot.budget import Rendered, render, smallest

__all__ = ["Rendered", "render", "smallest"]
