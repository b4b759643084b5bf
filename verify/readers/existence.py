"""Whether something stands at a path of the checked state, as far as that can be told."""

import re
from functools import cached_property

from verify.readers.source import Source

_PATH = re.compile(r"^[ \t]{0,40}path[ \t]{0,40}=[ \t]{0,40}(\S.{0,1000}?)[ \t]{0,40}$", re.MULTILINE)


class Existence:
    """Answers for one source; what lies in a submodule, which may not be checked out, counts as there."""

    def __init__(self, source: Source) -> None:
        self._source = source

    def __call__(self, path: str) -> bool:
        return self._source.keeps(path) or self._in_submodule(path)

    def _in_submodule(self, path: str) -> bool:
        return any(path == place or path.startswith(f"{place}/") for place in self._submodules)

    @cached_property
    def _submodules(self) -> list[str]:
        for _, content in self._source.read([".gitmodules"]):
            if isinstance(content, bytes):
                return [match.strip('"').rstrip("/") for match in _PATH.findall(content.decode("utf-8", "replace"))]
        return []
