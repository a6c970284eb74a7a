"""Comparisons on the pages: looked at by everybody, started and stopped by their author."""

import re
from dataclasses import replace

import pytest

from arena.service.comparing import ComparisonView, comparison_of, list_comparisons
from arena.web.charts import BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH
from arena.web.ratios import ratio_chart

from .conftest import SignIn
from .serving import Reader, served
from .world import HOSTILE, World


def view_of(world: World) -> ComparisonView:
    return comparison_of(world.comparison.tournament_id, open_unit=world.open_unit)


def test_a_comparison_shows_how_it_stands(world: World, reader: Reader) -> None:
    view = view_of(world)

    page = reader.get(f"/comparisons/{view.comparison.tournament_id}").text

    assert "<bdi>Ada sparring v1</bdi>" in page
    assert "<bdi>Ada scout v1</bdi>" in page
    assert "<dd>2 / 500</dd>" in page
    for ratio in (view.comparison.llr, view.test.lower, view.test.upper):
        assert f"{ratio:+.2f}".replace("-", "−") in page
    (line,) = re.findall(r'<polyline points="([^"]+)"', page)
    assert len(line.split()) == 1 + 2, "from nothing, and one point for each block"
    assert page.count('class="bound') == 2
    counted = re.findall(
        r'<th scope="row" class="number">([\d.]+)</th><td class="number">(\d+)', page
    )
    assert [int(count) for _, count in counted] == list(view.comparison.counts)
    assert [float(score) for score, _ in counted] == [0, 0.25, 0.5, 0.75, 1]
    assert "live" in page
    assert "<form" not in page


def test_comparisons_are_found_from_both_bots(world: World, reader: Reader) -> None:
    path = f"/comparisons/{world.comparison.tournament_id}"

    for name in ("Ada%20sparring", "Ada%20scout"):
        assert f'href="{path}"' in reader.get(f"/bots/{name}").text
    assert 'href="/comparisons"' in reader.get("/bots").text
    assert f'href="{path}"' in reader.get("/comparisons").text
    assert path not in reader.get("/bots/Bob%20scout").text
    assert world.comparison.tournament_id not in reader.get("/").text, "it is no tournament"


def test_an_author_starts_a_comparison_once_and_stops_it(world: World, sign_in: SignIn) -> None:
    ada = sign_in("Ada")
    before = len(list_comparisons(99, "", open_unit=world.open_unit).items)
    form = ada.get("/bots/Ada%20sparring").text
    asked = re.search(r'name="request_id" value="([^"]+)"', form)
    assert asked is not None
    assert '<option value="Ada scout@1">' in form
    fields = {
        "new": world.sparring,
        "old": "Ada scout@1",
        "seats": "2",
        "elo1": "30",
        "most_blocks": "7",
        "request_id": asked[1],
    }

    started = ada.submit("/account", "/comparisons", **fields)
    again = ada.submit("/account", "/comparisons", **fields)
    by_rival = sign_in("Bob").submit("/account", f"{started.path}/stop")
    stopped = ada.submit("/account", f"{started.path}/stop")

    assert "<dd>0 / 7</dd>" in started.text
    assert "30 Elo" in started.text
    assert "Stop it" in started.text
    assert again.path == started.path
    assert len(list_comparisons(99, "", open_unit=world.open_unit).items) == before + 1
    assert by_rival.status == 403
    assert "not settled" in stopped.text
    assert "Stop it" not in stopped.text
    assert "Stop it" in sign_in("Olga").get(f"/comparisons/{world.comparison.tournament_id}").text


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"old": "Bob scout@1"}, 403),
        ({"old": "nobody"}, 404),
        ({"old": "<script>alert(1)</script>"}, 404),
        ({"elo1": "-3"}, 400),
        ({"elo1": "many"}, 400),
        ({"seats": "9"}, 400),
        ({"old": "Ada carrera@1"}, 400),
        ({"request_id": "mine"}, 400),
    ],
)
def test_what_cannot_be_compared_is_refused(
    world: World, sign_in: SignIn, changes: dict[str, str], code: int
) -> None:
    fields = {"new": world.sparring, "old": "Ada scout@1", "seats": "2", **changes}

    answer = sign_in("Ada").submit("/account", "/comparisons", **fields)

    assert answer.status == code
    assert "<script>alert" not in answer.text


def test_house_bots_join_no_table_where_nobody_runs_them(world: World) -> None:
    with served(world.application(hosts_bots=False)) as site:
        ada = Reader(site.url)
        ada.submit("/sign-in", "/sign-in", key=world.secrets["Ada"])

        answer = ada.submit(
            "/account", "/comparisons", new=world.sparring, old="Ada scout@1", seats="3"
        )

    assert answer.status == 400
    assert "hosting is off" in answer.text


def test_hostile_names_are_shown_as_what_they_are(world: World, sign_in: SignIn) -> None:
    for n, name in enumerate(HOSTILE):
        hostile = world.enter("Ada", name or f"\u200b{n}", "scout")
        one = world.compare(hostile, "Ada scout@1", blocks=0, author="Olga")
        with world.open_unit() as unit:
            bot_id = unit.submissions.get(hostile).bot_id

        for path in (f"/comparisons/{one.tournament_id}", "/comparisons", f"/bots/{bot_id}"):
            answer = sign_in("Ada").get(path)

            assert answer.status == 200
            assert not re.search("<script>alert|<img src=x", answer.text)
            shown = answer.text.partition("<main")[2]
            marked = re.sub(
                r"<(bdi|option)[^>]*>.*?</\1>|value=\"[^\"]*\"|<title>.*?</title>", "", shown
            )
            assert "\u202e" not in marked, "a mark never leaves its element"
    assert "&lt;script&gt;alert(1)&lt;/script&gt; v1" in sign_in("Ada").get("/comparisons").text


def test_a_stranger_compares_nothing(reader: Reader) -> None:
    assert reader.submit("/sign-in", "/comparisons", new="x", old="y").status == 401
    assert reader.get("/comparisons/none").status == 404


@pytest.mark.parametrize(
    ("counts", "ratios", "points"),
    [
        ((0, 0, 0, 0, 0), (), 1),
        ((1, 0, 1, 0, 1), (-0.5, 0.1, 9.0), 4),
        ((1, 0, 0, 0, 2), (), 2),  # counted before ratios were kept
    ],
)
def test_a_line_stays_in_its_chart(
    world: World, counts: tuple[int, ...], ratios: tuple[float, ...], points: int
) -> None:
    view = view_of(world)
    moved = replace(view.comparison, counts=counts, ratios=ratios, llr=ratios[-1] if ratios else 0)

    chart = ratio_chart(replace(view, comparison=moved))

    placed = [tuple(map(float, point.split(","))) for point in chart.path.split()]
    assert len(placed) == points
    assert placed[-1] == chart.end
    assert all(LEFT <= x <= WIDTH - RIGHT for x, _ in placed)
    assert all(TOP <= y <= HEIGHT - BOTTOM for _, y in placed)
    assert TOP < chart.upper < chart.lower < HEIGHT - BOTTOM
