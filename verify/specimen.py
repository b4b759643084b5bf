"""Fixtures: planted defects, good memories that look alike, and the findings that must come of them."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml
from msgspec import Struct

from verify.errors import UsageError
from verify.planting import Plan, read_plan
from verify.planting.plan import PLAN_KEYS, only

EXAMPLE = "example"
_EXPECTED_KEYS = ("severity", "subject", "path", "line", "commit", "suppressed")


class Sighting(Struct, frozen=True, order=True):
    """What a fixture expects of one finding, or what was seen of it; the commit is a tag or an id.

    The subject is that tag too where the finding is about the commit.
    """

    path: str
    line: int
    severity: str
    subject: str
    commit: str
    suppressed: bool

    def __str__(self) -> str:
        place = f" at {self.path}:{self.line}" if self.path else ""
        commit = f" in {self.commit}" if self.commit else ""
        return f"{self.severity} {self.subject}{place}{commit}{' (suppressed)' if self.suppressed else ''}"


class Specimen(Struct, frozen=True):
    """One fixture; its folder is named after the check, its file begins with ``bad-`` or ``good-``."""

    path: Path
    about: str
    plan: Plan
    expected: tuple[Sighting, ...]

    @property
    def check(self) -> str:
        """The name of the check that it is for."""
        return self.path.parent.name

    @property
    def bad(self) -> bool:
        """Whether it holds a defect."""
        return self.path.name.startswith("bad-")


def fixtures_folder() -> Path:
    """Return the folder of the fixtures: inside the package when installed, beside it in a checkout."""
    package = Path(__file__).resolve().parent
    inside = package / "fixtures"
    return inside if inside.is_dir() else package.parent / "fixtures"


def specimens(check: str) -> list[Specimen]:
    """Return the fixtures of one check, those with a defect first."""
    return [read_specimen(path) for path in sorted((fixtures_folder() / check).glob("*.yaml"))]


def example() -> Specimen:
    """Return the worked example: a whole memory with several defects, for readers and not for one check."""
    return read_specimen(fixtures_folder() / EXAMPLE / "bakery.yaml")


def read_specimen(path: Path) -> Specimen:
    """Read one fixture. Raises UsageError, naming file and key."""
    name = f"{path.parent.name}/{path.name}"
    table = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    only(name, table, ("about", "expect", *PLAN_KEYS))
    plan = read_plan(name, {key: value for key, value in table.items() if key in PLAN_KEYS})
    expected = (_expected(f"{name}, expect", entry) for entry in table.get("expect", []))
    return Specimen(path, " ".join(table["about"].split()), plan, tuple(sorted(expected)))


def _expected(name: str, table: Mapping[str, Any]) -> Sighting:
    only(name, table, _EXPECTED_KEYS)
    if not {"severity", "subject"} <= table.keys():
        raise UsageError(f"{name}: severity and subject are wanted in {table!r}")
    return Sighting(
        path=table.get("path") or "",
        line=table.get("line") or 0,
        severity=table["severity"],
        subject=str(table["subject"]),
        commit=table.get("commit") or "",
        suppressed=table.get("suppressed", False),
    )
