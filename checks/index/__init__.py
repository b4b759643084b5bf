"""Family index."""
