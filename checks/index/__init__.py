"""Memories with an index: what the agent never learns of, and what leads nowhere."""
