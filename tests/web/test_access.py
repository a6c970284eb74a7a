"""Pages are for everybody: on a phone, by keyboard, for screen readers, in every colour scheme."""

import re
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from .chromium import INSTALLED, shoot, window
from .serving import Site
from .world import World

STYLE = (Path(__file__).parents[2] / "arena" / "web" / "static" / "style.css").read_text()
BEHIND = ("paper", "sheet", "felt")
SOFT = {"accent": "accent-soft", "bad": "bad-soft", "warm": "warm-soft"}
LEAST_OF_TEXT, LEAST_OF_SHAPES = 4.5, 3.0
"""WCAG 2.2, level AA."""
NARROW = 360
in_a_browser = pytest.mark.skipif(not INSTALLED, reason="Debian's chromium is not installed")

AUDIT = (Path(__file__).parent / "audit.js").read_text()


def pages(world: World) -> dict[str, tuple[str, str]]:
    """Path and reader of each kind of page, by the name of its picture."""
    scout, carrera = (world.rated[game][0].match_id for game in ("scout", "carrera"))
    return {
        "home": ("/", ""),
        "ladder": (f"/ladders/{world.ladders['carrera'].ladder_id}", "Ada"),
        "tournament": (f"/tournaments/{world.comparison.tournament_id}", "Olga"),
        "comparisons": ("/comparisons", ""),
        "comparison": (f"/comparisons/{world.comparison.tournament_id}", "Ada"),
        "bots": ("/bots", ""),
        "bot": ("/bots/Ada%20scout", "Ada"),
        "matches": ("/matches", ""),
        "replay-scout": (f"/matches/{scout}#ply-30", ""),
        "replay-carrera": (f"/matches/{carrera}#ply-30", ""),
        "waiting": (f"/matches/{world.waiting.match_id}", "Olga"),
        "rules": ("/games/scout/rules", ""),
        "sign-in": ("/sign-in", ""),
        "account": ("/account", "Ada"),
        "operator": ("/operator", "Olga"),
    }


@in_a_browser
@pytest.mark.parametrize(
    ("width", "colors", "locale"), [(NARROW, "dark", "ru-RU"), (1440, "light", "en-US")]
)
def test_pages_are_fit_for_everybody(
    browser: Browser, site: Site, world: World, width: int, colors: str, locale: str
) -> None:
    size = {"width": width, "height": 900}
    complaints = {}
    for reader in ("", "Ada", "Olga"):
        with window(browser, site.url, viewport=size, color_scheme=colors, locale=locale) as page:
            if reader:
                page.goto("/sign-in")
                page.locator("input[name=key]").fill(world.secrets[reader])
                page.keyboard.press("Enter")
                page.wait_for_url("**/")
            for name, (path, who) in pages(world).items():
                if who == reader:
                    page.goto(path)
                    if "/matches/" in path:
                        page.wait_for_selector("#viewer[data-ready]")
                    complaints[name] = page.evaluate(AUDIT)
                    shoot(page, f"{width}-{colors}-{name}")

    assert {name: wrong for name, wrong in complaints.items() if wrong} == {}


@in_a_browser
def test_an_error_is_a_page_as_well(browser: Browser, site: Site) -> None:
    page = browser.new_page(base_url=site.url)  # which says that there is an error
    page.goto("/nowhere")
    shoot(page, "not-found")

    assert page.evaluate(AUDIT) == []
    expect(page.get_by_role("link", name="Back to the arena")).to_be_visible()
    page.close()


@in_a_browser
def test_keys_alone_are_enough(browser: Browser, site: Site, world: World) -> None:
    with window(browser, site.url) as page:
        page.goto("/account")
        page.keyboard.press("Tab")
        expect(page.locator(":focus")).to_have_text("Skip to the page")
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        page.keyboard.type(world.secrets["Ada"])
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name="Your bots")).to_be_visible()

        page.goto(f"/matches/{world.rated['scout'][0].match_id}#ply-5")
        page.wait_for_selector("#viewer[data-ready]")
        page.locator(".actions button").first.focus()
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        assert page.url.endswith("#ply-1")
        page.keyboard.press("ArrowRight")
        assert page.url.endswith("#ply-2")


def palette(scheme: str) -> dict[str, str]:
    light, _, dark = STYLE.partition("@media (prefers-color-scheme: dark)")
    found = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", light))
    if scheme == "dark":
        found |= dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", dark.partition("/*")[0]))
    return found


def contrast(one: str, other: str) -> float:
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colours_can_be_told_apart(scheme: str) -> None:
    colours = palette(scheme)
    text = [
        *product(("ink", "dim"), BEHIND),
        *product(("accent", "bad", "warm"), ("paper", "sheet")),
        *product(("sheet",), ("accent", "bad", "warm", *(f"s{n}" for n in range(5)))),
        *SOFT.items(),
    ]
    shapes = [
        *product(("edge", *(f"s{n}" for n in range(5)), "c5", "c6", "c7"), ("paper", "sheet"))
    ]

    for least, pairs in ((LEAST_OF_TEXT, text), (LEAST_OF_SHAPES, shapes)):
        for one, other in pairs:
            assert contrast(colours[one], colours[other]) >= least, f"{one} on {other}"
