"""The bookkeeping of a memory: footers, ids, links, sessions, the archive; and what must not stand in it."""
