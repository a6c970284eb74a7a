import time
from collections.abc import Iterator, Sequence

import pytest
from grpc import StatusCode
from structlog.testing import capture_logs

from arena.match.events import Decided, Ended, MatchEvent, Started, spectator_view
from arena.service.records import AttemptEnd, Match
from arena.wire.match import event_from
from botarena.v1 import match_pb2
from botarena.v1 import match_service_pb2 as pb

from .play import claim, finish, log_of, open_block, rate
from .world import PATIENCE_S, World, refused


def _watch(arena: World, match: Match, after: int = 0) -> Iterator[match_pb2.MatchEvent]:
    request = pb.WatchMatchRequest(match_id=match.match_id, after_event_id=after)
    for response in arena.matches.WatchMatch(request, timeout=PATIENCE_S):
        yield response.event


def _events(messages: Sequence[match_pb2.MatchEvent]) -> list[MatchEvent]:
    assert [message.event_id for message in messages] == list(
        range(messages[0].event_id, messages[0].event_id + len(messages))
    )
    return [event_from(message)[1] for message in messages]


@pytest.fixture
def block(arena: World) -> tuple[Match, ...]:
    _, matches = open_block(arena, names=("Ada", "Bee", "Cid"))
    return matches


def test_a_running_match_is_followed_as_a_spectator_to_its_end(
    arena: World, block: tuple[Match, ...]
) -> None:
    match = claim(arena, block[0].match_id)
    _, log = log_of(arena, match)
    live = arena.loop.run(arena.logs.open(match.match_id, match.attempt))
    stream, seen = _watch(arena, match), []

    for event in log:
        arena.loop.run(live.append(event))
        seen.append(next(stream))

    assert next(stream, None) is None
    assert _events(seen) == [spectator_view(event) for event in log]
    assert seen[0].event_id == 1
    assert seen[-1].ended.seed == b""


def test_what_is_hidden_is_watched_in_public_notation(
    arena: World, block: tuple[Match, ...]
) -> None:
    log = finish(arena, block[0].match_id)

    seen = _events(list(_watch(arena, block[0])))

    choices = [c for event in log if isinstance(event, Decided) for c in event.choices]
    hidden = [c.action for c in choices if c.action != c.public]
    shown = [c.action for event in seen if isinstance(event, Decided) for c in event.choices]
    assert hidden
    assert shown == [c.public for c in choices]


def test_once_the_deal_is_open_everything_is_shown(arena: World, block: tuple[Match, ...]) -> None:
    logs = [finish(arena, match.match_id) for match in block]
    rate(arena, block)

    seen = _events(list(_watch(arena, block[0])))

    assert seen == logs[0]
    assert isinstance(seen[0], Started)
    assert isinstance(seen[-1], Ended)
    assert seen[-1].seed == block[0].seed


def test_watching_goes_on_after_any_event(arena: World, block: tuple[Match, ...]) -> None:
    log = finish(arena, block[0].match_id)

    for after in range(len(log) + 2):
        seen = [message.event_id for message in _watch(arena, block[0], after)]

        assert seen == list(range(after + 1, len(log) + 1))


def test_watching_starts_in_the_midst_of_a_running_match(
    arena: World, block: tuple[Match, ...]
) -> None:
    match = claim(arena, block[0].match_id)
    _, log = log_of(arena, match)
    live = arena.loop.run(arena.logs.open(match.match_id, match.attempt))
    for event in log:
        arena.loop.run(live.append(event))

    seen = [message.event_id for message in _watch(arena, match, after=2)]

    assert seen == list(range(3, len(log) + 1))


def test_a_match_that_is_given_up_ends_the_stream(arena: World, block: tuple[Match, ...]) -> None:
    match = claim(arena, block[0].match_id)
    _, log = log_of(arena, match)
    live = arena.loop.run(arena.logs.open(match.match_id, match.attempt))
    arena.loop.run(live.append(log[0]))
    stream = _watch(arena, match)
    assert next(stream).event_id == 1

    with arena.unit() as unit:
        unit.matches.void(match.match_id, AttemptEnd.OPERATOR, "given up", arena.now())

    assert next(stream, None) is None


def test_a_watcher_may_hang_up(arena: World, block: tuple[Match, ...]) -> None:
    match = claim(arena, block[0].match_id)
    _, log = log_of(arena, match)
    live = arena.loop.run(arena.logs.open(match.match_id, match.attempt))
    arena.loop.run(live.append(log[0]))
    call = arena.matches.WatchMatch(pb.WatchMatchRequest(match_id=match.match_id))
    assert next(call).event.event_id == 1
    assert arena.logs.followers == 1

    with capture_logs() as complaints:
        call.cancel()
        deadline_s = time.monotonic() + PATIENCE_S
        while arena.logs.followers and time.monotonic() < deadline_s:
            time.sleep(0.01)

    assert arena.logs.followers == 0
    assert not [c for c in complaints if c["event"] == "call failed"]


def test_one_cannot_start_before_the_beginning(arena: World, block: tuple[Match, ...]) -> None:
    with refused(StatusCode.INVALID_ARGUMENT, "after_event_id"):
        list(_watch(arena, block[0], after=-1))
