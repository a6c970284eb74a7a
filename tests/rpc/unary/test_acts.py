"""What operators do by calls is on record: who, when, what, and what was refused."""

import json

from grpc import StatusCode

from arena.rpc.auth import RIGHTS, Right
from arena.rpc.recorded import READING
from arena.service.act_storage import Act, Channel
from arena.service.acts import list_acts
from botarena.v1 import author_service_pb2 as authors_pb
from botarena.v1 import ladder_service_pb2 as ladders_pb

from .world import World, refused


def acts(arena: World) -> list[Act]:
    return list(list_acts(50, "", open_unit=arena.open_unit).items)


def test_an_operators_call_is_recorded_with_what_it_asked_for(arena: World) -> None:
    request = ladders_pb.CreateLadderRequest(name="open", game_name="odd-lots", seat_count=3)

    arena.ladders.CreateLadder(request, metadata=arena.operator.metadata)

    (act,) = acts(arena)
    assert (act.name, act.author_id) == ("Olga", arena.operator.author.author_id)
    assert (act.channel, act.what, act.refused) == (
        Channel.GRPC,
        "LadderService/CreateLadder",
        "",
    )
    assert json.loads(act.details) == {"name": "open", "gameName": "odd-lots", "seatCount": 3}


def test_what_was_refused_is_recorded_with_the_reason(arena: World) -> None:
    with refused(StatusCode.NOT_FOUND):
        arena.ladders.PauseLadder(
            ladders_pb.PauseLadderRequest(ladder_id="nowhere", paused=True),
            metadata=arena.operator.metadata,
        )

    (act,) = acts(arena)
    assert "nowhere" in act.refused


def test_authors_and_looks_are_not_recorded_and_no_secret_ever_is(arena: World) -> None:
    arena.authors.CreateKey(authors_pb.CreateKeyRequest(label="a"), metadata=arena.ann.metadata)
    arena.authors.GetSelf(authors_pb.GetSelfRequest(), metadata=arena.operator.metadata)
    made = arena.authors.CreateKey(
        authors_pb.CreateKeyRequest(label="desk"), metadata=arena.operator.metadata
    )

    (act,) = acts(arena)
    assert act.what == "AuthorService/CreateKey"
    assert made.secret not in act.details
    assert arena.operator.secret not in act.details


def test_only_calls_that_there_are_are_taken_for_harmless() -> None:
    assert {method for method, right in RIGHTS.items() if right is not Right.ANYBODY} >= READING


def test_nonsense_is_recorded_as_well(arena: World) -> None:
    request = ladders_pb.CreateLadderRequest(name="open", game_name="odd-lots", seat_count=3)
    request.options["lots"] = float("nan")

    with refused(StatusCode.INVALID_ARGUMENT, "options.lots"):
        arena.ladders.CreateLadder(request, metadata=arena.operator.metadata)

    (act,) = acts(arena)
    assert "nan" in act.details
    assert "options.lots" in act.refused
