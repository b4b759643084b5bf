"""Timelines and unexplained changes, as text and as JSON."""
