"""Tournaments go from round to round: whole, once, and the same for the same results."""

from collections import Counter
from dataclasses import replace

import pytest

from arena.service import closing, ratings, rounds, tournament_views, tournaments
from arena.service.errors import InvalidArgument, NotAllowed, NotFound, WrongState
from arena.service.records import Author, BlockState, MatchState
from arena.service.tournament_records import FormatName, TournamentState
from arena.storage import Database
from tests.storage.together import together

from . import contests
from .world import World

FORMATS = [
    (FormatName.ROUND_ROBIN, {}),
    (FormatName.SWISS, {"rounds": 3}),
    (FormatName.KNOCKOUT, {"advancing": 1}),
    (FormatName.GAUNTLET, {"rounds": 2}),
]


@pytest.mark.parametrize(("form", "settings"), FORMATS)
def test_every_format_is_played_to_its_end(
    world: World, form: FormatName, settings: dict[str, int]
) -> None:
    entrants = world.connected(8)
    one = contests.tournament(world, form, entrants, **settings)

    started = contests.start(world, one)
    played = contests.play_out(world, one)

    over = contests.found(world, one)
    assert (started.state, over.state) == (TournamentState.RUNNING, TournamentState.FINISHED)
    assert started.started == over.started
    assert over.ended is not None
    assert [view.opened.number for view in played] == list(range(1, len(played) + 1))
    tables = [table for view in played for table in view.tables]
    assert {table.state for table in tables} == {BlockState.COUNTED}
    assert all(sum(table.points) == pytest.approx(1.5) for table in tables)
    placings = contests.placings_of(world, one)
    assert sorted(p.submission_id for p in placings) == sorted(entrants)
    assert [p.place for p in placings] == list(range(1, 9))
    if form is not FormatName.GAUNTLET:
        assert placings[0].submission_id == min(entrants)
    byes = Counter(s for view in played for s in view.opened.byes)
    assert all(count == 1 for count in byes.values())


def test_the_same_seed_entrants_and_results_give_the_same_tournament(world: World) -> None:
    entrants = world.connected(8)
    first = contests.tournament(world, FormatName.SWISS, entrants, rounds=3)
    twin = replace(first, tournament_id="twin", name="Twin")
    other = replace(first, tournament_id="other", name="Other", seed=bytes(32))
    with world.open_unit() as unit:
        unit.tournaments.add(twin)
        unit.tournaments.add(other)
    schedules = []

    for one in (first, twin, other):
        if one is not first:
            for submission_id in entrants:
                contests.enter(world, one, submission_id)
        contests.start(world, one)
        schedules.append(
            [
                (view.opened.byes, [(t.lineup, [m.seed for m in t.matches]) for t in view.tables])
                for view in contests.play_out(world, one)
            ]
        )

    assert schedules[0] == schedules[1] != schedules[2]
    seeds = {seed for _, tables in schedules[0] for _, (seed, *_) in tables}
    assert len(seeds) == sum(len(tables) for _, tables in schedules[0])


def test_a_round_waits_for_its_last_table(world: World) -> None:
    one = contests.tournament(world, FormatName.SWISS, world.connected(6), rounds=2)
    contests.start(world, one)
    *played, last = contests.open_matches(world, one)

    for match in played:
        world.end(match.match_id, contests.by_name(match.lineup))
    contests.close_blocks(world, one)
    contests.tick(world)
    assert len(contests.rounds_of(world, one)) == 1

    world.end(last.match_id, contests.by_name(last.lineup))
    contests.tick(world)
    assert len(contests.rounds_of(world, one)) == 1, "its block is not closed"

    contests.close_blocks(world, one)
    contests.tick(world)
    contests.tick(world)
    assert len(contests.rounds_of(world, one)) == 2


def test_many_ticks_at_once_make_one_schedule(shared_database: Database) -> None:
    world = World(shared_database)
    one = contests.tournament(world, FormatName.SWISS, world.connected(6), rounds=2)
    contests.start(world, one)

    contests.play_round(world, one)
    together(8, lambda _: contests.tick(world))
    first, second = contests.rounds_of(world, one)
    for match in contests.open_matches(world, one):
        world.end(match.match_id, contests.by_name(match.lineup))
    together(8, lambda _: contests.close_blocks(world, one))
    together(8, lambda _: contests.tick(world))

    assert [t.plays for view in (first, second) for t in view.tables] == [1] * 4
    assert contests.found(world, one).state is TournamentState.FINISHED
    assert len(contests.rounds_of(world, one)) == 2
    assert len(world.all_matches()) == 2 * 2 * 3


