"""Takes the README's pictures of a demo that was played: `make demo`, then `make pictures`."""

import argparse
import re
from dataclasses import replace
from pathlib import Path

from playwright.sync_api import Page

from arena.bootstrap import wire
from arena.config import Settings
from arena.web.app import application
from arena.web.ports import Ports

from .chromium import chromium, window
from .serving import served

ROOT = Path(__file__).parents[2]
DEMO, IMAGES = ROOT / "build" / "demo", ROOT / "docs" / "images"
WIDTH = 1120
HEIGHT = {"standings": 1180, "scout": 800, "carrera": 720}
TURN = 46
"""A ply at which both games have something on the table."""


def take(data_dir: Path, target: Path) -> None:
    """Writes `standings.png`, `replay-scout.png` and `replay-carrera.png`."""
    wiring = wire(replace(Settings.from_environment(), data_dir=data_dir))
    ports = Ports(wiring.open_unit, wiring.games, wiring.now, wiring.live_logs())
    with served(application(ports, "a secret for pictures")) as site, chromium() as browser:
        size = {"width": WIDTH, "height": HEIGHT["standings"]}
        with window(browser, site.url, viewport=size, locale="en-US") as page:
            page.goto("/ladders/scout%20open")
            page.screenshot(path=target / "standings.png")
            for game in ("scout", "carrera"):
                page.set_viewport_size({"width": WIDTH, "height": HEIGHT[game]})
                page.goto(f"/ladders/{game}%20open")
                page.goto(f"{_shown(page)}#ply-{TURN}")
                page.wait_for_selector("#viewer[data-ready]")
                page.screenshot(path=target / f"replay-{game}.png")
    wiring.close()


def _shown(page: Page) -> str:
    """Returns the path of the newest match whose hands are open."""
    for path in re.findall(r'class="when" href="([^"]+)"', page.content()):
        page.goto(path)
        if page.locator("#verify").count():
            return str(path)
    raise SystemExit("no match of the demo has ended")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data_dir", type=Path, nargs="?", default=DEMO)
    parser.add_argument("target", type=Path, nargs="?", default=IMAGES)
    asked = parser.parse_args()
    take(asked.data_dir, asked.target)


if __name__ == "__main__":
    main()
