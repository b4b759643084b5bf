"""Family lifecycle."""