def test_a_void_table_waits_and_is_played_again_alone(world: World) -> None:
    one = contests.tournament(world, FormatName.SWISS, world.connected(6), rounds=2)
    contests.start(world, one)
    before = contests.rounds_of(world, one)[0]
    world.void(before.tables[1].matches[0].match_id)
    contests.play_round(world, one)

    contests.tick(world)
    (waiting,) = contests.rounds_of(world, one)
    assert [table.state for table in waiting.tables] == [BlockState.COUNTED, BlockState.VOID]
    assert contests.placings_of(world, one)[0].tables == 0
    summary = tournament_views.summary_of(one.tournament_id, open_unit=world.open_unit)
    assert (summary.tables, summary.counted, summary.void) == (2, 1, 1)

    again = rounds.play_void_again(one.tournament_id, open_unit=world.open_unit, now=world.now)
    assert again == 1
    (replayed,) = contests.rounds_of(world, one)
    assert replayed.tables[0] == waiting.tables[0]
    assert (replayed.tables[1].state, replayed.tables[1].plays) == (BlockState.OPEN, 2)
    assert replayed.tables[1].lineup == waiting.tables[1].lineup
    assert replayed.tables[1].matches[0].seed != waiting.tables[1].matches[0].seed
    with pytest.raises(WrongState, match="void"):
        rounds.play_void_again(one.tournament_id, open_unit=world.open_unit, now=world.now)

    contests.play_round(world, one)
    contests.tick(world)
    assert len(contests.rounds_of(world, one)) == 2


def test_a_pause_opens_no_round_and_stops_no_match(world: World) -> None:
    one = contests.tournament(world, FormatName.SWISS, world.connected(6), rounds=2)
    contests.start(world, one)

    tournaments.pause_tournament(one.tournament_id, True, open_unit=world.open_unit)
    tournaments.pause_tournament(one.tournament_id, True, open_unit=world.open_unit)
    contests.play_round(world, one)
    contests.tick(world)
    assert len(contests.rounds_of(world, one)) == 1
    assert {t.state for t in contests.rounds_of(world, one)[0].tables} == {BlockState.COUNTED}

    tournaments.pause_tournament(one.tournament_id, False, open_unit=world.open_unit)
    contests.tick(world)
    assert len(contests.rounds_of(world, one)) == 2


def test_a_cancelled_tournament_leaves_nothing_to_play(world: World) -> None:
    one = contests.tournament(world, FormatName.SWISS, world.connected(6), rounds=2)
    contests.start(world, one)
    first, *rest = contests.open_matches(world, one)
    world.end(first.match_id, contests.by_name(first.lineup))

    tournaments.cancel_tournament(one.tournament_id, open_unit=world.open_unit, now=world.now)
    world.later()
    swept = world.sweep()
    for block_id in world.queue.blocks:
        closing.close_block(block_id, open_unit=world.open_unit, now=world.now)
    contests.tick(world)

    assert swept.ripe == 2
    assert world.found(first.match_id).state is MatchState.FINISHED
    assert {world.found(m.match_id).state for m in rest} == {MatchState.VOID}
    (view,) = contests.rounds_of(world, one)
    assert {table.state for table in view.tables} == {BlockState.VOID}
    assert contests.found(world, one).state is TournamentState.CANCELLED
    with pytest.raises(WrongState, match="cancelled"):
        rounds.play_void_again(one.tournament_id, open_unit=world.open_unit, now=world.now)


def test_a_tournament_moves_no_rating(world: World) -> None:
    entrants = world.connected(3)
    ladder = world.ladder(entrants)
    before = world.standings(ladder)
    one = contests.tournament(world, FormatName.KNOCKOUT, entrants)
    contests.start(world, one)

    contests.play_out(world, one)

    assert world.standings(ladder) == before
    assert ratings.recompute(ladder.ladder_id, open_unit=world.open_unit).blocks == 0


def test_the_seeding_is_by_turn_of_entering_or_by_rating(world: World) -> None:
    ranked = world.connected(3)
    ladder = world.ladder(ranked)
    world.schedule()
    (block_id,) = {m.block_id for m in world.all_matches()}
    for match in world.all_matches():
        world.end(match.match_id, [ranked.index(s) for s in match.lineup])
    assert block_id is not None
    world.rate(block_id)
    stranger = world.submission()
    entered = [stranger, *ranked]
    by_turn = contests.tournament(world, FormatName.ROUND_ROBIN, entered, name="Turn")
    by_rating = contests.tournament(world, FormatName.ROUND_ROBIN, entered, name="Rating")

    contests.start(world, by_turn)
    contests.start(world, by_rating, ladder.ladder_id)

    def seeding(tournament_id: str) -> list[tuple[int, str]]:
        page = tournament_views.list_entries(tournament_id, 9, "", open_unit=world.open_unit)
        return [(entry.number, entry.submission_id) for entry in page.items]

    assert seeding(by_turn.tournament_id) == list(enumerate(entered, 1))
    assert seeding(by_rating.tournament_id) == list(enumerate([*ranked[::-1], stranger], 1))


