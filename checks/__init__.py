"""The checks, one file each, in one folder a family."""

OWNER = "memory-verify"
