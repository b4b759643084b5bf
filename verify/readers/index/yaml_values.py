"""The values of a YAML text, which nobody vouches for, and why a strict reader would refuse it."""

from collections.abc import Iterable

import yaml
from msgspec import Struct, field

_PLAIN_TAGS = "tag:yaml.org,2002:"
_DEPTH = 3
"""Collections inside each other whose values are kept."""


class RefusedError(Exception):
    """A strict reader refuses the text; ``line`` counts from 0."""

    def __init__(self, reason: str, line: int) -> None:
        super().__init__(reason)
        self.line = line


class _Frame(Struct):
    """A collection that is open; ``key`` is the one whose value comes next, None where a key comes next."""

    name: str
    is_mapping: bool
    key: str | None = None
    keys: set[str] = field(default_factory=set)


def yaml_values(text: str) -> dict[str, tuple[str, ...]]:
    """Return the texts below each key, ``outer.inner`` for keys one level down. Raises RefusedError.

    Only events are read: nothing is constructed, no alias is followed, and no depth costs a stack.
    """
    reader = _Reader()
    try:
        reader.take(yaml.parse(text, Loader=yaml.CSafeLoader))
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        reason = getattr(error, "problem", None) or "has a character that YAML does not know"
        raise RefusedError(str(reason), mark.line if mark else 0) from error
    return {key: tuple(values) for key, values in reader.values.items()}


class _Reader:
    def __init__(self) -> None:
        self.values: dict[str, list[str]] = {}
        self._around: list[_Frame] = []
        self._anchors: set[str] = set()

    def take(self, events: Iterable[yaml.Event]) -> None:
        for event in events:
            line = event.start_mark.line if event.start_mark else 0
            self._refuse(event, line)
            if isinstance(event, yaml.CollectionStartEvent):
                self._open(event, line)
            elif isinstance(event, yaml.CollectionEndEvent):
                self._around.pop()
                self._next()
            elif isinstance(event, yaml.ScalarEvent):
                self._scalar(event.value, line)
            elif isinstance(event, yaml.AliasEvent):
                self._scalar("", line)

    def _refuse(self, event: yaml.Event, line: int) -> None:
        anchor = getattr(event, "anchor", None)
        if isinstance(event, yaml.AliasEvent):
            if anchor not in self._anchors:
                raise RefusedError(f"*{anchor} refers to nothing", line)
        elif anchor:
            self._anchors.add(anchor)
        tag = getattr(event, "tag", None)
        if tag and tag != "!" and not tag.startswith(_PLAIN_TAGS):
            raise RefusedError(f"the tag {tag} is unknown", line)

    def _open(self, event: yaml.Event, line: int) -> None:
        is_mapping = isinstance(event, yaml.MappingStartEvent)
        if not self._around and not is_mapping:
            raise RefusedError("it is a list and no mapping", line)
        self._around.append(_Frame(self._name, is_mapping))

    @property
    def _name(self) -> str:
        """What the value that comes next is called."""
        if not self._around:
            return ""
        frame = self._around[-1]
        named = frame.is_mapping and frame.key and len(self._around) <= _DEPTH
        return f"{frame.name}.{frame.key}".lstrip(".") if named else frame.name

    def _scalar(self, value: str, line: int) -> None:
        if not self._around:
            if value:
                raise RefusedError("it is a text and no mapping", line)
            return
        frame = self._around[-1]
        if not frame.is_mapping or frame.key is not None:
            self._keep(self._name, value.strip())
            self._next()
            return
        if value in frame.keys:
            raise RefusedError(f"the key {value} is repeated", line)
        frame.keys.add(value)
        frame.key = value
        self._keep(self._name, "")

    def _keep(self, name: str, value: str) -> None:
        if len(self._around) <= _DEPTH:
            self.values.setdefault(name, []).extend([value] if value else [])

    def _next(self) -> None:
        if self._around:
            self._around[-1].key = None
