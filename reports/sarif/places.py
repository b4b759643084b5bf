"""Places and messages as SARIF has them."""

import re
from typing import Any
from urllib.parse import quote

from reports.escaping import encodable, visible
from verify.model.location import Location

ROOT = "%SRCROOT%"
# In a message of SARIF these two are a placeholder and a link.
_PLACEHOLDER = re.compile(r"\{(\d{1,9})\}")
_LINK = re.compile(r"\](?=\()")


def artifact(path: str) -> dict[str, Any]:
    """Return a file as a URI relative to the root of the repository."""
    # A slash in front would lead away from the root.
    return {"uri": re.sub(r"^/+", lambda found: quote(found[0], safe=""), quote(encodable(path))), "uriBaseId": ROOT}


def physical(location: Location) -> dict[str, Any]:
    """Return a place in a file; without ``endColumn`` a region goes on to the end of its last line."""
    region = {"startLine": location.line, "startColumn": location.column}
    if location.end_line is not None and location.end_line >= location.line:
        region["endLine"] = location.end_line
    return {"artifactLocation": artifact(location.path), "region": region}


def message(text: str) -> dict[str, Any]:
    """Return a text as a message in which nothing is a placeholder, a link or an invisible mark."""
    return {"text": _LINK.sub("] ", _PLACEHOLDER.sub(r"{{\1}}", visible(text)))}


def sentence(text: str) -> str:
    """Return a text that ends like a sentence."""
    text = text.strip()
    return text if text.endswith((".", "!", "?")) else f"{text}."
