"""Observations of My Favorite Carrera RS and `botarena.carrera.v1.Observation`."""

from collections.abc import Iterable
from functools import lru_cache

from arena.games.carrera.observation import Observation
from arena.games.carrera.tricks import Play, Trick
from botarena.carrera.v1 import observation_pb2 as pb


def observation_bytes(observation: Observation) -> bytes:
    """Returns the serialized message."""
    message = pb.Observation(
        seat=observation.seat,
        hand=observation.hand,
        round=observation.round,
        trick=observation.trick,
        leader=observation.leader,
        to_act=observation.to_act,
        plays=map(_play_message, observation.plays),
        tricks=map(_trick_message, observation.tricks),
        hand_sizes=observation.hand_sizes,
        fuel=observation.fuel,
        momentum=observation.momentum,
        trophies=observation.trophies,
        market=observation.market,
        discarded=observation.discarded,
        revealed=map(_trick_message, observation.revealed),
        truncated=observation.truncated,
    )
    return message.SerializeToString()


def observation_from(message: pb.Observation) -> Observation:
    return Observation(
        seat=message.seat if message.HasField("seat") else None,
        hand=tuple(message.hand),
        round=message.round,
        trick=message.trick,
        leader=message.leader,
        to_act=message.to_act if message.HasField("to_act") else None,
        plays=_plays_from(message.plays),
        tricks=_tricks_from(message.tricks),
        hand_sizes=tuple(message.hand_sizes),
        fuel=tuple(message.fuel),
        momentum=tuple(message.momentum),
        trophies=tuple(message.trophies),
        market=message.market,
        discarded=message.discarded,
        revealed=_tricks_from(message.revealed),
        truncated=message.truncated,
    )


@lru_cache(maxsize=1 << 14)
def _play_message(play: Play) -> pb.Play:
    return pb.Play(
        seat=play.seat,
        suit=play.suit,
        fuel=play.fuel,
        momentum=play.momentum,
        face_down=play.face_down,
        take=play.take,
    )


def _trick_message(trick: Trick) -> pb.Trick:
    return pb.Trick(plays=map(_play_message, trick.plays), winner=trick.winner)


def _plays_from(messages: Iterable[pb.Play]) -> tuple[Play, ...]:
    return tuple(
        [
            Play(
                m.seat,
                m.suit if m.HasField("suit") else None,
                m.fuel,
                m.momentum,
                m.face_down if m.HasField("face_down") else None,
                m.take,
            )
            for m in messages
        ]
    )


def _tricks_from(messages: Iterable[pb.Trick]) -> tuple[Trick, ...]:
    return tuple(
        [Trick(_plays_from(m.plays), m.winner if m.HasField("winner") else None) for m in messages]
    )
