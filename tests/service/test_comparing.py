"""A comparison is settled by the blocks of two submissions, and then looks no further."""

import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest

from arena.contest.sprt import Verdict
from arena.service.bots import create_submission, retire_submission
from arena.service.comparing import (
    ComparisonView,
    comparison_of,
    settle_comparison,
    settle_comparisons,
    stop_comparison,
)
from arena.service.comparison_storage import Comparison
from arena.service.errors import InvalidArgument, NotAllowed, NotFound, Unavailable, WrongState
from arena.service.house import house_submissions, is_house
from arena.service.ports import OpenUnit
from arena.service.records import Author
from arena.service.starting_comparisons import MOST_RUNNING, start_comparison
from arena.service.tournament_records import Tournament, TournamentState
from arena.service.tournaments import tournament_of
from arena.storage import Database
from tests.storage.together import together

from . import contests
from .ailing import ailing
from .world import GAME, QUICK, World


def begin(
    world: World, lineup: Sequence[str], author: Author | None = None, **changes: Any
) -> Comparison:
    new, old, *others = lineup
    asked = {"elo1": 100.0, "most_blocks": 40, "hosting": True, **changes}
    return start_comparison(
        author or contests.operator(world),
        new,
        old,
        others,
        clock=QUICK,
        open_unit=world.open_unit,
        games=world.games,
        now=world.now,
        **asked,
    )


def gauntlet(world: World, one: Comparison) -> Tournament:
    return tournament_of(one.tournament_id, open_unit=world.open_unit)


def seen(world: World, one: Comparison) -> ComparisonView:
    return comparison_of(one.tournament_id, open_unit=world.open_unit)


def settle(world: World, one: Comparison, open_unit: OpenUnit | None = None) -> None:
    settle_comparison(one.tournament_id, open_unit=open_unit or world.open_unit, now=world.now)


def settled(world: World, one: Comparison) -> Comparison:
    settle(world, one)
    return seen(world, one).comparison


def play_block(world: World, one: Comparison, order: Sequence[str]) -> None:
    """Plays a block in which everybody comes in as in this order; the next one opens."""
    tournament = gauntlet(world, one)
    contests.play_round(world, tournament, lambda lineup: [-order.index(s) for s in lineup])
    contests.tick(world)


@pytest.mark.parametrize(("turned", "verdict"), [(1, Verdict.ELO1), (-1, Verdict.ELO0)])
def test_a_clear_difference_is_settled_and_stops_the_matches(
    world: World, turned: int, verdict: Verdict
) -> None:
    lineup = world.connected(3)
    one = begin(world, lineup)
    assert (seen(world, one).difference, one.blocks, one.llr) == (None, 0, 0.0)

    ratios = [0.0]
    while (found := settled(world, one)).over is None:
        ratios.append(found.llr)
        play_block(world, one, lineup[::turned])

    view = seen(world, one)
    assert (found.verdict, view.comparison) == (verdict, found)
    assert found.blocks < 40
    assert view.difference is not None
    assert (view.difference.elo > 0) == (verdict is Verdict.ELO1)
    assert all(view.test.lower < ratio < view.test.upper for ratio in ratios)
    assert not view.test.lower < found.llr < view.test.upper
    assert found.ratios == pytest.approx([*ratios[2:], found.llr], abs=1e-4)
    assert gauntlet(world, one).state is TournamentState.CANCELLED
    assert settled(world, one) == found


def test_no_block_counts_behind_the_one_that_settled_it(world: World) -> None:
    lineup = world.connected(3)
    one, other = begin(world, lineup), begin(world, lineup)
    while settled(world, one).over is None:
        play_block(world, one, lineup)

    for _ in range(settled(world, one).blocks + 5):
        play_block(world, other, lineup)

    assert settled(world, other).counts == settled(world, one).counts


def test_without_a_difference_it_ends_with_its_last_block(world: World) -> None:
    lineup = world.connected(3)
    one = begin(world, lineup, most_blocks=3)

    for number in range(3):
        assert settled(world, one).over is None
        play_block(world, one, lineup if number % 2 else lineup[::-1])

    found = settled(world, one)
    assert (found.blocks, found.verdict) == (3, Verdict.UNDECIDED)
    assert found.over is not None
    assert gauntlet(world, one).state is TournamentState.FINISHED


def test_a_fixed_number_of_blocks_is_played_whatever_they_say(world: World) -> None:
    lineup = world.connected(3)
    one = begin(world, lineup, most_blocks=25, fixed=True)

    for _ in range(25):
        assert settled(world, one).over is None
        play_block(world, one, lineup)

    found = settled(world, one)
    assert (found.blocks, found.verdict) == (25, Verdict.ELO1)


