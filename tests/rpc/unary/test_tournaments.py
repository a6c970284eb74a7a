from typing import Any

import pytest
from google.protobuf.duration_pb2 import Duration
from google.protobuf.timestamp_pb2 import Timestamp
from grpc import StatusCode

from arena.games.dice import commitment
from arena.service.closing import close_block
from arena.service.records import AttemptEnd
from arena.service.rounds import advance_tournament
from botarena.v1 import match_pb2, match_service_pb2
from botarena.v1 import tournament_service_pb2 as pb

from .play import finish
from .world import Person, World, refused

Format, State, Table = pb.Tournament.Format, pb.Tournament.State, pb.Round.Table


def _create(arena: World, **fields: Any) -> pb.Tournament:
    given = {
        "name": "Cup",
        "game_name": "odd-lots",
        "seat_count": 3,
        "format": Format.FORMAT_SWISS,
        "round_count": 1,
        **fields,
    }
    given = {name: value for name, value in given.items() if value is not None}
    response = arena.tournaments.CreateTournament(
        pb.CreateTournamentRequest(**given), metadata=arena.operator.metadata
    )
    created: pb.Tournament = response.tournament
    return created


def _enter(arena: World, person: Person, submission_id: str) -> pb.Entry:
    request = pb.EnterTournamentRequest(tournament_id="cup", submission_id=submission_id)
    entry: pb.Entry = arena.tournaments.EnterTournament(request, metadata=person.metadata).entry
    return entry


def _start(arena: World) -> pb.Tournament:
    """Starts a tournament of three authors."""
    people = {"Ada": arena.ann, "Bee": arena.bob, "Cid": arena.person("Cecil")}
    for name, person in people.items():
        _enter(arena, person, arena.submission(person, name).submission_id)
    response = arena.tournaments.StartTournament(
        pb.StartTournamentRequest(tournament_id="Cup"), metadata=arena.operator.metadata
    )
    started: pb.Tournament = response.tournament
    return started


def _found(arena: World) -> pb.Tournament:
    request = pb.GetTournamentRequest(tournament_id="CUP")
    found: pb.Tournament = arena.tournaments.GetTournament(request).tournament
    return found


def _round(arena: World) -> pb.Round:
    (only,) = arena.tournaments.ListRounds(pb.ListRoundsRequest(tournament_id="Cup")).rounds
    opened: pb.Round = only
    return opened


def _close(arena: World) -> None:
    block_id = _round(arena).tables[0].block_id
    block = close_block(block_id, open_unit=arena.open_unit, now=arena.now)
    assert block.tournament_id is not None
    advance_tournament(block.tournament_id, open_unit=arena.open_unit, now=arena.now)


def test_a_tournament_has_what_it_was_given(arena: World) -> None:
    made = _create(
        arena,
        seat_count=5,
        format=Format.FORMAT_KNOCKOUT,
        round_count=0,
        clock=match_pb2.Clock(limit=Duration(nanos=250_000_000)),
        faults_allowed=0,
        same_author_allowed=True,
    )

    assert (made.game.name, made.seat_count, made.faults_allowed) == ("odd-lots", 5, 0)
    assert (made.format, made.round_count, made.advancing_count) == (3, 0, 2)
    assert (made.same_author_allowed, made.state) == (True, State.STATE_ENTERING)
    assert made.clock.limit == Duration(nanos=250_000_000)
    assert (len(made.commitment), made.seed) == (64, b"")
    assert made.create_time.seconds > 0
    assert not made.HasField("start_time")
    assert _found(arena) == made
    listed = arena.tournaments.ListTournaments(pb.ListTournamentsRequest())
    assert list(listed.tournaments) == [made]


@pytest.mark.parametrize(
    ("fields", "at_fault"),
    [
        ({"name": ""}, "name"),
        ({"game_name": "chess"}, "game_name"),
        ({"seat_count": 2}, "seat_count"),
        ({"format": None}, "format"),
        ({"format": 99}, "format"),
        ({"round_count": 0}, "round_count"),
        ({"advancing_count": 1}, "advancing_count"),
        ({"faults_allowed": -1}, "faults_allowed"),
        ({"clock": match_pb2.Clock(limit=Duration(nanos=1))}, "clock.limit"),
    ],
)
def test_bad_fields_are_refused_by_name(
    arena: World, fields: dict[str, Any], at_fault: str
) -> None:
    with refused(StatusCode.INVALID_ARGUMENT, at_fault):
        _create(arena, **fields)


def test_a_name_is_taken_once(arena: World) -> None:
    _create(arena)

    with refused(StatusCode.ALREADY_EXISTS):
        _create(arena, name="CUP")


def test_a_tournament_is_entered_played_and_placed(arena: World) -> None:
    _create(arena)
    started = _start(arena)
    opened = _round(arena)

    assert (started.state, started.entry_count) == (State.STATE_RUNNING, 3)
    assert (started.opened_round_count, started.table_count, started.counted_table_count) == (
        1,
        1,
        0,
    )
    (table,) = opened.tables
    assert (opened.number, table.number, table.state, table.play_count) == (
        1,
        1,
        Table.STATE_OPEN,
        1,
    )
    assert sorted(p.bot_name for p in table.participants) == ["Ada", "Bee", "Cid"]
    assert len(table.match_ids) == 3
    for match_id in table.match_ids:
        finish(arena, match_id)
    _close(arena)

    over = _found(arena)
    assert (over.state, over.counted_table_count) == (State.STATE_FINISHED, 1)
    assert commitment(over.seed) == started.commitment
    assert over.end_time.seconds >= over.start_time.seconds > 0
    (table,) = _round(arena).tables
    assert table.state == Table.STATE_COUNTED
    placings = arena.tournaments.ListPlacings(pb.ListPlacingsRequest(tournament_id="Cup")).placings
    points = {p.submission_id: p.points for p in table.participants}
    assert [p.place for p in placings] == [1, 2, 3]
    assert {p.submission_id: p.points for p in placings} == points
    assert all((p.table_count, len(p.tie_breaks)) == (1, 2) for p in placings)
    assert placings[0].points == max(points.values())


