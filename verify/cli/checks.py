"""``verify checks``."""

import json
from collections.abc import Iterable
from itertools import groupby

import click

from verify.check import Check, Tier
from verify.examination import every_check


@click.command("checks")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="What goes to stdout.")
def command(form: str) -> int:
    """List every check by family, with its severity and what it reports."""
    checks = sorted(every_check().values(), key=lambda check: (check.family, check.name))
    click.echo(_json(checks) if form == "json" else _text(checks))
    return 0


def _text(checks: Iterable[Check]) -> str:
    blocks = (
        "\n".join([family, *(_line(check) for check in members)])
        for family, members in groupby(checks, key=lambda check: check.family)
    )
    return "\n\n".join(blocks)


def _line(check: Check) -> str:
    mark = " (advisory)" if check.tier is Tier.ADVISORY else ""
    return f"  {check.name:<24}  {check.severity.label:<7}  {check.summary}{mark}"


def _json(checks: Iterable[Check]) -> str:
    return json.dumps({"version": 1, "checks": [_entry(check) for check in checks]}, ensure_ascii=False, indent=1)


def _entry(check: Check) -> dict[str, object]:
    return {
        "check": check.name,
        "family": check.family,
        "severity": check.severity.label,
        "milder": [severity.label for severity in check.severities[1:]],
        "tier": check.tier.value,
        "needs": check.needs.value if check.needs else None,
        "options": dict(check.options),
        "summary": check.summary,
    }
