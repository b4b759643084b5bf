"""The reports: one module a format, each a function from a report to text."""

OWNER = "memory-verify"
