"""The manual page of a check as HTML."""

from functools import cache
from typing import Any

from markdown_it import MarkdownIt
from markupsafe import Markup

from verify.model.manual import ManualPage


def section(page: ManualPage, heading: str) -> Markup:
    """Return one section; its links, which lead to other pages of the manual, are left as text."""
    text = next((text for name, text in page.sections() if name == heading), "")
    # The project's own text, in which HTML is not allowed.
    return Markup(_parser().render(text))


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
    for end in ("link_open", "link_close"):
        parser.add_render_rule(end, _nothing)
    return parser


def _nothing(_renderer: Any, *_: Any) -> str:
    return ""
