import uuid
from typing import Any

import pytest
from google.protobuf.duration_pb2 import Duration
from google.protobuf.struct_pb2 import Struct, Value
from grpc import StatusCode

from arena.games.dice import commitment
from arena.match.log import dump_log, load_log
from arena.match.replay import verify
from arena.rpc.matches import CHUNK
from arena.service.records import AttemptEnd
from botarena.v1 import match_pb2
from botarena.v1 import match_service_pb2 as pb

from .play import claim, finish, log_of, open_block, rate
from .world import Person, World, refused


def _request(*submission_ids: str, **fields: Any) -> pb.CreateMatchRequest:
    given = {"game_name": "odd-lots", "submission_ids": submission_ids, **fields}
    return pb.CreateMatchRequest(**given)


def _create(arena: World, request: pb.CreateMatchRequest, person: Person) -> match_pb2.Match:
    response = arena.matches.CreateMatch(request, metadata=person.metadata)
    match: match_pb2.Match = response.match
    return match


def _get(arena: World, match_id: str) -> match_pb2.Match:
    match: match_pb2.Match = arena.matches.GetMatch(pb.GetMatchRequest(match_id=match_id)).match
    return match


def _chunks(arena: World, match_id: str) -> list[bytes]:
    responses = arena.matches.DownloadReplay(pb.DownloadReplayRequest(match_id=match_id))
    return [response.chunk for response in responses]


@pytest.fixture
def three(arena: World) -> list[str]:
    """Two submissions of Ann and one of Bob."""
    people = {"Ada": arena.ann, "Bee": arena.ann, "Cid": arena.bob}
    return [arena.submission(person, name).submission_id for name, person in people.items()]


def test_a_new_match_waits_and_hides_its_seed(arena: World, three: list[str]) -> None:
    clock = match_pb2.Clock(limit=Duration(seconds=1))
    options = Struct(fields={"lots": Value(number_value=1)})

    match = _create(arena, _request(*three, clock=clock, options=options), arena.ann)

    assert match == _get(arena, match.match_id)
    assert match.state == match_pb2.MATCH_STATE_QUEUED
    assert [(s.seat, s.submission_id, s.bot_name, s.submission_number) for s in match.lineup] == [
        (seat, submission_id, name, 1)
        for seat, (submission_id, name) in enumerate(zip(three, ("Ada", "Bee", "Cid"), strict=True))
    ]
    assert match.game.options["lots"] == 1
    assert match.clock.limit == Duration(seconds=1)
    assert match.clock.bank == Duration(seconds=10)
    assert (match.faults_allowed, match.ladder_id, match.block_id) == (3, "", "")
    assert (len(match.commitment), match.seed) == (64, b"")
    assert match.HasField("create_time")
    assert not match.HasField("start_time")
    assert not match.HasField("end_time")
    assert not match.HasField("outcome")


def test_a_repeated_request_makes_one_match(arena: World, three: list[str]) -> None:
    request = _request(*three, request_id=str(uuid.uuid4()))

    first, again = _create(arena, request, arena.ann), _create(arena, request, arena.ann)

    assert first == again
    assert len(arena.matches.ListMatches(pb.ListMatchesRequest()).matches) == 1


def test_a_finished_match_shows_everything(arena: World, three: list[str]) -> None:
    match_id = _create(arena, _request(*three), arena.ann).match_id
    finish(arena, match_id)

    match = _get(arena, match_id)

    assert match.state == match_pb2.MATCH_STATE_FINISHED
    assert sorted(match.outcome.ranks)[0] == 1
    assert len(match.outcome.scores) == 3
    assert commitment(match.seed) == match.commitment
    (attempt,) = match.attempts
    assert (attempt.number, attempt.end) == (1, match_pb2.ATTEMPT_END_FINISHED)
    assert match.create_time.seconds < match.start_time.seconds < match.end_time.seconds


