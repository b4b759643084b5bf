"""TSVC workspaces: topics, their exchanges and decisions."""
