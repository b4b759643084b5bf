"""YAML front matter: the keys at the top of a file, as texts."""

from msgspec import Struct

SIZE_CAP = 64 * 1024
"""Signs of front matter; more is not read."""
_MARK = "---"
_ENDS = {"---", "..."}


class Entry(Struct, frozen=True):
    """One key with its value, or with the members of its list; ``line`` counts from 0."""

    key: str
    values: tuple[str, ...]
    line: int


class FrontMatter(Struct, frozen=True):
    """The entries, the number of lines that they take, and why they could not be read."""

    entries: tuple[Entry, ...] = ()
    lines: int = 0
    unread: str = ""

    def get(self, key: str) -> Entry | None:
        """Return the first entry of this key that has a value."""
        return next((entry for entry in self.entries if entry.key == key and entry.values), None)


def read_front_matter(lines: list[str]) -> FrontMatter:
    """Read the front matter of a file; there is none unless the first line opens it and another closes it."""
    if not lines or lines[0].rstrip() != _MARK:
        return FrontMatter()
    end = next((n for n, line in enumerate(lines) if n and line.rstrip() in _ENDS), None)
    if end is None:
        return FrontMatter()
    text = "\n".join(lines[1:end])
    if len(text) > SIZE_CAP:
        return FrontMatter((), end + 1, f"has front matter of more than {SIZE_CAP // 1024} KiB")
    from verify.readers.outer_keys import NoYamlError, outer_keys  # noqa: PLC0415  (20 ms that few runs need)

    try:
        return FrontMatter(tuple(Entry(key, values, line + 1) for key, values, line in outer_keys(text)), end + 1)
    except NoYamlError:
        return FrontMatter((), end + 1, "has front matter that is no valid YAML")
