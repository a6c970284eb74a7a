from typing import Any

import pytest
from google.protobuf.duration_pb2 import Duration
from google.protobuf.struct_pb2 import ListValue, Struct, Value
from grpc import StatusCode

from arena.service.estimate_storage import KeptEstimate
from botarena.v1 import ladder_service_pb2 as pb
from botarena.v1 import match_pb2

from .play import finish, open_block, rate
from .world import World, refused


def _request(**fields: Any) -> pb.CreateLadderRequest:
    given = {"name": "Lots", "game_name": "odd-lots", "seat_count": 3, **fields}
    return pb.CreateLadderRequest(**given)


def _ladder(arena: World, **fields: Any) -> pb.Ladder:
    response = arena.ladders.CreateLadder(_request(**fields), metadata=arena.operator.metadata)
    ladder: pb.Ladder = response.ladder
    return ladder


def _options(**options: Any) -> Struct:
    return Struct(fields={name: Value(**{kind: v}) for name, (kind, v) in options.items()})


def test_a_ladder_has_the_defaults_for_what_is_absent(arena: World) -> None:
    ladder = _ladder(arena)

    assert dict(ladder.game.options) == {"lots": 3, "currency": "¤", "open_bids": False}
    assert (ladder.game.name, ladder.game.version, ladder.seat_count) == ("odd-lots", 1, 3)
    assert (ladder.clock.limit, ladder.clock.bank) == (Duration(seconds=2), Duration(seconds=10))
    assert ladder.clock.lag_allowance == Duration(nanos=100_000_000)
    assert (ladder.faults_allowed, ladder.k_factor, ladder.initial_rating) == (3, 32, 1500)
    assert (ladder.backlog, ladder.paused, ladder.rated_block_count) == (4, False, 0)
    assert ladder.create_time.seconds > 0


def test_a_ladder_has_what_it_was_given(arena: World) -> None:
    ladder = _ladder(
        arena,
        options=_options(lots=("number_value", 5), open_bids=("bool_value", True)),
        clock=match_pb2.Clock(limit=Duration(nanos=250_000_000), bank=Duration()),
        faults_allowed=0,
        k_factor=16,
        initial_rating=-100.5,
        same_author_allowed=True,
        backlog=9,
    )

    assert dict(ladder.game.options) == {"lots": 5, "currency": "¤", "open_bids": True}
    assert (ladder.clock.limit, ladder.clock.bank) == (Duration(nanos=250_000_000), Duration())
    assert ladder.clock.join_limit == Duration(seconds=10)
    assert (ladder.faults_allowed, ladder.k_factor, ladder.initial_rating) == (0, 16, -100.5)
    assert (ladder.same_author_allowed, ladder.backlog) == (True, 9)
    assert arena.ladders.GetLadder(pb.GetLadderRequest(ladder_id="lots")).ladder == ladder


def _clock(**fields: Duration) -> dict[str, match_pb2.Clock]:
    return {"clock": match_pb2.Clock(**fields)}


def _option(**value: Any) -> dict[str, Struct]:
    return {"options": Struct(fields={"lots": Value(**value)})}


_MANY = Struct(fields={str(number): Value(bool_value=True) for number in range(101)})


