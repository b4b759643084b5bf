"""The outermost keys of a YAML text, which nobody vouches for."""

from collections.abc import Iterable, Iterator

import yaml

NoYamlError = yaml.YAMLError
_Node = tuple[list[str], int]


def outer_keys(text: str) -> Iterator[tuple[str, tuple[str, ...], int]]:
    """Yield each key of the outermost mapping with its value, or the members of its list, and its line from 0.

    Only events are read: nothing is constructed, no alias is followed, and no depth costs a stack.
    Raises NoYamlError.
    """
    nodes = _nodes(yaml.parse(text, Loader=yaml.CSafeLoader))
    for (key, line), (values, _) in zip(nodes, nodes, strict=False):
        if len(key) == 1:
            yield key[0], tuple(value for value in values if value), line


def _nodes(events: Iterable[yaml.Event]) -> Iterator[_Node]:
    """Yield keys and values of the outermost mapping by turns: the texts of each, and the line of its end."""
    around: list[yaml.Event] = []
    texts: list[str] = []
    for event in events:
        if isinstance(event, yaml.CollectionStartEvent):
            around.append(event)
            continue
        if isinstance(event, yaml.CollectionEndEvent):
            around.pop()
        elif isinstance(event, yaml.ScalarEvent) and _is_plain(around):
            texts.append(event.value.strip())
        if len(around) == 1 and isinstance(around[0], yaml.MappingStartEvent):
            yield texts, event.start_mark.line if event.start_mark else 0
            texts = []


def _is_plain(around: list[yaml.Event]) -> bool:
    """Whether a text stands in the outermost mapping itself, or in a list there."""
    return len(around) < 2 or (len(around) == 2 and isinstance(around[1], yaml.SequenceStartEvent))
