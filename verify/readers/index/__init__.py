"""Reads memories that an agent finds through an index."""
