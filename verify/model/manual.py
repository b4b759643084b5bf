"""The manual page of a check, as reports show it."""

from collections.abc import Iterator
from inspect import cleandoc

from msgspec import Struct

from verify.model.report import Severity


class ManualPage(Struct, frozen=True):
    """What a check is called and says of itself; ``text`` is Markdown with a heading for each section.

    ``severity`` is the gravest of its hits, unless the configuration sets another.
    """

    check: str
    family: str
    severity: Severity
    heuristic: bool
    text: str

    @property
    def summary(self) -> str:
        """The first line."""
        return self.text.strip().partition("\n")[0]

    def sections(self) -> Iterator[tuple[str, str]]:
        """Yield the headings with their texts."""
        for part in cleandoc(self.text).split("\n## ")[1:]:
            heading, _, text = part.partition("\n")
            yield heading.strip(), text.strip()
