from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Observation(_message.Message):
    __slots__ = ("seat", "hand", "round", "trick", "leader", "to_act", "plays", "tricks", "hand_sizes", "fuel", "momentum", "trophies", "market", "discarded", "revealed", "truncated")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    TRICK_FIELD_NUMBER: _ClassVar[int]
    LEADER_FIELD_NUMBER: _ClassVar[int]
    TO_ACT_FIELD_NUMBER: _ClassVar[int]
    PLAYS_FIELD_NUMBER: _ClassVar[int]
    TRICKS_FIELD_NUMBER: _ClassVar[int]
    HAND_SIZES_FIELD_NUMBER: _ClassVar[int]
    FUEL_FIELD_NUMBER: _ClassVar[int]
    MOMENTUM_FIELD_NUMBER: _ClassVar[int]
    TROPHIES_FIELD_NUMBER: _ClassVar[int]
    MARKET_FIELD_NUMBER: _ClassVar[int]
    DISCARDED_FIELD_NUMBER: _ClassVar[int]
    REVEALED_FIELD_NUMBER: _ClassVar[int]
    TRUNCATED_FIELD_NUMBER: _ClassVar[int]
    seat: int
    hand: _containers.RepeatedScalarFieldContainer[str]
    round: int
    trick: int
    leader: int
    to_act: int
    plays: _containers.RepeatedCompositeFieldContainer[Play]
    tricks: _containers.RepeatedCompositeFieldContainer[Trick]
    hand_sizes: _containers.RepeatedScalarFieldContainer[int]
    fuel: _containers.RepeatedScalarFieldContainer[int]
    momentum: _containers.RepeatedScalarFieldContainer[int]
    trophies: _containers.RepeatedScalarFieldContainer[int]
    market: int
    discarded: int
    revealed: _containers.RepeatedCompositeFieldContainer[Trick]
    truncated: bool
    def __init__(self, seat: _Optional[int] = ..., hand: _Optional[_Iterable[str]] = ..., round: _Optional[int] = ..., trick: _Optional[int] = ..., leader: _Optional[int] = ..., to_act: _Optional[int] = ..., plays: _Optional[_Iterable[_Union[Play, _Mapping]]] = ..., tricks: _Optional[_Iterable[_Union[Trick, _Mapping]]] = ..., hand_sizes: _Optional[_Iterable[int]] = ..., fuel: _Optional[_Iterable[int]] = ..., momentum: _Optional[_Iterable[int]] = ..., trophies: _Optional[_Iterable[int]] = ..., market: _Optional[int] = ..., discarded: _Optional[int] = ..., revealed: _Optional[_Iterable[_Union[Trick, _Mapping]]] = ..., truncated: bool = ...) -> None: ...

class Trick(_message.Message):
    __slots__ = ("plays", "winner")
    PLAYS_FIELD_NUMBER: _ClassVar[int]
    WINNER_FIELD_NUMBER: _ClassVar[int]
    plays: _containers.RepeatedCompositeFieldContainer[Play]
    winner: int
    def __init__(self, plays: _Optional[_Iterable[_Union[Play, _Mapping]]] = ..., winner: _Optional[int] = ...) -> None: ...

class Play(_message.Message):
    __slots__ = ("seat", "suit", "fuel", "momentum", "face_down", "take")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SUIT_FIELD_NUMBER: _ClassVar[int]
    FUEL_FIELD_NUMBER: _ClassVar[int]
    MOMENTUM_FIELD_NUMBER: _ClassVar[int]
    FACE_DOWN_FIELD_NUMBER: _ClassVar[int]
    TAKE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    suit: str
    fuel: int
    momentum: int
    face_down: str
    take: bool
    def __init__(self, seat: _Optional[int] = ..., suit: _Optional[str] = ..., fuel: _Optional[int] = ..., momentum: _Optional[int] = ..., face_down: _Optional[str] = ..., take: bool = ...) -> None: ...
