"""A tournament in the browser, from its announcement to its placings."""

import re
from itertools import pairwise

import pytest

from arena.service.tournament_records import FormatName, Tournament
from arena.service.tournament_views import list_placings, list_rounds
from arena.service.tournaments import (
    create_tournament,
    enter_tournament,
    start_tournament,
    tournament_of,
)

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


def opened(sign_in: SignIn, name: str, **other: str) -> Answer:
    olga = sign_in("Olga")
    fields = {"name": name, "format": "swiss", **FIELDS, **other}
    answer = olga.submit("/operator", "/tournaments", **fields)
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
        world.play_tables(last)


def test_the_seed_of_a_tournament_is_on_no_page(
    world: World, sign_in: SignIn, reader: Reader
) -> None:
    path = opened(sign_in, "Secret Cup").path
    seed = tournament_of(path.rpartition("/")[2], open_unit=world.open_unit).seed

    for who in (reader, sign_in("Ada"), sign_in("Olga")):
        assert seed.hex() not in who.get(path).text


@pytest.fixture(scope="module")
def cup(world: World) -> Tournament:
    """A tournament whose first round is played."""
    made = create_tournament(
        "Cup",
        "carrera",
        {},
        3,
        FormatName.KNOCKOUT,
        advancing=1,
        open_unit=world.open_unit,
        games=world.games,
        now=world.now,
    )
    for name, submission in zip(PEOPLE, world.submissions["carrera"], strict=True):
        author = world.authors[name]
        enter_tournament(
            author, made.tournament_id, submission, open_unit=world.open_unit, now=world.now
        )
    return start_tournament(made.tournament_id, open_unit=world.open_unit, now=world.now)


@pytest.mark.parametrize("reader_name", ["", "Ada", "Bob", "Olga"])
def test_a_tournament_tells_no_secret_before_its_time(
    world: World, sign_in: SignIn, cup: Tournament, reader_name: str
) -> None:
    client = sign_in(reader_name)
    rounds = list_rounds(cup.tournament_id, 9, "", open_unit=world.open_unit).items
    matches = [match for one in rounds for table in one.tables for match in table.matches]
    pages = ["/", "/tournaments/Cup", f"/tournaments/{cup.tournament_id}", "/matches"]
    pages += [f"/matches/{m.match_id}{end}" for m in matches for end in ("", "/replay.json")]

    told = {path: client.get(path) for path in pages}

    assert "bracket" in told["/tournaments/Cup"].text
    for path, answer in told.items():
        assert answer.status == 200, path
        assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=", answer.text)
        for secret in (cup.seed.hex(), *(m.seed.hex() for m in matches), *world.secrets.values()):
            assert secret not in answer.text, path


def test_a_tournament_is_cancelled_but_not_by_just_any_word(sign_in: SignIn) -> None:
    path = opened(sign_in, "Short Cup").path
    olga = sign_in("Olga")

    wrong = olga.submit(path, f"{path}/move", do="burn")
    early = olga.submit(path, f"{path}/move", do="start")
    cancelled = olga.submit(path, f"{path}/move", do="cancel")

    assert (wrong.status, early.status) == (400, 409)
    assert "cancelled" in cancelled.text
    assert "<form" not in cancelled.text


def test_an_entry_is_withdrawn_by_its_author_alone(sign_in: SignIn) -> None:
    path = entered(sign_in, "Autumn Cup")
    mine = re.search(r'name="submission" value="(sub-\w+)"', sign_in("Ada").get(path).text)
    assert mine is not None

    by_rival = sign_in("Bob").submit(path, f"{path}/withdraw", submission=mine[1])
    withdrawn = sign_in("Ada").submit(path, f"{path}/withdraw", submission=mine[1])

    assert by_rival.status == 403
    assert "Ada carrera v1</a>" not in withdrawn.text.replace("</bdi>", "")
    assert "Bob carrera" in withdrawn.text


def test_options_of_a_game_are_named_by_its_defaults_and_chosen(
    world: World, sign_in: SignIn
) -> None:
    olga = sign_in("Olga")
    assert "flip_phase=simultaneous_hidden" in olga.get("/operator").text

    made = opened(sign_in, "Option Cup", game="scout", options="flip_phase=sequential")
    wrong = olga.submit("/operator", "/tournaments", name="x", options="no=such", **FIELDS)
    nonsense = olga.submit("/operator", "/tournaments", name="x", options="<b>", **FIELDS)

    terms = tournament_of(made.path.rpartition("/")[2], open_unit=world.open_unit).terms
    assert terms.options["flip_phase"] == "sequential"
    assert '<code class="unusual">flip_phase=sequential</code>' in made.text
    assert "500 ms a decision, 0 ms in the bank" in made.text
    assert (wrong.status, nonsense.status) == (400, 400)
    assert "<b>" not in nonsense.text


def seven(world: World, sign_in: SignIn, name: str) -> str:
    """Has seven bots of seven people enter a knockout; two have awkward names."""
    fields = {"format": "knockout", "seats": "3", "rounds": "0", "advancing": "1"}
    path = opened(sign_in, name, **fields).path
    for number in range(7):
        author = f"{name} {number}"
        world.admit(author)
        bot = f"<b>{'long ' * 9}{author}" if number < 2 else f"{author} bot"
        submission = world.enter(author, bot, "carrera")
        entered = sign_in(author).submit(path, f"{path}/enter", submission=submission)
        assert entered.status == 200, entered.text
    sign_in("Olga").submit(path, f"{path}/move", do="start")
    play(world, path.rpartition("/")[2])
    return path


def test_a_knockout_shows_who_goes_where(world: World, sign_in: SignIn, reader: Reader) -> None:
    path = seven(world, sign_in, "Knock")

    page = reader.get(path).text

    rounds = list_rounds(path.rpartition("/")[2], 9, "", open_unit=world.open_unit).items
    assert len(rounds) > 1
    seated = [
        {s for table in one.tables for s in table.lineup} | {*one.opened.byes} for one in rounds
    ]
    going = sum(len(one & other) for one, other in pairwise(seated))
    assert page.count('class="way"') == going > 2
    boxes = sum(len(one.tables) + len(one.opened.byes) for one in rounds)
    assert page.count('class="box') == boxes
    assert "<b>long" not in page


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


@pytest.mark.skipif(not INSTALLED, reason="Debian's chromium is not installed")
def test_lines_of_a_bracket_end_at_boxes(world: World, site: Site, sign_in: SignIn) -> None:
    path = seven(world, sign_in, "Lines")

    with chromium() as browser, window(browser, site.url, color_scheme="dark") as page:
        page.goto(path)
        shoot(page, "bracket")
        ends = page.evaluate(ENDS)

    assert len(ends) > 2
    assert all(ends)


ENDS = """() => {
  const boxes = [...document.querySelectorAll(".bracket .box")].map((e) => e.getBBox());
  const at = (x, y) => boxes.some((b) => Math.abs(b.x - x) < 2 && b.y < y && y < b.y + b.height);
  return [...document.querySelectorAll(".bracket .way")].map((way) => {
    const end = way.getPointAtLength(way.getTotalLength());
    return at(end.x, end.y);
  });
}"""
