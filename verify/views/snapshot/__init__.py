"""The snapshot of one memory for a reviewer who did not live the work."""

from verify.views.snapshot.assembly import snapshot

__all__ = ["snapshot"]
