"""Which node of the network a finding is about."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from verify.model.network import Network, NetworkNode
from verify.model.report import Finding


def subjects(findings: Iterable[Finding], network: Network) -> Mapping[str, str]:
    """Return the key of the node of each finding that has one, by the fingerprint of the finding."""
    by_id: dict[str, list[NetworkNode]] = {}
    by_path: dict[str, NetworkNode] = {}
    for node in network.nodes:
        by_id.setdefault(node.id, []).append(node)
        if node.line == 1 and node.path:
            by_path.setdefault(node.path, node)
    return {finding.fingerprint: node.key for finding in findings for node in _found(finding, by_id, by_path)}


def _found(
    finding: Finding, by_id: Mapping[str, Sequence[NetworkNode]], by_path: Mapping[str, NetworkNode]
) -> Iterator[NetworkNode]:
    path = finding.location.path if finding.location else ""
    named = by_id.get(finding.subject) or by_id.get(f"{path}:{finding.location.line if finding.location else 0}")
    if named:
        yield next((node for node in named if node.memory and path.startswith(f"{node.memory}/")), named[0])
    elif path in by_path:
        yield by_path[path]
    elif finding.commit and finding.commit in by_id:
        yield by_id[finding.commit][0]
