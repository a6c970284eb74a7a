"""Standings show what all blocks together say; charts draw it as bands."""

from dataclasses import replace

import pytest

from arena.service.estimate_storage import KeptEstimate
from arena.service.records import Ladder
from arena.service.standing_views import histories
from arena.web.charts import BOTTOM, HEIGHT, TOP, Series, history
from arena.web.pages.ladder import rating_series

from .serving import Reader
from .world import World


@pytest.fixture
def ladder(world: World) -> Ladder:
    with world.open_unit() as unit:
        return unit.ladders.get("scout open")


def test_standings_show_intervals_and_charts_their_bands(
    world: World, ladder: Ladder, reader: Reader
) -> None:
    before = reader.get("/ladders/scout%20open").text
    first, second, *others = world.submissions["scout"]
    one = KeptEstimate(ladder.ladder_id, 1, first, 0, 9, 1510, 1411, 1622, False, (1500,))
    kept = [one, replace(one, submission_id=second, low=1333, samples=(1490,))]
    kept += [replace(one, submission_id=other, apart=3, low=None, high=None) for other in others]

    with world.open_unit() as unit:
        unit.estimates.keep(kept)

    assert "95 %" in before
    assert "Estimates are from 0 of 1 rated blocks" in before
    text = reader.get("/ladders/scout%20open").text
    assert "1411 – 1622" in text
    assert "1333 – 1622" in text
    assert text.count(">group 3<") == len(others)
    assert "Estimates are from 1 of 1 rated blocks" in text
    assert 'class="band' in text
    with world.open_unit() as unit:
        standings = unit.ladders.standings(ladder.ladder_id, [first]).values()
    (found,) = histories(list(standings), 5, open_unit=world.open_unit)
    assert rating_series("one", found).band == ((1.0, 1411, 1622),)


def test_a_band_widens_the_scale_but_not_without_end() -> None:
    line = Series("one", ((0, 1500), (10, 1600)), band=((5, 0, 3000), (10, 1450, 1990)))

    chart = history([line])

    assert chart is not None
    corners = [tuple(map(float, p.split(","))) for p in chart.lines[0].band.split()]
    assert len(corners) == 4
    assert all(TOP <= y <= HEIGHT - BOTTOM for _, y in corners)
    assert [tick.label for tick in chart.up][-1] == "1700"
    without = history([Series("one", line.points)])
    assert without is not None
    assert without.lines[0].band == ""
