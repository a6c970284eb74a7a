"""Replays in a real browser: what is drawn is what the log has, ply by ply."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from arena.games.kernel import Chance
from arena.match.events import Decided

from .chromium import INSTALLED, shoot, window
from .serving import served
from .viewer import frames, ready, stepped
from .world import World

DOCUMENT = Path(__file__).parents[2] / "docs" / "pages.md"
pytestmark = pytest.mark.skipif(not INSTALLED, reason="Debian's chromium is not installed")


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


def test_a_plug_in_draws_as_the_documents_say(browser: Browser, world: World) -> None:
    match = world.rated["scout"][0]
    (example,) = re.findall(r"^```js\n(.*?)^```$", DOCUMENT.read_text(), re.DOTALL | re.MULTILINE)
    module = example.replace("return svg;", "svg.dataset.ply = frame.ply;\n  return svg;")
    with served(world.application()) as running, window(browser, running.url) as page:

        def drawn(route: Route) -> None:
            answer = route.fetch()
            route.fulfill(response=answer, json={**answer.json(), "drawing": "/drawings/mine.mjs"})

        page.route("**/replay.json", drawn)
        page.route(
            "**/drawings/mine.mjs",
            lambda route: route.fulfill(body=module, content_type="text/javascript"),
        )
        ready(page, f"/matches/{match.match_id}#ply-5")

        drawing = page.locator(".table svg")
        assert drawing.get_attribute("viewBox") == "0 0 960 400"
        before = drawing.get_attribute("data-ply")
        page.get_by_role("button", name="One ply on").click()
        assert drawing.get_attribute("data-ply") == str(int(before or "") + 1)
