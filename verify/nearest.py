"""The name that somebody probably meant."""

from collections.abc import Iterable


def nearest(text: str, choices: Iterable[str]) -> str | None:
    """Return the choice most like a text, if one is close; ties go to the first in order."""
    # Loaded only where something is wrong already.
    from rapidfuzz import process  # noqa: PLC0415

    found = process.extractOne(text, sorted(choices), score_cutoff=75)
    return found[0] if found else None


def unknown(kind: str, name: str, known: Iterable[str]) -> str:
    """Return the line for a name that does not exist, with the nearest one that does."""
    near = nearest(name, known)
    return f"unknown {kind} {name!r}" + (f"; did you mean {near!r}?" if near else "")
