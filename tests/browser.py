"""A real browser for the tests of the HTML page; no page gets anything from any network."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Request, sync_playwright

CHROMIUM = Path("/usr/bin/chromium")
_QUIET = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
)
_MISSING = "no Chromium at /usr/bin/chromium: apt-get install --no-install-recommends chromium"


@dataclass
class Opened:
    """A page, and what it complained of and asked for."""

    page: Page
    complaints: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def ask(self, script: str) -> object:
        answer: object = self.page.evaluate(script)
        return answer


@contextmanager
def browser() -> Iterator[Browser]:
    """Start Chromium; skips where there is none, unless the environment says that there must be one."""
    if not CHROMIUM.exists():
        if os.environ.get("VERIFY_BROWSER") == "required":
            pytest.fail(_MISSING)
        pytest.skip(_MISSING)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=str(CHROMIUM), args=list(_QUIET))
        yield started
        started.close()


@contextmanager
def opened(started: Browser, file: Path, *, at: str = "", dark: bool = False, scripts: bool = True) -> Iterator[Opened]:
    """Open a file, and watch the console and the network."""
    context = started.new_context(
        viewport={"width": 1280, "height": 800},
        color_scheme="dark" if dark else "light",
        java_script_enabled=scripts,
        reduced_motion="reduce",
    )
    context.set_default_timeout(10_000)
    one = Opened(context.new_page())

    def asked(request: Request) -> None:
        if request.url.partition("#")[0] != file.as_uri() and not request.url.startswith("data:"):
            one.requests.append(request.url)

    one.page.on("request", asked)
    one.page.on("console", lambda message: one.complaints.append(f"{message.type}: {message.text}"))
    one.page.on("pageerror", lambda error: one.complaints.append(str(error)))
    one.page.on("dialog", lambda dialog: one.complaints.append(f"dialog: {dialog.message}"))
    one.page.goto(file.as_uri() + at)
    yield one
    context.close()