@pytest.mark.parametrize(
    ("fields", "at_fault"),
    [
        ({"name": ""}, "name"),
        ({"game_name": ""}, "game_name"),
        ({"game_name": "chess"}, "game_name"),
        ({"seat_count": 2}, "seat_count"),
        ({"seat_count": -3}, "seat_count"),
        ({"faults_allowed": -1}, "faults_allowed"),
        ({"faults_allowed": 2**31 - 1}, "faults_allowed"),
        ({"k_factor": 0.0}, "k_factor"),
        ({"k_factor": float("nan")}, "k_factor"),
        ({"initial_rating": float("inf")}, "initial_rating"),
        ({"backlog": 0}, "backlog"),
        ({"backlog": 1001}, "backlog"),
        ({"second_rating": 9}, "second_rating"),
        (_clock(limit=Duration()), "clock.limit"),
        (_clock(limit=Duration(seconds=-1)), "clock.limit"),
        (_clock(limit=Duration(nanos=1)), "clock.limit"),
        (_clock(limit=Duration(seconds=315_576_000_000)), "clock.limit"),
        (_clock(bank=Duration(seconds=86_401)), "clock.bank"),
        (_clock(bank=Duration(seconds=1, nanos=999_999_999)), "clock.bank"),
        (_clock(lag_allowance=Duration(seconds=61)), "clock.lag_allowance"),
        (_clock(join_limit=Duration(nanos=-1_000_000)), "clock.join_limit"),
        (_option(number_value=99), "options"),
        (_option(string_value="5"), "options"),
        (_option(number_value=2.5), "options.lots"),
        (_option(number_value=float("nan")), "options.lots"),
        (_option(number_value=float("-inf")), "options.lots"),
        (_option(number_value=1e300), "options.lots"),
        (_option(null_value=0), "options.lots"),
        (_option(), "options.lots"),
        (_option(list_value=ListValue()), "options.lots"),
        (_option(struct_value=Struct()), "options.lots"),
        (_option(string_value="x" * 1001), "options.lots"),
        ({"options": Struct(fields={"stakes": Value(bool_value=True)})}, "options"),
        ({"options": Struct(fields={"self": Value(bool_value=True)})}, "options.self"),
        ({"options": Struct(fields={"seats": Value(number_value=3)})}, "options.seats"),
        ({"options": _MANY}, "options"),
    ],
)
def test_a_bad_ladder_is_refused_by_field(
    arena: World, fields: dict[str, Any], at_fault: str
) -> None:
    with refused(StatusCode.INVALID_ARGUMENT, at_fault):
        _ladder(arena, **fields)

    assert not arena.ladders.ListLadders(pb.ListLaddersRequest()).ladders


def test_the_game_itself_says_what_its_options_may_be(arena: World) -> None:
    with refused(StatusCode.INVALID_ARGUMENT, "options") as refusal:
        _ladder(arena, **_option(number_value=99))

    assert "lots must be a number from 0 to" in refusal.status.message


def test_ladders_are_listed_by_name_and_named_once(arena: World) -> None:
    _ladder(arena, name="Beta")
    _ladder(arena, name="Alpha")

    first = arena.ladders.ListLadders(pb.ListLaddersRequest(page_size=1))
    rest = arena.ladders.ListLadders(pb.ListLaddersRequest(page_token=first.next_page_token))

    assert [ladder.name for ladder in (*first.ladders, *rest.ladders)] == ["Alpha", "Beta"]
    with refused(StatusCode.ALREADY_EXISTS):
        _ladder(arena, name="alpha")


def test_a_ladder_is_paused_and_resumed(arena: World) -> None:
    _ladder(arena)

    for paused in (True, True, False):
        request = pb.PauseLadderRequest(ladder_id="Lots", paused=paused)
        ladder = arena.ladders.PauseLadder(request, metadata=arena.operator.metadata).ladder
        assert ladder.paused is paused


def test_a_newcomer_shares_the_place_of_its_rating(arena: World) -> None:
    ladder, metadata = _ladder(arena), arena.ann.metadata
    for name in ("Ada", "Bee"):
        submission = arena.submission(arena.ann, name)
        request = pb.JoinLadderRequest(
            ladder_id=ladder.ladder_id, submission_id=submission.submission_id
        )

        for _ in range(2):
            row = arena.ladders.JoinLadder(request, metadata=metadata).standing

            assert (row.rank, row.rating, row.active) == (1, 1500, True)
            assert (row.bot_name, row.submission_number, row.author_name) == (name, 1, "Ann")


def test_who_leaves_keeps_a_rating_but_no_place(arena: World) -> None:
    _ladder(arena)
    submission = arena.submission(arena.ann, "Ada")
    named = {"ladder_id": "Lots", "submission_id": submission.submission_id}
    arena.ladders.JoinLadder(pb.JoinLadderRequest(**named), metadata=arena.ann.metadata)

    row = arena.ladders.LeaveLadder(
        pb.LeaveLadderRequest(**named), metadata=arena.ann.metadata
    ).standing

    assert (row.rank, row.rating, row.active) == (0, 1500, False)
    assert not arena.ladders.ListStandings(pb.ListStandingsRequest(ladder_id="Lots")).standings


