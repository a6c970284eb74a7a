"""A tournament in the browser, from its announcement to its placings."""

import re

import pytest

from arena.service import closing, rounds
from arena.service.tournament_views import list_placings, list_rounds
from arena.service.tournaments import tournament_of

from .chromium import INSTALLED, chromium, shoot, window
from .conftest import SignIn
from .serving import Answer, Reader, Site
from .world import PEOPLE, World

FIELDS = {
    "game": "carrera",
    "seats": "3",
    "rounds": "2",
    "advancing": "0",
    "limit_ms": "500",
    "bank_ms": "0",
}


def opened(sign_in: SignIn, name: str) -> Answer:
    olga = sign_in("Olga")
    answer = olga.submit("/operator", "/tournaments", name=name, format="swiss", **FIELDS)
    assert answer.status == 200, answer.text
    return answer


def entered(sign_in: SignIn, name: str) -> str:
    """Has all authors enter a tournament by its page; returns the page's path."""
    path = opened(sign_in, name).path
    for author in PEOPLE:
        client = sign_in(author)
        offered = re.search(r'<option value="(sub-\w+)">', client.get(path).text)
        assert offered is not None
        assert (
            f"{author} carrera v1"
            in client.submit(path, f"{path}/enter", submission=offered[1]).text
        )
    return path


def test_a_tournament_is_entered_started_and_played(
    world: World, sign_in: SignIn, reader: Reader
) -> None:
    path = entered(sign_in, "Spring Cup")
    unknown = sign_in("Ada").submit(path, f"{path}/enter", submission="sub-0")
    not_allowed = sign_in("Bob").submit(path, f"{path}/move", do="start")

    started = sign_in("Olga").submit(path, f"{path}/move", do="start")
    play(world, path.rpartition("/")[2])

    assert (unknown.status, not_allowed.status) == (404, 403)
    assert "Round 1" in started.text
    page = reader.get(path).text
    placings = list_placings(path.rpartition("/")[2], 9, "", open_unit=world.open_unit).items
    assert len(placings) == 3
    assert all(f"{one.points:.2f}" in page for one in placings)
    assert "Round 2" in page
    assert "finished" in page
    assert "Spring Cup" in reader.get("/").text


def play(world: World, tournament_id: str) -> None:
    """Plays every round to the end of the tournament."""
    while not tournament_of(tournament_id, open_unit=world.open_unit).state.final:
        *_, last = list_rounds(tournament_id, 99, "", open_unit=world.open_unit).items
        for table in last.tables:
            for match in table.matches:
                world.finish(match)
            closing.close_block(table.block_id, open_unit=world.open_unit, now=world.now)
        rounds.advance_tournaments(open_unit=world.open_unit, now=world.now)


def test_the_seed_of_a_tournament_is_on_no_page(
    world: World, sign_in: SignIn, reader: Reader
) -> None:
    path = opened(sign_in, "Secret Cup").path
    seed = tournament_of(path.rpartition("/")[2], open_unit=world.open_unit).seed

    for who in (reader, sign_in("Ada"), sign_in("Olga")):
        assert seed.hex() not in who.get(path).text


def test_a_tournament_is_cancelled_but_not_by_just_any_word(sign_in: SignIn) -> None:
    path = opened(sign_in, "Short Cup").path
    olga = sign_in("Olga")

    wrong = olga.submit(path, f"{path}/move", do="burn")
    early = olga.submit(path, f"{path}/move", do="start")
    cancelled = olga.submit(path, f"{path}/move", do="cancel")

    assert (wrong.status, early.status) == (400, 409)
    assert "cancelled" in cancelled.text
    assert "<form" not in cancelled.text


@pytest.mark.skipif(not INSTALLED, reason="Debian's chromium is not installed")
def test_rounds_stand_side_by_side(world: World, site: Site, sign_in: SignIn) -> None:
    path = entered(sign_in, "Summer Cup")
    sign_in("Olga").submit(path, f"{path}/move", do="start")
    play(world, path.rpartition("/")[2])

    with chromium() as browser, window(browser, site.url) as page:
        page.goto("/")
        page.get_by_role("link", name="Summer Cup").click()
        page.wait_for_selector(".rounds")
        shoot(page, "tournament")

        boxes = [page.locator(".rounds > li").nth(n).bounding_box() for n in (0, 1)]

    assert boxes[0] is not None
    assert boxes[1] is not None
    assert boxes[0]["y"] == boxes[1]["y"]
    assert boxes[0]["x"] < boxes[1]["x"]
