"""Replays, as text and as JSON."""
