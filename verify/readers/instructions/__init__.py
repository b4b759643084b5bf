"""Reads the files that tell agents how to work."""
