"""A real browser, started once, that complains about everything pages do wrong."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, Request, sync_playwright

PATH = "/usr/bin/chromium"
INSTALLED = os.path.exists(PATH)
SCREENSHOTS = Path(__file__).parents[2] / "build" / "screenshots"
_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Starts Debian's chromium without a window."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=PATH, args=[*_ARGUMENTS])
        yield browser
        browser.close()


@contextmanager
def window(browser: Browser, base_url: str = "", **options: Any) -> Iterator[Page]:
    """A window of its own; whatever a page logs as an error, or refuses to load, fails the test."""
    complaints: list[str] = []
    size = options.pop("viewport", {"width": 1280, "height": 900})
    context = browser.new_context(base_url=base_url or None, viewport=size, **options)
    page = context.new_page()
    page.set_default_timeout(15_000)
    page.on("console", lambda said: said.type == "error" and complaints.append(said.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("requestfailed", lambda request: complaints.extend(_missed(request)))
    yield page
    context.close()
    assert complaints == [], complaints


def shoot(page: Page, name: str) -> None:
    """Keeps what the window shows as `build/screenshots/NAME.png`."""
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"{name}.png", full_page=True)


def _missed(request: Request) -> list[str]:
    """Returns what did not load.

    A live stream that is closed at its end counts as loaded, and so does the icon of a page that
    was left before it was there.
    """
    ended = request.resource_type == "eventsource"
    left = request.failure == "net::ERR_ABORTED" and request.url.endswith("/icon.svg")
    return [] if ended or left else [f"{request.url} did not load: {request.failure}"]
