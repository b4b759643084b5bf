"""Where a path that the memory names may begin."""


def path_starts(memory: str) -> tuple[str, ...]:
    """Return what may stand before a named path: nothing, the folder beside the memory, the memory itself."""
    folder, slash, _ = memory.rpartition("/")
    return tuple(dict.fromkeys(["", folder + slash, f"{memory}/"]))