def test_joining_is_refused_for_a_reason(arena: World) -> None:
    _ladder(arena)
    mine = arena.submission(arena.ann, "Mine").submission_id
    other_game = arena.submission(arena.ann, "Other", "carrera").submission_id
    retired = arena.submission(arena.ann, "Retired")
    with arena.unit() as unit:
        unit.submissions.retire(retired.submission_id)

    def join(ladder_id: str, submission_id: str) -> None:
        request = pb.JoinLadderRequest(ladder_id=ladder_id, submission_id=submission_id)
        arena.ladders.JoinLadder(request, metadata=arena.ann.metadata)

    with refused(StatusCode.INVALID_ARGUMENT, "ladder_id"):
        join("", mine)
    with refused(StatusCode.INVALID_ARGUMENT, "submission_id"):
        join("Lots", "")
    with refused(StatusCode.INVALID_ARGUMENT, "submission_id"):
        join("Lots", other_game)
    with refused(StatusCode.FAILED_PRECONDITION) as refusal:
        join("Lots", retired.submission_id)
    assert refusal.info.reason == "WRONG_STATE"
    with refused(StatusCode.NOT_FOUND):
        join("Lost", mine)
    with refused(StatusCode.NOT_FOUND):
        join("Lots", "sub-0")


def test_nobody_moves_the_submissions_of_others(arena: World) -> None:
    _ladder(arena)
    mine = arena.submission(arena.ann, "Mine").submission_id
    named = {"ladder_id": "Lots", "submission_id": mine}

    with refused(StatusCode.PERMISSION_DENIED):
        arena.ladders.JoinLadder(pb.JoinLadderRequest(**named), metadata=arena.bob.metadata)
    with refused(StatusCode.PERMISSION_DENIED):
        arena.ladders.LeaveLadder(pb.LeaveLadderRequest(**named), metadata=arena.bob.metadata)
    with refused(StatusCode.NOT_FOUND):
        arena.ladders.LeaveLadder(pb.LeaveLadderRequest(**named), metadata=arena.ann.metadata)


def test_a_rated_block_shows_in_standings_and_changes(arena: World) -> None:
    ladder, block = open_block(arena, names=("Ada", "Bee", "Cid"))
    for match in block:
        finish(arena, match.match_id)
    rate(arena, block)

    standings = arena.ladders.ListStandings(
        pb.ListStandingsRequest(ladder_id=ladder.ladder_id)
    ).standings
    changes = arena.ladders.ListRatingChanges(
        pb.ListRatingChangesRequest(ladder_id=ladder.name)
    ).changes

    assert (
        arena.ladders.GetLadder(pb.GetLadderRequest(ladder_id=ladder.name)).ladder.rated_block_count
        == 1
    )
    ratings = [row.rating for row in standings]
    assert ratings == sorted(ratings, reverse=True)
    assert [row.rank for row in standings] == [1 + sum(r > x for r in ratings) for x in ratings]
    assert all((row.block_count, row.match_count) == (1, 3) for row in standings)
    assert sum(row.mean_rank for row in standings) >= 3
    assert {c.submission_id: c.after for c in changes} == {
        row.submission_id: row.rating for row in standings
    }
    assert all((c.sequence, c.before) == (1, 1500) for c in changes)
    assert all(c.block_id == block[0].block_id and c.rate_time.seconds for c in changes)
    (mine,) = arena.ladders.ListRatingChanges(
        pb.ListRatingChangesRequest(
            ladder_id=ladder.ladder_id, submission_id=standings[0].submission_id
        )
    ).changes
    assert mine.submission_id == standings[0].submission_id


def test_standings_show_skills_anchors_and_estimates(arena: World) -> None:
    _ladder(arena, second_rating=pb.SECOND_RATING_OPENSKILL)
    submissions = [arena.submission(arena.ann, name).submission_id for name in ("Ada", "Bee")]
    for submission_id in submissions:
        named = {"ladder_id": "Lots", "submission_id": submission_id}
        arena.ladders.JoinLadder(pb.JoinLadderRequest(**named), metadata=arena.ann.metadata)
    anchor = pb.SetAnchorRequest(ladder_id="Lots", submission_id=submissions[0], rating=1700)
    ladder = arena.ladders.SetAnchor(anchor, metadata=arena.operator.metadata).ladder
    kept = [
        KeptEstimate(ladder.ladder_id, 7, submissions[0], 0, 7, 1700, 1700, 1700, True, (1700,)),
        KeptEstimate(ladder.ladder_id, 7, submissions[1], 0, 7, 1500, 1400, 1610, False, (1450,)),
    ]
    with arena.unit() as unit:
        unit.estimates.keep(kept)

    found = arena.ladders.ListStandings(pb.ListStandingsRequest(ladder_id="Lots"))

    first, second = found.standings
    assert ladder.second_rating == pb.SECOND_RATING_OPENSKILL
    assert list(ladder.anchors) == [pb.Ladder.Anchor(submission_id=submissions[0], rating=1700)]
    assert found.estimated_block_count == 7
    assert (first.rating, first.anchor, second.anchor) == (1700, True, False)
    assert (first.skill.mu, first.skill.sigma) == pytest.approx((25, 25 / 3))
    assert (second.estimate.low, second.estimate.high, second.estimate.group) == (1400, 1610, 0)
    assert first.superiority > 0.99
    assert not second.HasField("superiority")