def test_entries_are_listed_in_the_order_of_entering(arena: World) -> None:
    _create(arena)
    first, second = (arena.submission(p, n) for p, n in ((arena.ann, "Ada"), (arena.bob, "Bee")))
    entries = [
        _enter(arena, arena.ann, first.submission_id),
        _enter(arena, arena.bob, second.submission_id),
    ]

    assert [(e.number, e.bot_name, e.author_name) for e in entries] == [
        (1, "Ada", "Ann"),
        (2, "Bee", "Bob"),
    ]
    request = pb.ListEntriesRequest(tournament_id="Cup", page_size=1)
    page = arena.tournaments.ListEntries(request)
    request.page_token = page.next_page_token
    last = arena.tournaments.ListEntries(request)
    assert [*page.entries, *last.entries] == entries
    assert last.next_page_token == ""

    withdraw = pb.WithdrawEntryRequest(tournament_id="Cup", submission_id=first.submission_id)
    with refused(StatusCode.PERMISSION_DENIED):
        arena.tournaments.WithdrawEntry(withdraw, metadata=arena.bob.metadata)
    arena.tournaments.WithdrawEntry(withdraw, metadata=arena.ann.metadata)
    with refused(StatusCode.NOT_FOUND):
        arena.tournaments.WithdrawEntry(withdraw, metadata=arena.ann.metadata)
    assert _found(arena).entry_count == 1


def test_too_few_do_not_start(arena: World) -> None:
    _create(arena)
    start = pb.StartTournamentRequest(tournament_id="Cup")

    with refused(StatusCode.FAILED_PRECONDITION) as refusal:
        arena.tournaments.StartTournament(start, metadata=arena.operator.metadata)

    assert refusal.status.message == "0 entrants do not fill a table of 3"


def test_what_is_void_is_shown_and_played_again(arena: World) -> None:
    _create(arena)
    _start(arena)
    void, *others = _round(arena).tables[0].match_ids
    with arena.unit() as unit:
        unit.matches.void(void, AttemptEnd.OPERATOR, "", arena.now())
    for match_id in others:
        finish(arena, match_id)
    _close(arena)

    waiting = _found(arena)
    again = arena.tournaments.PlayVoidAgain(
        pb.PlayVoidAgainRequest(tournament_id="Cup"), metadata=arena.operator.metadata
    )

    assert (waiting.state, waiting.void_table_count) == (State.STATE_RUNNING, 1)
    assert again.table_count == 1
    (table,) = _round(arena).tables
    assert (table.state, table.play_count) == (Table.STATE_OPEN, 2)
    assert void not in table.match_ids
    assert arena.tournaments.ListPlacings(pb.ListPlacingsRequest(tournament_id="Cup")).placings


def test_an_operator_pauses_resumes_and_cancels(arena: World) -> None:
    _create(arena)
    _start(arena)
    operator = arena.operator.metadata

    states = [
        arena.tournaments.PauseTournament(
            pb.PauseTournamentRequest(tournament_id="Cup", paused=paused), metadata=operator
        ).tournament.state
        for paused in (True, False)
    ]
    cancel = pb.CancelTournamentRequest(tournament_id="Cup")
    cancelled = arena.tournaments.CancelTournament(cancel, metadata=operator).tournament

    assert states == [State.STATE_PAUSED, State.STATE_RUNNING]
    assert cancelled.state == State.STATE_CANCELLED
    assert commitment(cancelled.seed) == cancelled.commitment
    with refused(StatusCode.FAILED_PRECONDITION):
        arena.tournaments.CancelTournament(cancel, metadata=operator)


def test_a_match_of_a_tournament_is_shown_like_any_other(arena: World) -> None:
    _create(arena)
    _start(arena)
    (table,) = _round(arena).tables

    shown = arena.matches.GetMatch(
        match_service_pb2.GetMatchRequest(match_id=table.match_ids[0])
    ).match

    assert (shown.ladder_id, shown.block_id, shown.seed) == ("", table.block_id, b"")


def test_a_tournament_says_when_it_starts_and_is_held_again(arena: World) -> None:
    made = _create(
        arena, scheduled_start_time=Timestamp(seconds=4_000_000_000), repeat="0 18 * * 5"
    )

    assert made.scheduled_start_time.seconds == 4_000_000_000
    assert (made.repeat, made.edition, made.note) == ("0 18 * * 5", 1, "")
    assert not _create(arena, name="Other").HasField("scheduled_start_time")


@pytest.mark.parametrize(
    ("fields", "at_fault"),
    [
        ({"scheduled_start_time": Timestamp(seconds=1)}, "scheduled_start_time"),
        ({"scheduled_start_time": Timestamp(seconds=1 << 60)}, "scheduled_start_time"),
        ({"scheduled_start_time": Timestamp(nanos=-1)}, "scheduled_start_time"),
        ({"repeat": "on Fridays"}, "repeat"),
        ({"entry_ladder_id": "Lots"}, "entry_ladder_id"),
    ],
)
def test_a_schedule_names_the_field_at_fault(
    arena: World, fields: dict[str, Any], at_fault: str
) -> None:
    with refused(StatusCode.INVALID_ARGUMENT, at_fault):
        _create(arena, **fields)
