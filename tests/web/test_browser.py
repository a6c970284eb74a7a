"""What people do, in a real browser: look at standings, watch a match, step replays, sign in."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from arena.games.kernel import Chance
from arena.games.registry import Registry
from arena.match.events import Decided
from arena.match.replay import Frame, replay
from arena.service.records import Match
from arena.web.export import export
from arena.web.language import languages
from arena.web.ports import Ports

from .chromium import INSTALLED, chromium, shoot, window
from .serving import Site, served
from .test_uploads import archive
from .world import HOSTILE, World

pytestmark = pytest.mark.skipif(not INSTALLED, reason="Debian's chromium is not installed")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture
def page(browser: Browser, site: Site) -> Iterator[Page]:
    with window(browser, site.url) as opened:
        yield opened


def ready(page: Page, path: str) -> None:
    page.goto(path)
    page.wait_for_selector("#viewer[data-ready]")


STEPPED = """(plies) => {
  const cards = (root) => [...root.querySelectorAll("[data-card]")].map((e) => e.dataset.card);
  return Array.from({ length: plies }, () => {
    const seats = [...document.querySelectorAll(".table [data-seat]")];
    const table = document.querySelector(".table [data-part]");
    const seen = {
      hands: seats.map(cards),
      fuel: seats.map((seat) => Number(seat.dataset.fuel)),
      momentum: seats.map((seat) => Number(seat.dataset.momentum)),
      market: Number(document.querySelector("[data-market]")?.dataset.market),
      table: table ? cards(table) : [],
      onCards: table ? table.querySelectorAll(".fuel").length : 0,
      stray: document.querySelector(".table").textContent.includes("[object"),
    };
    dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }));
    return seen;
  });
}"""


def stepped(page: Page, plies: int) -> list[dict[str, Any]]:
    """What is drawn at this ply and those after it: cards from left to right by seat, chips."""
    seen: list[dict[str, Any]] = page.evaluate(STEPPED, plies)
    return seen


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


def test_a_replay_of_scout_draws_every_ply_as_the_log_has_it(page: Page, world: World) -> None:
    match = world.rated["scout"][0]
    ready(page, f"/matches/{match.match_id}#start")

    played = frames(world, match)
    for frame, seen in zip(played, stepped(page, len(played)), strict=True):
        if frame.state.round:
            play = frame.state.play
            assert seen["hands"] == [list(map(str, hand)) for hand in play.hands], frame.ply
            assert seen["table"] == list(map(str, play.table))
        assert not seen["stray"]


def test_a_replay_of_carrera_draws_every_ply_as_the_log_has_it(page: Page, world: World) -> None:
    match = world.rated["carrera"][0]
    ready(page, f"/matches/{match.match_id}#start")

    played = frames(world, match)
    for frame, seen in zip(played, stepped(page, len(played)), strict=True):
        state = frame.state
        if state.round:
            assert seen["hands"] == list(map(list, state.hands)), frame.ply
            assert seen["fuel"] == list(state.fuel)
            assert seen["momentum"] == list(state.momentum)
            assert seen["market"] == state.market
        assert not seen["stray"]
        if state.plays:
            on_cards = sum(play.fuel for play in state.plays)
            assert seen["onCards"] == on_cards + state.market
            assert seen["table"] == [play.suit for play in state.plays if play.suit is not None]


def frames(world: World, match: Match) -> list[Frame]:
    game = world.games.create(match.terms.game, len(match.lineup), match.terms.options)
    return list(replay(game, match.seed, world.log_of(match)))


def test_a_link_to_a_ply_shows_that_ply_and_its_faults(page: Page, world: World) -> None:
    match, ply = next(
        (match, event.ply)
        for matches in world.rated.values()
        for match in matches
        for event in world.log_of(match)
        if isinstance(event, Decided) and any(choice.fault for choice in event.choices)
    )
    ready(page, f"/matches/{match.match_id}#ply-{ply}")

    entry = page.locator(".actions [aria-current]")
    assert entry.get_attribute("data-ply") == str(ply)
    expect(entry.locator(".fault")).to_contain_text("crash")
    expect(page.locator(".fault-mark")).to_contain_text("crash")
    page.get_by_role("button", name="One ply back").click()
    assert page.url.endswith(f"#ply-{ply - 1}")
    page.locator(".actions button").first.click()
    assert page.url.endswith("#ply-0")
    page.keyboard.press("End")
    expect(page.locator(".caption")).to_contain_text("the end")


def test_a_replay_plays_by_itself_to_its_end(page: Page, world: World) -> None:
    match = world.rated["carrera"][1]
    plies = len(frames(world, match)) - 1
    ready(page, f"/matches/{match.match_id}#ply-{plies - 4}")
    page.get_by_label("Speed").select_option("8")

    page.get_by_role("button", name="Play").click()

    expect(page.locator(".caption")).to_contain_text(f"Ply {plies} / {plies}")
    expect(page.get_by_role("button", name="Play")).to_be_visible()


@pytest.mark.parametrize("game", ["scout", "carrera"])
def test_the_deal_is_proved_in_the_browser(page: Page, world: World, game: str) -> None:
    match = world.rated[game][0]
    ready(page, f"/matches/{match.match_id}#ply-20")
    shoot(page, f"replay-{game}")

    page.get_by_role("button", name="Verify in this browser").click()

    rules = world.games.create(match.terms.game, 3)
    deals = sum(isinstance(rules.turn(f.state), Chance) for f in frames(world, match))
    proof = page.locator("#proof li")
    expect(proof).to_have_count(1 + deals)
    expect(proof.first).to_contain_text("the one that was promised")
    expect(page.locator("#proof .wrong")).to_have_count(0)


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


def test_a_game_without_a_drawing_is_shown_as_a_table(browser: Browser, world: World) -> None:
    match = world.rated["scout"][0]
    with served(world.application()) as running, window(browser, running.url) as page:

        def undrawn(route: Route) -> None:
            answer = route.fetch()
            route.fulfill(response=answer, json={**answer.json(), "drawing": ""})

        page.route("**/replay.json", undrawn)
        ready(page, f"/matches/{match.match_id}#ply-5")

        expect(page.locator("table.plain")).to_contain_text("start_player")
        expect(page.locator("table.plain")).to_contain_text("hand")


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