def test_who_cannot_be_compared_has_a_group_and_no_rating(arena: World) -> None:
    ladder = _ladder(arena)
    submission_id = arena.submission(arena.ann, "Ada").submission_id
    named = {"ladder_id": "Lots", "submission_id": submission_id}
    arena.ladders.JoinLadder(pb.JoinLadderRequest(**named), metadata=arena.ann.metadata)
    with arena.unit() as unit:
        unit.estimates.keep([KeptEstimate(ladder.ladder_id, 1, submission_id, 2, 0)])

    (row,) = arena.ladders.ListStandings(pb.ListStandingsRequest(ladder_id="Lots")).standings

    assert row.estimate.group == 2
    assert not row.estimate.HasField("rating")
    assert not row.HasField("skill")


def test_standings_and_changes_come_in_pages(arena: World) -> None:
    ladder, block = open_block(arena, names=("Ada", "Bee", "Cid"))
    for match in block:
        finish(arena, match.match_id)
    rate(arena, block)

    seen: list[set[str]] = []
    for call, request, field in (
        (arena.ladders.ListStandings, pb.ListStandingsRequest, "standings"),
        (arena.ladders.ListRatingChanges, pb.ListRatingChangesRequest, "changes"),
    ):
        first = call(request(ladder_id=ladder.ladder_id, page_size=2))
        rest = call(request(ladder_id=ladder.ladder_id, page_token=first.next_page_token))
        assert not rest.next_page_token
        rows = (*getattr(first, field), *getattr(rest, field))
        seen.append({row.submission_id for row in rows})

    assert seen == [set(block[0].lineup)] * 2


@pytest.mark.parametrize("rpc", ["ListLadders", "ListStandings", "ListRatingChanges"])
@pytest.mark.parametrize(
    ("page", "field"), [({"page_size": -1}, "page_size"), ({"page_token": "?"}, "page_token")]
)
def test_a_bad_page_is_refused_by_field(
    arena: World, rpc: str, page: dict[str, Any], field: str
) -> None:
    _ladder(arena)
    ladder = {} if rpc == "ListLadders" else {"ladder_id": "Lots"}
    request = getattr(pb, f"{rpc}Request")(**ladder, **page)

    with refused(StatusCode.INVALID_ARGUMENT, field):
        getattr(arena.ladders, rpc)(request)


def test_the_schedule_is_explained_by_cause(arena: World) -> None:
    _ladder(arena)
    submission = arena.submission(arena.ann, "Ada")

    explained = arena.ladders.ExplainSchedule(
        pb.ExplainScheduleRequest(ladder_id="Lots", submission_id=submission.submission_id)
    )

    cause = pb.ExplainScheduleResponse.Obstacle
    assert [o.cause for o in explained.obstacles] == [
        cause.CAUSE_NOT_ON_LADDER,
        cause.CAUSE_NO_TICK,
        cause.CAUSE_OFFLINE,
        cause.CAUSE_TOO_FEW_OPPONENTS,
    ]
    assert all(o.detail and o.remedy for o in explained.obstacles)
    assert not explained.HasField("tick_time")


@pytest.mark.parametrize("rpc", ["GetLadder", "PauseLadder", "ListStandings", "ListRatingChanges"])
def test_a_ladder_that_is_not_there_is_not_found(arena: World, rpc: str) -> None:
    call, request = getattr(arena.ladders, rpc), getattr(pb, f"{rpc}Request")

    with refused(StatusCode.NOT_FOUND):
        call(request(ladder_id="Lots"), metadata=arena.operator.metadata)
    with refused(StatusCode.INVALID_ARGUMENT, "ladder_id"):
        call(request(), metadata=arena.operator.metadata)