def test_entering_is_for_owners_of_what_can_play(world: World) -> None:
    one = contests.tournament(world, FormatName.KNOCKOUT)
    ann, bob = world.author("Ann"), world.author("Bob")
    mine, second = world.submission(ann), world.submission(ann)

    def enter(submission_id: str, author: Author = ann) -> int:
        return tournaments.enter_tournament(
            author,
            "cup",
            submission_id,
            open_unit=world.open_unit,
            now=world.now,
        ).number

    assert [enter(mine), enter(mine)] == [1, 1]
    with pytest.raises(NotAllowed):
        enter(mine, bob)
    with pytest.raises(WrongState, match="same author"):
        enter(second)
    with pytest.raises(InvalidArgument, match="plays scout"):
        enter(world.submission(ann, "scout"))
    with pytest.raises(NotFound):
        enter("sub-0")
    with pytest.raises(NotAllowed):
        tournaments.withdraw_entry(bob, "cup", mine, open_unit=world.open_unit)
    tournaments.withdraw_entry(ann, "cup", mine, open_unit=world.open_unit)
    assert enter(second) == 1
    contests.enter(world, one, world.submission())
    with pytest.raises(WrongState, match="2 entrants do not fill a table of 3"):
        contests.start(world, one)
    contests.enter(world, one, world.submission())
    contests.start(world, one)
    for late in (
        enter,
        lambda s: tournaments.withdraw_entry(ann, "cup", s, open_unit=world.open_unit),
    ):
        with pytest.raises(WrongState, match="running"):
            late(second)


def test_what_is_retired_does_not_start(world: World) -> None:
    entrants = [world.submission() for _ in range(3)]
    one = contests.tournament(world, FormatName.KNOCKOUT, entrants)
    with world.open_unit() as unit:
        unit.submissions.retire(entrants[1])

    with pytest.raises(WrongState, match=entrants[1]):
        contests.start(world, one)


@pytest.mark.parametrize(
    ("form", "settings", "field"),
    [
        (FormatName.SWISS, {}, "round_count"),
        (FormatName.SWISS, {"rounds": 1_001}, "round_count"),
        (FormatName.SWISS, {"rounds": 2, "advancing": 1}, "advancing_count"),
        (FormatName.GAUNTLET, {"rounds": -1}, "round_count"),
        (FormatName.KNOCKOUT, {"rounds": 2}, "round_count"),
        (FormatName.KNOCKOUT, {"advancing": 2}, "advancing_count"),
        (FormatName.KNOCKOUT, {"advancing": -1}, "advancing_count"),
        (FormatName.ROUND_ROBIN, {"rounds": 1}, "round_count"),
        (FormatName.KNOCKOUT, {"seats": 9}, "seat_count"),
        (FormatName.KNOCKOUT, {"name": "?"}, "name"),
    ],
)
def test_what_a_format_cannot_use_is_refused(
    world: World, form: FormatName, settings: dict[str, int], field: str
) -> None:
    with pytest.raises(InvalidArgument) as raised:
        contests.tournament(world, form, **settings)  # type: ignore[arg-type]

    assert raised.value.field == field


def test_only_what_runs_is_paused_and_only_once_is_started(world: World) -> None:
    one = contests.tournament(world, FormatName.KNOCKOUT, world.connected(3))

    with pytest.raises(WrongState, match="entering"):
        tournaments.pause_tournament(one.tournament_id, True, open_unit=world.open_unit)
    contests.start(world, one)
    with pytest.raises(WrongState, match="running"):
        contests.start(world, one)
    contests.play_out(world, one)
    with pytest.raises(WrongState, match="finished"):
        tournaments.pause_tournament(one.tournament_id, True, open_unit=world.open_unit)


def test_lists_come_in_pages(world: World) -> None:
    entrants = world.connected(6)
    one = contests.tournament(world, FormatName.SWISS, entrants, rounds=3)
    contests.start(world, one)
    contests.play_out(world, one)

    for listed, whole in (
        (tournament_views.list_entries, 6),
        (tournament_views.list_rounds, 3),
        (tournament_views.list_placings, 6),
    ):
        items: list[object] = []
        token = ""
        while True:
            page = listed("cup", 2, token, open_unit=world.open_unit)
            items += page.items
            if not (token := page.next_token):
                break
        assert len(items) == len({repr(item) for item in items}) == whole
        for bad in ("x", "0", "6", "-1", "9" * 9, "²"):
            with pytest.raises(InvalidArgument, match="page_token"):
                listed("cup", 2, bad, open_unit=world.open_unit)
