"""Signing in, and what authors and operators do by forms."""

import json
import re

import pytest

from arena.service.act_storage import Channel
from arena.service.acts import list_acts
from arena.service.records import MatchState

from .conftest import SignIn
from .serving import Reader, Site
from .world import World


def test_a_key_opens_a_session_and_no_script_can_read_its_cookie(
    world: World, reader: Reader
) -> None:
    reader.submit("/sign-in", "/sign-in", key=world.secrets["Ada"], next="/account")

    (cookie,) = reader.cookies
    assert cookie.has_nonstandard_attr("httponly")
    assert cookie.get_nonstandard_attr("samesite") == "lax"
    assert world.secrets["Ada"] not in str(cookie.value)
    assert "Ada" in reader.get("/account").text


@pytest.mark.parametrize("key", ["", "arena_nonsense", "x" * 5_000, "\u202e"])
def test_a_wrong_key_opens_nothing(reader: Reader, key: str) -> None:
    answer = reader.submit("/sign-in", "/sign-in", key=key)

    assert answer.status == 401
    assert reader.get("/account").path.startswith("/sign-in")


def test_a_session_ends_when_the_reader_signs_out(sign_in: SignIn) -> None:
    ada = sign_in("Ada")

    ada.submit("/account", "/sign-out")

    assert ada.get("/account").path.startswith("/sign-in")


def test_a_session_ends_with_its_key(world: World, sign_in: SignIn) -> None:
    bob = sign_in("Bob")
    made = bob.submit("/account", "/keys", label="<b>laptop</b>").text
    secret = re.search(r'class="secret">(arena_[\w-]+)<', made)
    assert secret is not None
    other = Reader(bob.url)
    other.submit("/sign-in", "/sign-in", key=secret[1])
    page = other.get("/account").text
    assert "&lt;b&gt;laptop&lt;/b&gt;" in page
    assert secret[1] not in page, "it is shown once"
    newest = re.search(r"/keys/(key-\w+)/revoke", page)
    assert newest is not None

    bob.submit("/account", f"/keys/{newest[1]}/revoke")

    assert other.get("/account").path.startswith("/sign-in")
    assert "Bob" in bob.get("/account").text


@pytest.mark.parametrize(
    ("change", "headers"),
    [
        ({"csrf": ""}, {}),
        ({"csrf": "guessed"}, {}),
        ({}, {"origin": "https://elsewhere.example"}),
        ({}, {"origin": "null"}),
    ],
)
def test_a_form_of_another_page_does_nothing(
    world: World, sign_in: SignIn, change: dict[str, str], headers: dict[str, str]
) -> None:
    olga = sign_in("Olga")
    ladder = world.ladders["carrera"].ladder_id
    fields = {"csrf": olga.token("/operator"), "paused": "yes", **change}

    answer = olga.post(f"/ladders/{ladder}/pause", fields, headers)

    assert answer.status == 403
    with world.open_unit() as unit:
        assert not unit.ladders.get(ladder).paused


FORMS = [
    "/keys",
    "/bots",
    "/matches",
    "/bots/Ada%20scout/versions",
    "/ladders",
    "/authors",
]


@pytest.mark.parametrize("path", FORMS)
def test_a_stranger_can_do_nothing(reader: Reader, path: str) -> None:
    assert reader.submit("/sign-in", path, name="Nobody").status == 401


@pytest.mark.parametrize("path", ["/ladders", "/authors", "/ladders/x/pause", "/matches/x/void"])
def test_an_author_is_no_operator(sign_in: SignIn, path: str) -> None:
    assert sign_in("Ada").submit("/account", path, name="Nobody").status == 403


def test_a_rival_retires_nothing(world: World, sign_in: SignIn) -> None:
    submission = world.submissions["carrera"][0]

    answer = sign_in("Bob").submit("/account", f"/submissions/{submission}/retire")

    assert answer.status == 403
    with world.open_unit() as unit:
        assert not unit.submissions.get(submission).retired


def test_a_bot_is_made_joined_and_retired(world: World, sign_in: SignIn) -> None:
    ada = sign_in("Ada")
    page = ada.submit("/account", "/bots", name="Fresh", game="scout")
    submission = re.search(r"/submissions/(sub-\w+)/retire", page.text)
    assert submission is not None

    ladder = world.ladders["scout"].ladder_id
    joined = ada.submit("/account", f"/submissions/{submission[1]}/join", ladder=ladder)
    versions = ada.submit("/account", f"{page.path}/versions").text
    retired = ada.submit("/account", f"/submissions/{submission[1]}/retire").text

    assert "<bdi>Fresh</bdi> v1" in joined.text
    assert ">v2<" in versions
    assert "retired" in retired
    assert Reader(ada.url).get(page.path).text.count("<form") == 0, "others only look"


def test_a_test_match_is_started_and_voided(world: World, sign_in: SignIn) -> None:
    seats = " ".join(world.submissions["carrera"])
    made = sign_in("Ada").submit("/account", "/matches", game="carrera", submissions=seats)
    match_id = made.path.rpartition("/")[2]
    assert "waiting" in made.text

    voided = sign_in("Olga").submit("/operator", f"/matches/{match_id}/void")
    again = sign_in("Olga").submit("/operator", f"/matches/{match_id}/void")

    assert "void" in voided.text
    assert again.status == 409
    with world.open_unit() as unit:
        assert unit.matches.get(match_id).state is MatchState.VOID


def test_what_cannot_be_is_said(sign_in: SignIn) -> None:
    ada = sign_in("Ada")

    bad_name = ada.submit("/account", "/bots", name="<script>", game="scout")
    no_seats = ada.submit("/account", "/matches", game="scout", submissions="sub-0")
    too_long = ada.submit("/account", "/keys", label="x" * 70_000)

    assert (bad_name.status, no_seats.status, too_long.status) == (400, 400, 400)
    assert "<script>" not in bad_name.text


def test_an_operator_opens_pauses_and_resumes_a_ladder(sign_in: SignIn) -> None:
    olga = sign_in("Olga")
    fields = {"name": "quick", "game": "carrera", "seats": "5", "limit_ms": "100", "bank_ms": "0"}

    opened = olga.submit("/operator", "/ladders", **fields)
    paused = olga.submit("/operator", f"{opened.path}/pause", paused="yes")
    resumed = olga.submit("/operator", f"{opened.path}/pause", paused="no")
    again = olga.submit("/operator", "/ladders", **fields)

    assert "quick" in opened.text
    assert 'class="state paused"' in paused.text
    assert 'class="state paused"' not in resumed.text
    assert again.status == 409


def test_an_operator_admits_an_author(sign_in: SignIn, site: Site) -> None:
    page = sign_in("Olga").submit("/operator", "/authors", name="Dee").text
    secret = re.search(r'class="secret">(arena_[\w-]+)<', page)
    assert secret is not None

    dee = Reader(site.url)
    dee.submit("/sign-in", "/sign-in", key=secret[1])

    assert "Dee" in dee.get("/account").text
    assert dee.get("/operator").status == 403


def test_what_operators_do_by_forms_is_on_record(world: World, sign_in: SignIn) -> None:
    olga, ada = sign_in("Olga"), sign_in("Ada")
    before = len(list_acts(500, "", open_unit=world.open_unit).items)

    ada.submit("/account", "/keys", label="mine")
    olga.submit("/operator", "/authors", name="Recorded")

    act, *others = list_acts(500, "", open_unit=world.open_unit).items
    assert len(others) == before
    assert (act.name, act.channel, act.what) == ("Olga", Channel.WEB, "/authors")
    assert json.loads(act.details) == {"name": "Recorded"}
