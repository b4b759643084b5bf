"""Joins template, styles, scripts and data into one page, and seals it with a policy of hashes."""

import hashlib
from base64 import b64encode
from collections.abc import Iterable, Mapping
from functools import cache
from pkgutil import get_data
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup

from reports.html.embedding import embedded, shown
from reports.html.inline import inlined

_STYLES = ("base", "layout", "overview", "findings", "lives", "graph", "coverage", "print")
_SCRIPTS = ("data", "lists", "findings", "lives", "theme")
_GRAPH_SCRIPTS = ("network", "layers", "appearance", "drawing", "panel", "nodes")
_LAST_SCRIPTS = ("keyboard", "start")
CYTOSCAPE = "cytoscape-3.35.0.min.js"
# With this id the library takes its own rule for there, and adds no style that the policy would refuse.
_LIBRARY_STYLE = ".__________cytoscape_container { position: relative; }"


def assemble(values: Mapping[str, Any], *, drawn: bool) -> str:
    """Return the page; the library that draws graphs comes only with something to draw."""
    styles = ["\n".join(_asset(f"assets/{name}.css") for name in _STYLES), _LIBRARY_STYLE]
    names = (*_SCRIPTS, *(_GRAPH_SCRIPTS if drawn else ()), *_LAST_SCRIPTS)
    own = "\n".join(_asset(f"assets/{name}.js") for name in names)
    library = _asset(f"vendor/{CYTOSCAPE}") if drawn else ""
    page = _environment().get_template("page.html.j2")
    return page.render(
        **values,
        policy=_policy(styles, [own, library] if drawn else [own]),
        styles=[Markup(text) for text in styles],
        script=Markup(own),
        library=Markup(library),
        embedded=Markup(embedded(values["data"])),
    )


def _policy(styles: Iterable[str], scripts: Iterable[str]) -> str:
    allowed = {"style-src": styles, "script-src": scripts}
    sources = (f"{name} {' '.join(map(_hashed, texts))}" for name, texts in allowed.items())
    return "; ".join(["default-src 'none'", *sources, "img-src data:", "base-uri 'none'", "form-action 'none'"])


def _hashed(text: str) -> str:
    return f"'sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _asset(name: str) -> str:
    content = get_data("reports.html", name)
    if content is None:
        raise FileNotFoundError(name)
    # A browser reads every line end as a line feed before it takes the hash.
    return content.decode("utf-8").replace("\r\n", "\n")


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FunctionLoader(lambda name: _asset(f"templates/{name}")),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_harmless,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["inlined"] = inlined
    return environment


def _harmless(value: Any) -> Any:
    """Show what could act in a text; what is markup already was made here."""
    return shown(value) if isinstance(value, str) and not isinstance(value, Markup) else value