def test_a_match_tells_what_the_arena_tried(arena: World, three: list[str]) -> None:
    match_id = _create(arena, _request(*three), arena.ann).match_id
    claim(arena, match_id)
    with arena.unit() as unit:
        unit.matches.void(match_id, AttemptEnd.RELAY_LOST, "no relay", arena.now())

    match = _get(arena, match_id)
    (listed,) = arena.matches.ListMatches(pb.ListMatchesRequest()).matches

    assert match.state == match_pb2.MATCH_STATE_VOID
    (attempt,) = match.attempts
    assert (attempt.end, attempt.detail) == (match_pb2.ATTEMPT_END_RELAY_LOST, "no relay")
    assert not listed.attempts


@pytest.mark.parametrize(
    ("fields", "at_fault"),
    [
        ({"game_name": ""}, "game_name"),
        ({"game_name": "chess"}, "game_name"),
        ({"request_id": "again"}, "request_id"),
        ({"submission_ids": []}, "submission_ids"),
        ({"submission_ids": ["sub-0", "sub-1"]}, "submission_ids"),
        ({"submission_ids": ["sub-0"] * 101}, "submission_ids"),
        ({"submission_ids": ["sub-0", "", "sub-2"]}, "submission_ids[1]"),
        ({"submission_ids": ["sub-0", "sub-1", "\0"]}, "submission_ids[2]"),
        ({"submission_ids": ["sub-0", "sub-1", "sub-2"]}, "submission_ids[0]"),
        ({"clock": match_pb2.Clock(limit=Duration(nanos=5_500_000))}, "clock.limit"),
        ({"clock": match_pb2.Clock(join_limit=Duration(seconds=11))}, "clock.join_limit"),
        ({"options": Struct(fields={"lots": Value(number_value=0.5)})}, "options.lots"),
        ({"options": Struct(fields={"lots": Value(number_value=-1)})}, "options"),
    ],
)
def test_a_bad_match_is_refused_by_field(
    arena: World, three: list[str], fields: dict[str, Any], at_fault: str
) -> None:
    request = _request(**{"submission_ids": three, **fields})

    with refused(StatusCode.INVALID_ARGUMENT, at_fault):
        _create(arena, request, arena.ann)

    assert not arena.matches.ListMatches(pb.ListMatchesRequest()).matches


def test_a_seat_that_cannot_play_is_named(arena: World, three: list[str]) -> None:
    other_game = arena.submission(arena.ann, "Other", "carrera").submission_id
    with arena.unit() as unit:
        unit.submissions.retire(three[2])

    with refused(StatusCode.INVALID_ARGUMENT, "submission_ids[1]"):
        _create(arena, _request(three[0], other_game, three[1]), arena.ann)
    with refused(StatusCode.INVALID_ARGUMENT, "submission_ids[2]"):
        _create(arena, _request(*three), arena.ann)


def test_a_match_is_started_by_who_has_a_seat_in_it(arena: World, three: list[str]) -> None:
    other = arena.submission(arena.ann, "Dee").submission_id
    with refused(StatusCode.PERMISSION_DENIED):
        _create(arena, _request(three[0], three[1], other), arena.bob)

    assert _create(arena, _request(*three), arena.bob)
    assert _create(arena, _request(*three), arena.operator)


def test_matches_are_listed_newest_first_and_by_what_they_are(arena: World) -> None:
    ladder, block = open_block(arena, names=("Ada", "Bee", "Cid"))
    guest = arena.submission(arena.bob, "Guest").submission_id
    alone = _create(arena, _request(guest, *block[0].lineup[:2]), arena.bob).match_id
    finish(arena, block[1].match_id)

    def listed(**where: Any) -> list[str]:
        found = arena.matches.ListMatches(pb.ListMatchesRequest(**where)).matches
        return [match.match_id for match in found]

    everything = listed()
    assert everything[0] == alone
    assert set(everything) == {alone, *(match.match_id for match in block)}
    assert set(listed(ladder_id=ladder.ladder_id)) == {match.match_id for match in block}
    assert listed(submission_id=guest) == [alone]
    assert listed(state=match_pb2.MATCH_STATE_FINISHED) == [block[1].match_id]
    assert listed(state=match_pb2.MATCH_STATE_QUEUED, submission_id=guest) == [alone]
    assert listed(ladder_id="nowhere") == []
    first = arena.matches.ListMatches(pb.ListMatchesRequest(page_size=3))
    assert [m.match_id for m in first.matches] + listed(
        page_token=first.next_page_token
    ) == everything


