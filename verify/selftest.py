"""Shows that every check can fail: plants one defect of each and looks whether it is found."""

from collections.abc import Iterator
from enum import Enum

from msgspec import Struct

from verify.examination import every_check
from verify.specimen import Sighting, Specimen, specimens
from verify.trial import attempt


class Proof(Enum):
    """What planting a defect showed of a check."""

    FOUND = "found"
    NOT_FOUND = "NOT FOUND"
    NONE = "cannot be shown to fail"


class Trial(Struct, frozen=True):
    """One check, the defect that was planted, and what came of it."""

    check: str
    proof: Proof
    specimen: Specimen | None
    missing: tuple[Sighting, ...] = ()

    def __str__(self) -> str:
        if self.specimen is None:
            return f"{self.check}: {self.proof.value} (no fixture plants its defect)"
        missing = "".join(f"\n  missing: {sighting}" for sighting in self.missing)
        return f"{self.check}: {self.proof.value} in {self.specimen.path.name}{missing}"


def trials() -> Iterator[Trial]:
    """Try every check, one after the other."""
    for name in every_check():
        yield _trial(name)


def _trial(name: str) -> Trial:
    defect = next((specimen for specimen in specimens(name) if specimen.bad), None)
    if defect is None:
        return Trial(name, Proof.NONE, None)
    outcome = attempt(defect)
    missing = tuple(sighting for sighting in outcome.expected if sighting not in outcome.seen)
    found = bool(outcome.expected) and not missing
    return Trial(name, Proof.FOUND if found else Proof.NOT_FOUND, defect, missing)
