"""Family topics."""
