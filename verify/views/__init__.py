"""Views of one memory: a graph becomes value types that a report can render."""
