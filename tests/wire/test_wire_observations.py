import pytest
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.struct_pb2 import Struct

from arena.games.codec import observation_type, plain
from arena.games.registry import Registry
from arena.wire.observations import (
    observation_from,
    observation_message,
    observation_type_name,
)
from botarena.scout.v1 import observation_pb2 as scout_pb
from botarena.v1 import play_service_pb2 as pb
from tests.games.playthrough import playthrough

GAMES = Registry.installed()
EVERY_TABLE = [
    (name, seats, {}) for name in GAMES.names() for seats in GAMES.find(name).seat_counts
]
RARE_FIELDS = [
    ("scout", 4, {"scout_insert_public": True}),
    ("scout", 3, {"max_turns_per_round": 20}),
    ("carrera", 3, {"reveal_facedown": "end_of_round", "max_rounds": 2}),
    ("carrera", 5, {"copies_per_suit": 9, "all_facedown": "leader_wins"}),
    ("odd-lots", 3, {"currency": "'%s' \\n {0} <b> \U0001fa99"}),
]


NO_SUCH_CARD = scout_pb.Observation(hand=[scout_pb.Card(up=99, down=99)]).SerializeToString()


def observations(name, seats, options=None, seed=b"wire"):
    game = GAMES.create(name, seats, options)
    for position in playthrough(game, seed):
        for seat in (None, *range(seats)):
            yield game.observe(position.state, seat)


@pytest.mark.parametrize(("name", "seats", "options"), EVERY_TABLE + RARE_FIELDS)
def test_an_observation_survives_the_wire_both_ways(name, seats, options):
    kind = observation_type(GAMES.find(name))

    for observation in observations(name, seats, options):
        sent = observation_message(observation).SerializeToString()
        received = observation_from(AnyMessage.FromString(sent), kind)

        assert received == observation
        assert type(received) is type(observation)
        assert repr(received) == repr(observation), "equal, but 1 is not True and 1.0 is not 1"


@pytest.mark.parametrize("name", GAMES.names())
def test_equal_observations_are_equal_bytes(name):
    for observation in list(observations(name, 3))[:200:7]:
        again = observation_from(observation_message(observation), type(observation))

        assert observation_message(again).value == observation_message(observation).value


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("scout", "botarena.scout.v1.Observation"),
        ("carrera", "botarena.carrera.v1.Observation"),
        ("odd-lots", "google.protobuf.Struct"),
    ],
)
def test_a_game_travels_as_its_own_message_or_as_a_struct(name, message):
    observation = next(observations(name, 3))

    sent = observation_message(observation)

    assert observation_type_name(name) == message
    assert sent.type_url == f"type.googleapis.com/{message}"


def test_the_message_of_a_known_game_is_what_any_protobuf_reader_unpacks():
    *_, observation = observations("scout", 2)
    message = pb.Prompt(observation=observation_message(observation))
    received = scout_pb.Observation()

    assert message.observation.Unpack(received)
    assert [a.notation for a in received.history] == [a.notation for a in observation.history]
    assert received.first_round.kept_counts == list(observation.first_round.kept_counts)


def test_a_game_that_is_not_installed_here_comes_as_plain_values():
    *_, observation = observations("odd-lots", 3)

    assert observation_from(observation_message(observation)) == plain(observation)


@pytest.mark.parametrize(
    ("message", "why"),
    [
        (AnyMessage(type_url="type.googleapis.com/botarena.go.v1.Observation"), "botarena.go.v1"),
        (AnyMessage(type_url="t/botarena.scout.v1.Observation", value=b"\xff"), "not a botarena"),
        (AnyMessage(type_url="t/google.protobuf.Struct", value=b"\xff"), "not a google"),
        (
            AnyMessage(
                type_url="t/botarena.scout.v1.Observation", value=b"\x32\x04\x08\x63\x10\x63"
            ),
            "no card 99/99",
        ),
    ],
)
def test_what_cannot_be_read_is_named(message, why):
    with pytest.raises(ValueError, match=why):
        observation_from(message)


def test_a_struct_that_is_no_such_observation_is_refused():
    message = AnyMessage(type_url="t/google.protobuf.Struct", value=Struct().SerializeToString())

    with pytest.raises(ValueError, match="Observation"):
        observation_from(message, observation_type(GAMES.find("scout")))
