"""Observations in a `google.protobuf.Any`: as the game's own message, else as a `Struct`."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import DecodeError, Message
from google.protobuf.struct_pb2 import Struct

from arena.games.carrera import Observation as CarreraObservation
from arena.games.codec import decoded, plain
from arena.games.kernel import Observation
from arena.games.scout.observation import Observation as ScoutObservation
from arena.wire import carrera, scout
from arena.wire.structs import plain_from, struct
from botarena.carrera.v1 import observation_pb2 as carrera_pb
from botarena.scout.v1 import observation_pb2 as scout_pb

_PREFIX = "type.googleapis.com/"
_STRUCT_NAME = Struct.DESCRIPTOR.full_name
_STRUCT_URL = _PREFIX + _STRUCT_NAME


@dataclass(frozen=True, slots=True)
class _Codec:
    """How the observations of a game with a message of its own travel."""

    kind: type[Any]
    message: type[Message]
    encode: Callable[[Any], bytes]
    decode: Callable[[Any], Any]

    @property
    def name(self) -> str:
        return self.message.DESCRIPTOR.full_name

    @property
    def url(self) -> str:
        return _PREFIX + self.name


_CODECS = {
    "scout": _Codec(
        ScoutObservation,
        scout_pb.Observation,
        scout.observation_bytes,
        scout.observation_from,
    ),
    "carrera": _Codec(
        CarreraObservation,
        carrera_pb.Observation,
        carrera.observation_bytes,
        carrera.observation_from,
    ),
}
_ENCODERS = {codec.kind: (codec.url, codec.encode) for codec in _CODECS.values()}
_DECODERS = {codec.name: codec for codec in _CODECS.values()}


def observation_type_name(game: str) -> str:
    """Returns the full name of the message that the observations of a game travel as."""
    return _CODECS[game].name if game in _CODECS else _STRUCT_NAME


def observation_message(observation: Observation) -> AnyMessage:
    """Makes the same bytes for equal observations."""
    kind = type(observation)
    if kind in _ENCODERS:
        url, encode = _ENCODERS[kind]
        return AnyMessage(type_url=url, value=encode(observation))
    value = struct(plain(observation)).SerializeToString(deterministic=True)
    return AnyMessage(type_url=_STRUCT_URL, value=value)


def observation_from(message: AnyMessage, kind: type[Any] | None = None) -> Observation:
    """Returns the observation; raises `ValueError` if this version cannot read it.

    What came as a `Struct` becomes a `kind`, or a dict of plain values if that is `None`.
    """
    name = message.type_url.rpartition("/")[2]
    try:
        if name == _STRUCT_NAME:
            values = plain_from(Struct.FromString(message.value))
            return values if kind is None else decoded(kind, values)
        if name in _DECODERS:
            codec = _DECODERS[name]
            return codec.decode(codec.message.FromString(message.value))
    except DecodeError as error:
        raise ValueError(f"not a {name}: {error}") from None
    raise ValueError(f"no observation that this version can read: {name}")
