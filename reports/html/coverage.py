"""How much of the work reaches the vision."""

from collections import Counter
from typing import Any

from verify.model.coverage import Coverage
from verify.model.network import Network, NetworkKind, NetworkRelation

_SERVING = {NetworkRelation.SERVES, NetworkRelation.REALIZES}


def measures(coverage: Coverage | None) -> list[dict[str, Any]]:
    """Return what was measured, each as a part of a whole."""
    if coverage is None:
        return []
    parts = [
        ("Decisions that reach a vision", coverage.decisions.reach_vision, coverage.decisions.total),
        ("Sessions that reach a vision", coverage.sessions.reach_vision, coverage.sessions.total),
        ("Open gaps that recent sessions work on", coverage.gaps.open - coverage.gaps.idle, coverage.gaps.open),
    ]
    if coverage.commits:
        parts.append(("Commits that a session tells of", coverage.commits.logged, coverage.commits.total))
        parts.append(("Commits that reach a vision", coverage.commits.reach_vision, coverage.commits.total))
    return [
        {"name": name, "part": part, "whole": whole, "percent": 100 * part // whole}
        for name, part, whole in parts
        if whole
    ]


def visions(network: Network | None) -> list[dict[str, Any]]:
    """Return the visions, each with how many point straight to it."""
    if network is None:
        return []
    serving = Counter(edge.target for edge in network.edges if edge.relation in _SERVING)
    return [
        {"number": number, "id": node.id, "title": node.title, "status": node.status.value, "count": serving[node.key]}
        for number, node in enumerate(network.nodes)
        if node.kind is NetworkKind.VISION
    ]
