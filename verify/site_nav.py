"""The parts of the site's table of contents that follow from the project: its checks and its decisions."""

import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from verify.examination import every_check

SITE = Path(__file__).resolve().parent.parent / "mkdocs.yml"
_PART = re.compile(r"^( *# generated: (\w+)\n).*?^( *# end: \2\n)", re.MULTILINE | re.DOTALL)


def current(site: Path) -> str:
    """Return the settings of a site with the generated parts as they ought to be."""
    lines = {"checks": _checks(), "decisions": _decisions(site.parent / "docs")}
    parts = {name: "".join(f"{line}\n" for line in part) for name, part in lines.items()}
    return _PART.sub(lambda part: f"{part[1]}{parts[part[2]]}{part[3]}", site.read_text(encoding="utf-8"))


def _checks() -> Iterator[str]:
    checks = sorted(every_check().values(), key=lambda check: (check.family, check.name))
    yield "      - checks/index.md"
    for family, members in groupby(checks, key=lambda check: check.family):
        yield f"      - {family}:"
        yield from (f"          - {check.name}: checks/{check.name}.md" for check in members)


def _decisions(docs: Path) -> Iterator[str]:
    yield "      - decisions/index.md"
    names = sorted(path.name for path in (docs / "decisions").glob("*.md"))
    yield from (f"      - decisions/{name}" for name in names if name != "index.md")
