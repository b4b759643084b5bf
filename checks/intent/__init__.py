"""The way from the work to the vision: what serves what, decision records, commits, and code that facts are anchored in."""
