"""Estimates are made again as blocks are rated, and standings show the newest of them."""

import pytest

from arena.service import ladders
from arena.service.estimating import estimate_ladder, keep_estimates, keep_every_estimate
from arena.service.filling import Unfilled
from arena.service.house import house_submissions
from arena.service.records import Ladder, StandingOrder
from arena.service.standing_views import Standings, histories, view_standings

from .test_estimating import play
from .world import GAME, World


@pytest.fixture
def trio(world: World) -> list[str]:
    return sorted(world.connected(3))


@pytest.fixture
def ladder(world: World, trio: list[str]) -> Ladder:
    return world.ladder(trio)


def keep(world: World, ladder: Ladder) -> bool:
    return keep_estimates(ladder.ladder_id, open_unit=world.open_unit)


def shown(world: World, ladder: Ladder, size: int = 10, token: str = "") -> Standings:
    return view_standings(ladder.name, size, token, open_unit=world.open_unit)


def test_there_is_none_before_the_first_block(world: World, ladder: Ladder) -> None:
    assert not keep(world, ladder)

    standings = shown(world, ladder)

    assert standings.covered == 0
    assert [(one.estimate, one.superiority) for one in standings.page.items] == [(None, None)] * 3


def test_the_newest_is_shown_beside_the_live_rating(
    world: World, ladder: Ladder, trio: list[str]
) -> None:
    play(world, ladder, upsets=3, blocks=12)

    assert keep(world, ladder)
    assert not keep(world, ladder)

    standings = shown(world, ladder)
    expected = estimate_ladder(ladder.ladder_id, open_unit=world.open_unit).estimates.rows
    found = {v.row.standing.submission_id: v.estimate for v in standings.page.items}
    assert standings.covered == 12
    for row in expected:
        estimate = found[row.submission_id]
        assert estimate is not None
        assert (estimate.rating, estimate.low, estimate.high) == (row.rating, row.low, row.high)
        assert estimate.samples == pytest.approx(row.samples, abs=1e-3)
    first, second, last = standings.page.items
    assert first.superiority is not None
    assert 0.5 < first.superiority <= 1
    assert second.superiority is not None
    assert last.superiority is None
    page = shown(world, ladder, 1).page
    assert [v.superiority for v in page.items] == [first.superiority], "even across pages"
    by_blocks = view_standings(
        ladder.name, 9, "", order=StandingOrder.BLOCKS, open_unit=world.open_unit
    )
    assert {v.superiority for v in by_blocks.page.items} == {None}


def test_they_are_made_again_when_there_is_a_20th_more(world: World, ladder: Ladder) -> None:
    play(world, ladder, upsets=5, blocks=40)
    keep_every_estimate(open_unit=world.open_unit)

    made = []
    for _ in range(2):
        play(world, ladder, upsets=0, blocks=1)
        made.append(keep(world, ladder))

    assert made == [False, True]
    assert shown(world, ladder).covered == 42


def test_who_cannot_be_compared_is_flagged_and_has_no_number(world: World, ladder: Ladder) -> None:
    play(world, ladder, upsets=0, blocks=6)
    keep(world, ladder)

    views = shown(world, ladder).page.items

    groups = [view.estimate.apart for view in views if view.estimate]
    assert sorted(groups) == [1, 2, 3]
    assert {view.superiority for view in views} == {None}


def test_an_anchor_stays_where_it_is_and_the_others_are_rated_by_it(
    world: World, ladder: Ladder, trio: list[str]
) -> None:
    ladders.set_anchor(ladder.ladder_id, trio[0], 2500.0, open_unit=world.open_unit)
    play(world, ladder, upsets=3, blocks=12)
    keep(world, ladder)

    first, *others = shown(world, ladder).page.items

    assert (first.anchor, first.row.standing.rating) == (True, 2500.0)
    assert first.estimate is not None
    assert (first.estimate.low, first.estimate.high) == (2500.0, 2500.0)
    for view in others:
        assert view.estimate is not None
        assert 2000 < view.estimate.rating < 2500


def test_the_intervals_of_the_past_can_be_drawn(
    world: World, ladder: Ladder, trio: list[str]
) -> None:
    for blocks in (3, 6, 12):
        play(world, ladder, upsets=1, blocks=blocks)
        keep(world, ladder)

    with world.open_unit() as unit:
        (one,) = unit.ladders.standings(ladder.ladder_id, trio[:1]).values()
    (found,) = histories([one], 20, open_unit=world.open_unit)

    assert [one.sequence for one in found.changes] == list(range(2, 22)), "the newest 20"
    kept = [one.sequence for one in found.estimates]
    assert kept == [9, 21], "3 blocks are too few for an interval"
    assert all(one.low is not None and one.high is not None for one in found.estimates)


def test_house_bots_that_fill_tables_are_not_estimated_unless_they_are_the_yardstick(
    world: World,
) -> None:
    pair = sorted(world.connected(2, capacity=3))
    ladder = world.ladder(pair, unfilled=Unfilled.HOUSE)
    (house,) = house_submissions(GAME, 1, open_unit=world.open_unit, now=world.now)
    play(world, ladder, upsets=2, blocks=6)

    def rated() -> set[str]:
        found = estimate_ladder(ladder.ladder_id, open_unit=world.open_unit)
        return {row.submission_id for row in found.estimates.rows}

    before = rated()
    ladders.set_anchor(ladder.ladder_id, house, 1000.0, open_unit=world.open_unit)

    assert before == set(pair)
    assert rated() == {*pair, house}
