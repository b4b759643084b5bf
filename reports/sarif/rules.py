"""The checks as SARIF's rules, from their manual pages."""

import re
from typing import Any

from verify.model.manual import ManualPage

# What GitHub takes of a description.
_ROOM = 1000
_SENTENCE_END = re.compile(r"(?<=[.:!?]) ")


def rule(page: ManualPage) -> dict[str, Any]:
    """Return the rule of one check; its index in the list of rules is that of the page."""
    sections = list(page.sections())
    return {
        "id": page.check,
        # With its family, since a name that only repeats the id is refused.
        "name": "".join(part.capitalize() for part in (page.family, *page.check.split("-"))),
        "shortDescription": {"text": page.summary},
        "fullDescription": {"text": _description(page, sections)},
        "help": {
            "text": "\n\n".join(f"{heading}\n{text}" for heading, text in sections) or page.summary,
            "markdown": "\n\n".join(f"## {heading}\n\n{text}" for heading, text in sections) or page.summary,
        },
        "defaultConfiguration": {"level": page.severity.label},
        "properties": {"tags": [page.family, *(["heuristic"] if page.heuristic else [])]},
    }


def _description(page: ManualPage, sections: list[tuple[str, str]]) -> str:
    """Return what it finds: the first paragraph, as far as whole sentences of it have room."""
    paragraph = " ".join(sections[0][1].split("\n\n")[0].split()) if sections else page.summary
    text = ""
    for sentence in _SENTENCE_END.split(paragraph):
        if len(text) + len(sentence) >= _ROOM:
            break
        text = f"{text} {sentence}".strip()
    return text or paragraph[:_ROOM]
