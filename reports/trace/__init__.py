"""Traces as text and as JSON."""
