"""Readers of TSVC workspaces: one module a kind of file."""