def test_its_matches_move_no_rating(world: World) -> None:
    lineup = world.connected(3)
    ladder = world.ladder(lineup)
    one = begin(world, lineup, most_blocks=2)
    for _ in range(2):
        play_block(world, one, lineup)

    assert set(world.standings(ladder).values()) == {1500.0}


def test_a_void_block_is_played_again_and_too_many_end_it(world: World) -> None:
    lineup = world.connected(3)
    one = begin(world, lineup)

    for plays in (1, 2, 3):
        assert settled(world, one).over is None
        tournament = gauntlet(world, one)
        first, *others = contests.open_matches(world, tournament)
        world.void(first.match_id)
        for match in others:
            world.end(match.match_id, contests.by_name(match.lineup))
        contests.close_blocks(world, tournament)
        (view,) = contests.rounds_of(world, tournament)
        assert view.tables[0].plays == plays

    found = settled(world, one)
    assert (found.blocks, found.over is None) == (0, False)


def test_all_that_run_are_settled(world: World) -> None:
    lineup = world.connected(3)
    both = [begin(world, lineup, most_blocks=1) for _ in range(2)]
    for one in both:
        play_block(world, one, lineup)

    settle_comparisons(open_unit=world.open_unit, now=world.now)

    assert all(seen(world, one).comparison.over for one in both)


def test_an_author_compares_versions_by_name_with_house_bots_at_the_table(world: World) -> None:
    author = world.author("Ada")
    old = world.submission(author)
    with world.open_unit() as unit:
        bot = unit.bots.get(unit.submissions.get(old).bot_id)
    new = create_submission(
        author, bot.bot_id, open_unit=world.open_unit, now=world.now
    ).submission_id

    same = [
        begin(world, (newest, first), author, seats=5)
        for newest, first in ((bot.name, f"{bot.name} v1"), (f"{bot.name}@newest", f"{bot.name}@1"))
    ]

    one, other = same
    view = seen(world, one)
    assert (other.new_id, other.old_id) == (one.new_id, one.old_id)
    assert (one.new_id, one.old_id, one.author_id) == (new, old, author.author_id)
    assert (str(view.new), str(view.old)) == (f"{bot.name} v2", f"{bot.name} v1")
    assert [is_house(s) for s in view.lineup] == [False, False, True, True, True]
    assert gauntlet(world, one).terms.seats == 5


@pytest.mark.parametrize("others", [0, 1])
def test_house_bots_join_one_that_is_compared_already(world: World, others: int) -> None:
    author = world.author()
    mine = [world.submission(author) for _ in range(1 + others)]
    house = house_submissions(GAME, 2, open_unit=world.open_unit, now=world.now)

    for yardstick in house:
        one = begin(world, (mine[0], yardstick, *mine[1:]), author, seats=5)

        lineup = seen(world, one).lineup
        assert lineup[: 2 + others] == (mine[0], yardstick, *mine[1:])
        assert len(set(lineup)) == len(lineup) == 5
        assert all(map(is_house, lineup[2 + others :]))


def test_the_same_request_starts_one_comparison(world: World) -> None:
    lineup, request_id = world.connected(3), str(uuid.uuid4())

    first, again = (begin(world, lineup, request_id=request_id) for _ in range(2))
    other = begin(world, lineup, request_id=str(uuid.uuid4()))

    assert again == first
    assert other.tournament_id != first.tournament_id


def test_the_same_request_is_answered_even_if_no_other_would_be(world: World) -> None:
    author, request_id = world.author(), str(uuid.uuid4())
    lineup = [world.submission(author) for _ in range(3)]
    first = begin(world, lineup, author, request_id=request_id)
    for _ in range(MOST_RUNNING - 1):
        begin(world, lineup, author)
    retire_submission(author, lineup[0], open_unit=world.open_unit)

    assert begin(world, lineup, author, request_id=request_id) == first


def test_only_who_asked_stops_it(world: World) -> None:
    author, stranger = world.author(), world.author()
    pair = [world.submission(author) for _ in range(3)]
    one = begin(world, pair, author)

    with pytest.raises(NotAllowed):
        stop_comparison(stranger, one.tournament_id, open_unit=world.open_unit, now=world.now)
    for _ in range(2):
        stop_comparison(author, one.tournament_id, open_unit=world.open_unit, now=world.now)

    assert seen(world, one).comparison.over is not None
    assert gauntlet(world, one).state is TournamentState.CANCELLED


class Interrupted:
    """Comparisons, and something else that happens right after the first look at one."""

    def __init__(self, comparisons: Any, meanwhile: Callable[[], None]) -> None:
        self._comparisons, self._meanwhile = comparisons, [meanwhile]

    def get(self, comparison_id: str) -> Comparison:
        found: Comparison = self._comparisons.get(comparison_id)
        if self._meanwhile:
            self._meanwhile.pop()()
        return found

    def __getattr__(self, name: str) -> Any:
        return getattr(self._comparisons, name)


