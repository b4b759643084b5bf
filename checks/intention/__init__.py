"""Family intention."""
