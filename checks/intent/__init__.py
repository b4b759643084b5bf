"""The way from the work to the vision: what serves what, decision records, commits, and anchors in code."""
