"""Who calls too often is told when to come back; operators, and everybody else, are let through."""

from collections.abc import Iterator
from contextlib import contextmanager

import grpc
import pytest
from google.rpc.error_details_pb2 import RetryInfo
from grpc import StatusCode

from arena.rpc.turnstile import address
from arena.service.limits import Limit, Limits, Rate
from botarena.v1 import author_service_pb2 as authors_pb
from botarena.v1 import game_service_pb2 as games_pb
from botarena.v1 import submission_service_pb2 as submissions_pb

from .world import World, refused

SLOW = Rate(3, 3_600, "an hour")


@contextmanager
def limited(arena: World, *limits: Limit) -> Iterator[None]:
    """Serves the arena once more, with these limits."""
    arena.limits = Limits(dict.fromkeys(limits, SLOW))
    with arena.served():
        yield


def test_an_author_who_calls_too_often_is_told_when_to_come_back(arena: World) -> None:
    request = authors_pb.GetSelfRequest()
    with limited(arena, Limit.CALLS):
        for _ in range(SLOW.most):
            arena.authors.GetSelf(request, metadata=arena.ann.metadata)
        with refused(StatusCode.RESOURCE_EXHAUSTED) as refusal:
            arena.authors.GetSelf(request, metadata=arena.ann.metadata)

        arena.authors.GetSelf(request, metadata=arena.bob.metadata)
        arena.games_service.ListGames(games_pb.ListGamesRequest())

    assert (refusal.info.reason, dict(refusal.info.metadata)) == ("TOO_MANY", {"limit": "calls"})
    delay = refusal.detail(RetryInfo).retry_delay
    assert 0 < delay.ToTimedelta().total_seconds() <= SLOW.seconds / SLOW.most


def test_operators_come_as_often_as_they_like(arena: World) -> None:
    with limited(arena, *Limit):
        for _ in range(3 * SLOW.most):
            arena.authors.GetSelf(authors_pb.GetSelfRequest(), metadata=arena.operator.metadata)


def test_uploads_are_counted_apart_from_calls(arena: World) -> None:
    with limited(arena, Limit.UPLOADS):
        for _ in range(SLOW.most):
            with refused(StatusCode.INVALID_ARGUMENT, "metadata"):
                arena.submissions.UploadSubmission(iter(()), metadata=arena.ann.metadata)
        with refused(StatusCode.RESOURCE_EXHAUSTED) as refusal:
            arena.submissions.UploadSubmission(
                iter([submissions_pb.UploadSubmissionRequest()]), metadata=arena.ann.metadata
            )
        arena.authors.GetSelf(authors_pb.GetSelfRequest(), metadata=arena.ann.metadata)

    assert refusal.info.metadata["limit"] == "uploads"


def test_keys_are_not_guessed_and_the_arena_not_read_without_end(arena: World) -> None:
    guess = (("authorization", "Bearer arena_guess"),)
    with limited(arena, Limit.ADDRESS):
        for _ in range(SLOW.most):
            with refused(StatusCode.UNAUTHENTICATED):
                arena.authors.GetSelf(authors_pb.GetSelfRequest(), metadata=guess)
        for call in (
            lambda: arena.authors.GetSelf(authors_pb.GetSelfRequest(), metadata=guess),
            lambda: arena.games_service.ListGames(games_pb.ListGamesRequest()),
        ):
            with refused(StatusCode.RESOURCE_EXHAUSTED) as refusal:
                call()
            assert refusal.info.metadata["limit"] == "address"

        arena.authors.GetSelf(authors_pb.GetSelfRequest(), metadata=arena.ann.metadata)


def test_sessions_are_counted_when_they_begin_and_never_again(arena: World) -> None:
    with limited(arena, Limit.CONNECTS):
        play = arena_play(arena)
        for _ in range(SLOW.most):
            assert list(play(iter(()), metadata=arena.ann.metadata)) == []
        with pytest.raises(grpc.RpcError) as raised:
            list(play(iter(()), metadata=arena.ann.metadata))

    assert raised.value.code() is StatusCode.RESOURCE_EXHAUSTED


def arena_play(arena: World) -> grpc.StreamStreamMultiCallable:
    return arena.channel.stream_stream("/botarena.v1.PlayService/Play")


@pytest.mark.parametrize(
    ("peer", "its_address"),
    [
        ("ipv4:192.0.2.1:50000", "192.0.2.1"),
        ("ipv6:%5B2001:db8::1%5D:50000", "%5B2001:db8::1%5D"),
        ("unix:/run/arena.sock", "unix:/run/arena.sock"),
    ],
)
def test_an_address_is_a_peer_without_its_port(peer: str, its_address: str) -> None:
    assert address(peer) == its_address
