"""How the findings went, drawn as SVG."""

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from reports.text.findings import short_commit
from verify.model.dossier import TrendPoint
from verify.model.report import Severity

_WIDTH, _HEIGHT, _FLOOR = 1080, 150, 126
_HEAD = 16
"""Room for the number above a bar."""
_LINE_WIDTH, _LINE_HEIGHT = 96, 22


def chart(points: Sequence[TrendPoint]) -> dict[str, Any] | None:
    """Return the bars of all revisions, as a drawing that is this wide and high, and the highest count."""
    if not points:
        return None
    most = max(1, *(sum(point.severities.values()) for point in points))
    step = _WIDTH / max(len(points), 12)
    return {
        "width": _WIDTH,
        "height": _HEIGHT,
        "floor": _FLOOR,
        "most": most,
        "bars": [_bar(point, number, step, most) for number, point in enumerate(points)],
    }


def _bar(point: TrendPoint, number: int, step: float, most: int) -> dict[str, Any]:
    parts = []
    top = float(_FLOOR)
    for severity in sorted(Severity, reverse=True):
        height = point.severities.get(severity, 0) * (_FLOOR - _HEAD) / most
        top -= height
        parts.append({"tone": severity.label, "y": f"{top:.1f}", "height": f"{height:.1f}"})
    return {
        "x": f"{number * step + 1:.1f}",
        "middle": f"{number * step + step / 2:.1f}",
        "width": f"{step - 2:.1f}",
        "parts": [part for part in parts if part["height"] != "0.0"],
        "day": point.day or "",
        "commit": short_commit(point.commit) if point.commit else "work tree",
        "counts": {severity.label: point.severities.get(severity, 0) for severity in Severity},
        "total": sum(point.severities.values()),
        "top": f"{top - 4:.1f}",
        "incomplete": point.incomplete,
    }


def sparklines(points: Sequence[TrendPoint]) -> Mapping[str, Markup]:
    """Return a small line for each family that ever had findings."""
    names = sorted({name for point in points for name in point.families})
    return {name: _sparkline([point.families.get(name, 0) for point in points]) for name in names if len(points) > 1}


def _sparkline(counts: Sequence[int]) -> Markup:
    most = max(*counts, 1)
    step = (_LINE_WIDTH - 6) / (len(counts) - 1)
    spots = [
        (3 + number * step, _LINE_HEIGHT - 3 - count * (_LINE_HEIGHT - 6) / most) for number, count in enumerate(counts)
    ]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
    x, y = spots[-1]
    return Markup(
        '<svg class="sparkline" width="{w}" height="{h}" viewBox="0 0 {w} {h}" role="img" aria-label="{label}">'
        '<polyline points="{path}"/><circle cx="{x}" cy="{y}" r="2.5"/></svg>'
    ).format(
        w=_LINE_WIDTH, h=_LINE_HEIGHT, label=f"from {counts[0]} to {counts[-1]}", path=path, x=f"{x:.1f}", y=f"{y:.1f}"
    )