def test_what_is_counted_while_somebody_stops_it_stays_counted(shared_database: Database) -> None:
    world = World(shared_database)
    lineup = world.connected(3)
    one = begin(world, lineup)
    play_block(world, one, lineup)
    settle(world, one)
    play_block(world, one, lineup)

    @contextmanager
    def interrupted() -> Iterator[Any]:
        with world.open_unit() as unit:
            whole: Any = unit
            whole.comparisons = Interrupted(unit.comparisons, lambda: settle(world, one))
            yield whole

    stop_comparison(
        contests.operator(world), one.tournament_id, open_unit=interrupted, now=world.now
    )

    found = seen(world, one).comparison
    assert (found.blocks, len(found.ratios), found.over is None) == (2, 2, False)
    assert gauntlet(world, one).state is TournamentState.CANCELLED


def play_until_matches_are_given_up(world: World, one: Comparison, lineup: Sequence[str]) -> None:
    """Plays on; as soon as it is over and its next matches with it, the database is away."""
    while True:
        play_block(world, one, lineup)
        waiting, *_ = contests.open_matches(world, gauntlet(world, one))
        settle(world, one, ailing(world.open_unit, waiting.match_id, Unavailable("away")))


def test_it_is_not_over_while_its_matches_go_on(world: World) -> None:
    lineup = world.connected(3)
    one = begin(world, lineup)

    with pytest.raises(Unavailable):
        play_until_matches_are_given_up(world, one, lineup)
    before, after = seen(world, one).comparison, settled(world, one)

    assert (before.over is None, after.over is None) == (True, False)
    assert after.verdict is Verdict.ELO1
    assert gauntlet(world, one).state is TournamentState.CANCELLED
    assert contests.open_matches(world, gauntlet(world, one)) == []


def test_an_author_runs_a_few_at_a_time(world: World) -> None:
    author = world.author()
    lineup = [world.submission(author) for _ in range(3)]
    for _ in range(MOST_RUNNING):
        begin(world, lineup, author)

    with pytest.raises(WrongState, match="running"):
        begin(world, lineup, author)


def test_an_author_who_asks_often_at_once_is_counted_too(shared_database: Database) -> None:
    world = World(shared_database)
    author = world.author()
    lineup = [world.submission(author) for _ in range(3)]

    def begun(_: int) -> bool:
        try:
            begin(world, lineup, author)
        except WrongState:
            return False
        return True

    started = together(MOST_RUNNING + 4, begun)

    assert started.count(True) == MOST_RUNNING


def test_a_request_that_comes_twice_at_once_is_one_of_the_few(shared_database: Database) -> None:
    world = World(shared_database)
    author, request_id = world.author(), str(uuid.uuid4())
    lineup = [world.submission(author) for _ in range(3)]
    for _ in range(MOST_RUNNING - 1):
        begin(world, lineup, author)

    started = together(4, lambda _: begin(world, lineup, author, request_id=request_id))

    assert len({one.tournament_id for one in started}) == 1


def test_the_bots_of_others_are_not_for_comparison(world: World) -> None:
    author = world.author()
    mine, theirs = [world.submission(author) for _ in range(3)], world.submission()

    for lineup in ((mine[0], theirs, mine[1]), (*mine[:2], theirs)):
        with pytest.raises(NotAllowed):
            begin(world, lineup, author)


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"elo0": 100.0}, "elo1"),
        ({"elo0": 200.0}, "elo1"),
        ({"elo1": float("nan")}, "elo1"),
        ({"elo1": 7_000.0}, "elo1"),
        ({"elo0": -130_000.0}, "elo0"),
        ({"elo0": float("-inf")}, "elo0"),
        ({"most_blocks": 0}, "most_block_count"),
        ({"most_blocks": 10_000}, "most_block_count"),
        ({"seats": 10**6}, "seat_count"),
        ({"seats": 5, "hosting": False}, "seat_count: .* hosting is off"),
        ({"request_id": "again"}, "request_id"),
    ],
)
def test_what_cannot_be_asked_is_refused(
    world: World, changes: dict[str, Any], problem: str
) -> None:
    with pytest.raises(InvalidArgument, match=problem):
        begin(world, world.connected(3), **changes)


def test_a_lineup_that_cannot_sit_is_refused(world: World) -> None:
    trio = world.connected(3)

    with pytest.raises(InvalidArgument, match="seat already"):
        begin(world, (trio[0], trio[0], trio[1]))
    with pytest.raises(InvalidArgument, match="plays scout"):
        begin(world, (trio[0], world.submission(game="scout"), trio[1]))
    with pytest.raises(InvalidArgument, match="seat_count"):
        begin(world, trio[:2])
    for unknown in ("nobody", "nobody v1", "bot v"):
        with pytest.raises(NotFound):
            begin(world, (unknown, *trio[:2]))
