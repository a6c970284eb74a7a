"""What people do, in a real browser: look at standings, watch a match, sign in, upload."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from arena.games.registry import Registry
from arena.web.export import export
from arena.web.language import languages
from arena.web.ports import Ports

from .chromium import INSTALLED, shoot, window
from .serving import Site
from .test_uploads import archive
from .viewer import frames, ready, stepped
from .world import HOSTILE, World

pytestmark = pytest.mark.skipif(not INSTALLED, reason="Debian's chromium is not installed")


def test_a_ladder_is_found_from_the_first_page(page: Page) -> None:
    page.goto("/")
    shoot(page, "home")

    page.get_by_role("link", name="scout open").click()

    expect(page.get_by_role("heading", name="scout open")).to_be_visible()
    expect(page.locator("table.standings tbody tr")).to_have_count(3)
    expect(page.locator("figure.chart polyline")).to_have_count(3)
    shoot(page, "ladder")
    page.get_by_label("Bot or author").fill("bob")
    page.keyboard.press("Enter")
    expect(page.locator("table.standings tbody tr")).to_have_count(1)


def test_a_live_match_is_watched_to_its_end(page: Page, world: World, site: Site) -> None:
    match = world.start(world.stray_match(), 5)
    log = world.log_of(match)
    ready(page, f"/matches/{match.match_id}")
    expect(page.locator(".actions li")).to_have_count(5)
    shoot(page, "live")
    assert page.locator(".table .carrera-back").count() > 10, "nobody's hand is seen"

    for at in range(5, len(log)):
        site.run(world.append(match, log[at : at + 1]))
        if at == len(log) // 2:
            page.context.set_offline(True)
            page.context.set_offline(False)
    world.finish(match)

    page.wait_for_selector('#viewer[data-over="finished"]')
    plies = len(frames(world, match)) - 1
    expect(page.locator(".actions li")).to_have_count(plies)
    expect(page.locator(".caption")).to_contain_text("the end")
    page.locator(".actions button").first.click()
    assert [len(hand) for hand in stepped(page, 1)[0]["hands"]] == [6, 6, 6], (
        "now all hands are open"
    )


def test_an_author_signs_in_and_sees_their_own(page: Page, world: World) -> None:
    page.goto("/bots/Ada%20scout")
    expect(page.get_by_role("button", name="Retire")).to_have_count(0)
    page.get_by_role("link", name="Sign in").click()

    page.get_by_label("API key").fill(world.secrets["Ada"])
    page.get_by_role("button", name="Sign in").click()

    assert page.url.endswith("/bots/Ada%20scout")
    expect(page.get_by_role("button", name="Retire")).to_have_count(1)
    shoot(page, "bot")
    page.get_by_role("link", name="Ada", exact=True).first.click()
    shoot(page, "account")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()


def test_an_author_uploads_a_bot_and_reads_what_it_printed(page: Page, world: World) -> None:
    page.goto("/sign-in?next=/account")
    page.get_by_label("API key").fill(world.secrets["Ada"])
    page.get_by_role("button", name="Sign in").click()
    bot = {"name": "bot.tar.gz", "mimeType": "application/gzip", "buffer": archive()}

    page.get_by_label("Archive").set_input_files(bot)
    page.get_by_role("button", name="Upload").click()

    expect(page.get_by_role("heading", name="Hal")).to_be_visible()
    expect(page.locator("#versions ~ .scroll")).to_contain_text("checking")
    with world.open_unit() as unit:
        bot_id = page.url.rpartition("/")[2]
        (made,) = unit.submissions.page(5, "", bot_id=bot_id).items
        unit.hosted.keep_log(made.submission_id, "", 0, b"<b>hello</b> from Hal", world.now())
    page.get_by_role("link", name="log").click()
    expect(page.locator("body")).to_have_text("<b>hello</b> from Hal")


@pytest.mark.parametrize("colors", ["dark", "light"])
def test_pages_fit_a_phone(browser: Browser, site: Site, world: World, colors: str) -> None:
    match = world.rated["scout"][0].match_id
    ladder = world.ladders["carrera"].ladder_id
    phone = {"width": 390, "height": 800}
    with window(browser, site.url, viewport=phone, color_scheme=colors, locale="ru-RU") as page:
        for name, path in {"home": "/", "ladder": f"/ladders/{ladder}"}.items():
            page.goto(path)
            assert page.evaluate("document.documentElement.scrollWidth") <= 390
            shoot(page, f"phone-{colors}-{name}")
        ready(page, f"/matches/{match}#ply-12")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        shoot(page, f"phone-{colors}-replay")


def test_hostile_names_do_nothing(page: Page, world: World) -> None:
    for n, name in enumerate(HOSTILE):
        world.enter("Cleo", name or f"\u200b{n}", "carrera")
    asked: list[str] = []
    page.on("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))

    page.goto(f"/ladders/{world.ladders['carrera'].ladder_id}")

    assert asked == []
    expect(page.get_by_role("link", name="<script>alert(1)</script> v1")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280
    shoot(page, "hostile-names")


def test_an_export_opens_from_files(browser: Browser, world: World, tmp_path: Path) -> None:
    ports = Ports(world.open_unit, Registry.installed(), world.now, world.logs)
    first = export(ports, tmp_path, languages()["en"], replays=2)

    with window(browser) as page:
        page.goto(first.as_uri())
        page.get_by_role("link", name="scout open").click()
        expect(page.locator("table.standings")).to_contain_text("Ada scout v1")
        page.locator("a.when").first.click()
        page.wait_for_selector("#viewer[data-ready]")
        page.get_by_role("button", name="To the last ply").click()
        expect(page.locator(".caption")).to_contain_text("the end")
        page.get_by_role("button", name="Verify in this browser").click()
        expect(page.locator("#proof li").first).to_contain_text("the one that was promised")

    pages = {path.name for path in tmp_path.glob("match-*.html")}
    assert len(pages) == 4, "two of each ladder"
    assert f"{world.half_done.match_id}.html" not in pages, "its deal is still played"