@pytest.mark.parametrize(
    ("where", "field"),
    [
        ({"page_size": -1}, "page_size"),
        ({"page_token": "x"}, "page_token"),
        ({"ladder_id": "x" * 101}, "ladder_id"),
        ({"submission_id": "\n"}, "submission_id"),
        ({"state": 5}, "state"),
        ({"state": -1}, "state"),
    ],
)
def test_a_bad_listing_is_refused_by_field(arena: World, where: dict[str, Any], field: str) -> None:
    with refused(StatusCode.INVALID_ARGUMENT, field):
        arena.matches.ListMatches(pb.ListMatchesRequest(**where))


def test_no_seed_of_a_block_is_shown_before_its_last_match_has_ended(arena: World) -> None:
    _, block = open_block(arena, names=("Ada", "Bee", "Cid"))

    def seeds() -> set[bytes]:
        listed = arena.matches.ListMatches(pb.ListMatchesRequest()).matches
        got = [_get(arena, match.match_id) for match in block]
        return {match.seed for match in (*listed, *got)}

    for match in block:
        assert seeds() == {b""}
        finish(arena, match.match_id)
    rate(arena, block)

    assert seeds() == {block[0].seed}


def test_a_replay_is_the_true_log(arena: World, three: list[str]) -> None:
    match_id = _create(arena, _request(*three), arena.ann).match_id
    log = finish(arena, match_id)

    text = b"".join(_chunks(arena, match_id)).decode()

    assert text == dump_log(log)
    verify(arena.games, load_log(text))


def test_a_long_replay_comes_whole_in_chunks(arena: World, three: list[str]) -> None:
    match = claim(arena, _create(arena, _request(*three), arena.ann).match_id)
    outcome, log = log_of(arena, match)
    log[1:1] = 2_000 * log[1:2]
    with arena.unit() as unit:
        unit.matches.finish(match.match_id, match.attempt, outcome, log, arena.now())

    chunks = _chunks(arena, match.match_id)

    assert b"".join(chunks).decode() == dump_log(log)
    assert len(chunks) > 2
    assert {len(chunk) for chunk in chunks[:-1]} == {CHUNK}


def test_a_replay_is_there_when_nothing_is_hidden_any_more(arena: World) -> None:
    _, block = open_block(arena, names=("Ada", "Bee", "Cid"))
    request = pb.DownloadReplayRequest(match_id=block[0].match_id)

    with refused(StatusCode.FAILED_PRECONDITION):
        list(arena.matches.DownloadReplay(request))
    for match in block:
        finish(arena, match.match_id)
        with refused(StatusCode.FAILED_PRECONDITION):
            list(arena.matches.DownloadReplay(request))
    rate(arena, block)

    assert list(arena.matches.DownloadReplay(request))


@pytest.mark.parametrize("rpc", ["GetMatch", "WatchMatch", "DownloadReplay"])
def test_a_match_that_is_not_there_is_not_found(arena: World, rpc: str) -> None:
    request = getattr(pb, f"{rpc}Request")

    def call(match_id: str) -> None:
        answer = getattr(arena.matches, rpc)(request(match_id=match_id))
        if rpc != "GetMatch":
            list(answer)

    with refused(StatusCode.NOT_FOUND) as refusal:
        call("match-0")
    assert dict(refusal.info.metadata) == {"kind": "match", "key": "match-0"}
    with refused(StatusCode.INVALID_ARGUMENT, "match_id"):
        call("")
    with refused(StatusCode.INVALID_ARGUMENT, "match_id"):
        call("x" * 101)
