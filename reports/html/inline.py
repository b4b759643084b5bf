"""Short texts with code in them."""

import re

from markupsafe import Markup, escape

from reports.html.embedding import shown

_CODE = re.compile(r"`([^`\n]+)`")


def inlined(text: str) -> Markup:
    """Return a text as HTML in which only what stands between backticks is an element, ``<code>``."""
    parts = enumerate(_CODE.split(shown(text)))
    return Markup("").join(Markup("<code>{}</code>").format(part) if at % 2 else escape(part) for at, part in parts)
