"""Every page, as everybody sees it: that it is there, safe, and says nothing before its time."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from odd_lots.rules import OddLots

from arena.games.dice import commitment
from arena.games.registry import Registry
from arena.match.events import Decided
from arena.service.records import Match
from arena.service.tournament_views import list_rounds
from arena.service.tournaments import tournament_of
from arena.web.headers import POLICY
from arena.web.language import languages
from arena.web.refusals import PREFIX

from .conftest import SignIn
from .serving import Reader, served
from .world import HOSTILE, PEOPLE, World

READERS = ("", "Ada", "Bob", "Olga")


def paths(world: World) -> list[str]:
    """Every page there is; those of accounts only for who is signed in."""
    matches = [*world.rated["scout"], *world.rated["carrera"], world.half_done, world.live]
    return [
        "/",
        "/bots",
        "/bots?game=scout",
        "/matches",
        "/matches?state=finished",
        *(f"/ladders/{ladder.ladder_id}" for ladder in world.ladders.values()),
        f"/ladders/{world.ladders['scout'].ladder_id}?sort=mean_rank&search=ada",
        "/bots/Ada%20scout",
        "/bots/Ada%20carrera?version=1",
        "/comparisons",
        f"/comparisons/{world.comparison.tournament_id}",
        f"/tournaments/{world.comparison.tournament_id}",
        "/bots/Ada%20sparring",
        *(f"/games/{game}/rules" for game in world.ladders),
        *(f"/matches/{match.match_id}" for match in [*matches, world.waiting]),
        *(f"/matches/{match.match_id}/replay.json" for match in [*matches, world.waiting]),
    ]


def test_an_author_finds_the_way_to_their_own_place(world: World, sign_in: SignIn) -> None:
    path = f"/ladders/{world.ladders['scout'].ladder_id}"
    own = world.submissions["scout"][PEOPLE.index("Bob")]

    assert f"around={own}" in sign_in("Bob").get(path).text
    assert "around=" not in sign_in("Olga").get(path).text
    assert "around=" not in sign_in("").get(path).text
    assert f'id="{own}" class="mine"' in sign_in("Bob").get(path, {"around": own}).text


@pytest.mark.parametrize("reader_name", READERS)
def test_every_page_is_there_for_everybody(world: World, sign_in: SignIn, reader_name: str) -> None:
    client = sign_in(reader_name)
    own = ["/account", "/operator"][: {"": 0, "Olga": 2}.get(reader_name, 1)]

    for path in [*paths(world), *own, "/sign-in"]:
        answer = client.get(path)

        assert answer.status == 200, path
        assert answer.headers["content-security-policy"] == POLICY
        if answer.headers["content-type"].startswith("text/html"):
            assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=", answer.text)


@pytest.mark.parametrize("reader_name", READERS)
def test_no_page_tells_a_secret_before_its_time(
    world: World, sign_in: SignIn, reader_name: str
) -> None:
    client = sign_in(reader_name)
    hidden = [choice for match in (world.half_done, world.live) for choice in _hidden(world, match)]
    assert len(hidden) > 20
    *_, open_round = list_rounds(
        world.comparison.tournament_id, 99, "", open_unit=world.open_unit
    ).items
    seeds = [m.seed for table in open_round.tables for m in table.matches]
    seeds += [
        world.live.seed,
        tournament_of(world.comparison.tournament_id, open_unit=world.open_unit).seed,
    ]

    for path in paths(world):
        text = client.get(path).text

        for secret in (*world.secrets.values(), *(seed.hex() for seed in seeds)):
            assert secret not in text, path
    for match in (world.half_done, world.live, world.waiting):
        told = client.get(f"/matches/{match.match_id}/replay.json").text
        frames = frames_of(client, match)
        assert not any("seats" in frame for frame in frames)
        assert all(frame["set"].get("hand", []) == [] for frame in frames)
        assert not any(f'"action":"{action}"' in told for action in hidden)
    assert frames_of(client, world.half_done), "what everybody may see is told"


def frames_of(reader: Reader, match: Match) -> list[dict[str, Any]]:
    told = reader.get(f"/matches/{match.match_id}/replay.json").json()
    return [frame for event in told["events"] for frame in event["frames"]]


def _hidden(world: World, match: Match) -> list[str]:
    return [
        choice.action
        for event in world.log_of(match)
        if isinstance(event, Decided)
        for choice in event.choices
        if choice.action != choice.public
    ]


def test_when_the_block_is_done_everything_is_told(world: World, reader: Reader) -> None:
    match = world.rated["scout"][0]

    page = reader.get(f"/matches/{match.match_id}").text
    told = reader.get(f"/matches/{match.match_id}/replay.json").json()

    assert match.seed.hex() in page
    assert commitment(match.seed) in page
    assert told["seed"] == match.seed.hex()
    frames = [frame for event in told["events"] for frame in event["frames"]]
    assert [frame["ply"] for frame in frames] == list(range(len(frames)))
    assert all(len(frame["seats"]) == 3 for frame in frames)


def test_standings_show_ratings_and_who_made_faults(world: World, reader: Reader) -> None:
    ladder = world.ladders["carrera"]
    with world.open_unit() as unit:
        rows = unit.ladders.rows(ladder.ladder_id, 10, "").items

    page = reader.get(f"/ladders/{ladder.ladder_id}").text

    for row in rows:
        assert f"{row.standing.rating:.1f}" in page
        assert str(row.name) in page
    assert "<polyline" in page
    assert 'class="matrix"' in page


def test_standings_are_paged_sorted_and_searched(world: World, reader: Reader) -> None:
    path = f"/ladders/{world.ladders['scout'].ladder_id}"

    assert reader.get(path, query={"search": "cleo"}).text.count('<td class="number rank">') == 1
    assert "Nobody here" in reader.get(path, query={"search": "%"}).text
    assert reader.get(path, query={"sort": "bot"}).text.count('aria-sort="ascending"') == 1
    assert reader.get(path, query={"sort": "nonsense"}).status == 400
    assert reader.get(path, query={"after": "nonsense"}).status == 400


def test_a_bot_is_found_among_the_standings(world: World, reader: Reader) -> None:
    path = f"/ladders/{world.ladders['scout'].ladder_id}"
    submission = world.submissions["scout"][1]

    answer = reader.get(path, query={"around": submission}, follow=False)
    unknown = reader.get(path, query={"around": "sub-0"})

    assert answer.headers["location"] == f"{path}#{submission}"
    assert f'<tr id="{submission}"' in reader.get(path).text
    assert unknown.status == 404


def test_the_page_of_a_bot_says_where_it_made_a_fault(world: World, reader: Reader) -> None:
    faulty = next(
        (match, match.lineup[seat])
        for matches in world.rated.values()
        for match in matches
        for seat, faults in enumerate(match.faults)
        if faults
    )
    match, submission = faulty
    with world.open_unit() as unit:
        name = unit.submissions.names([submission])[submission].bot

    page = reader.get(f"/bots/{name}").text

    assert f"/matches/{match.match_id}#ply-" in page
    assert "crash" in page


def test_hostile_names_are_shown_as_what_they_are(world: World, sign_in: SignIn) -> None:
    for n, name in enumerate(HOSTILE):
        world.enter("Cleo", name or f"\u200b{n}", "scout")
    client = sign_in("Cleo")

    for path in ("/", "/account", "/bots", f"/ladders/{world.ladders['scout'].ladder_id}"):
        text = client.get(path).text

        assert "<script>alert" not in text
        assert "<img src=x" not in text
        assert not re.search(r"\u202e(?!.*</bdi>)", text), "a mark never leaves its bdi"
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in client.get("/account").text


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/nowhere", 404),
        ("/ladders/none", 404),
        ("/bots/none", 404),
        ("/matches/none", 404),
        ("/matches/none/replay.json", 404),
        ("/matches/none/live", 404),
        ("/drawings/none.mjs", 404),
        ("/static/../app.py", 404),
        ("/matches?after=nonsense", 400),
        ("/ladders/%3Cscript%3Ealert(1)%3C%2Fscript%3E", 404),
    ],
)
def test_what_is_not_there_is_said_politely(reader: Reader, path: str, code: int) -> None:
    answer = reader.get(path)

    assert answer.status == code
    assert "<script>alert" not in answer.text
    assert answer.headers["content-security-policy"] == POLICY


def test_every_language_has_every_text(world: World) -> None:
    english, *others = (languages()["en"], languages()["ru"])

    for other in others:
        refusals = {key for key in other.texts if key.startswith(PREFIX)}
        assert set(other.texts) - refusals == set(english.texts)
        for key, text in english.texts.items():
            assert re.findall(r"{\w+}", text) == re.findall(r"{\w+}", other.texts[key]), key


def test_the_reader_chooses_a_language(world: World, reader: Reader) -> None:

    assert 'lang="ru"' in reader.get("/", headers={"accept-language": "ru-RU,ru;q=0.9"}).text
    assert 'lang="en"' in reader.get("/", headers={"accept-language": "xx"}).text
    chosen = reader.get("/language?code=ru&next=/bots")
    assert chosen.path == "/bots"
    assert "Боты" in chosen.text
    away = reader.get("/language?code=en&next=//elsewhere.example", follow=False)
    assert away.headers["location"] == "/"


def test_modules_are_served_as_modules(world: World, reader: Reader) -> None:

    for name in ("match.mjs", "drawings/scout.mjs"):
        answer = reader.get(f"/static/{name}")
        assert answer.headers["content-type"].startswith("text/javascript")


def test_a_plug_in_brings_its_own_drawing(world: World, plug_in: Reader) -> None:
    answer = plug_in.get("/drawings/painted.mjs")

    assert "class OddLots" in answer.text, "the file that the class names, whatever it holds"
    assert answer.headers["content-type"].startswith("text/javascript")
    assert plug_in.get("/drawings/odd-lots.mjs").status == 404


@pytest.fixture
def plug_in(world: World, monkeypatch: pytest.MonkeyPatch) -> Iterator[Reader]:
    painted = type("Painted", (OddLots,), {"name": "painted", "drawing": "rules.py"})
    painted.__module__ = OddLots.__module__
    monkeypatch.setattr(world, "games", Registry([OddLots, painted]))
    with served(world.application()) as running:
        yield Reader(running.url)


def test_robots_are_kept_from_accounts(world: World, reader: Reader) -> None:
    assert "Disallow: /account" in reader.get("/robots.txt").text


def test_replays_are_small(world: World, reader: Reader) -> None:
    text = reader.get(f"/matches/{world.rated['scout'][0].match_id}/replay.json").text

    frames = sum(len(event["frames"]) for event in json.loads(text)["events"])
    assert len(text) < 4_000 * frames
