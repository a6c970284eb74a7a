from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Observation(_message.Message):
    __slots__ = ("seat", "phase", "round", "start_player", "to_act", "hand", "table", "owner", "seats", "scouts_since_show", "turns", "ender", "truncated", "history", "first_round")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    START_PLAYER_FIELD_NUMBER: _ClassVar[int]
    TO_ACT_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    TABLE_FIELD_NUMBER: _ClassVar[int]
    OWNER_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    SCOUTS_SINCE_SHOW_FIELD_NUMBER: _ClassVar[int]
    TURNS_FIELD_NUMBER: _ClassVar[int]
    ENDER_FIELD_NUMBER: _ClassVar[int]
    TRUNCATED_FIELD_NUMBER: _ClassVar[int]
    HISTORY_FIELD_NUMBER: _ClassVar[int]
    FIRST_ROUND_FIELD_NUMBER: _ClassVar[int]
    seat: int
    phase: str
    round: int
    start_player: int
    to_act: _containers.RepeatedScalarFieldContainer[int]
    hand: _containers.RepeatedCompositeFieldContainer[Card]
    table: _containers.RepeatedCompositeFieldContainer[Card]
    owner: int
    seats: _containers.RepeatedCompositeFieldContainer[PublicSeat]
    scouts_since_show: int
    turns: int
    ender: int
    truncated: bool
    history: _containers.RepeatedCompositeFieldContainer[PublicAction]
    first_round: Remembered
    def __init__(self, seat: _Optional[int] = ..., phase: _Optional[str] = ..., round: _Optional[int] = ..., start_player: _Optional[int] = ..., to_act: _Optional[_Iterable[int]] = ..., hand: _Optional[_Iterable[_Union[Card, _Mapping]]] = ..., table: _Optional[_Iterable[_Union[Card, _Mapping]]] = ..., owner: _Optional[int] = ..., seats: _Optional[_Iterable[_Union[PublicSeat, _Mapping]]] = ..., scouts_since_show: _Optional[int] = ..., turns: _Optional[int] = ..., ender: _Optional[int] = ..., truncated: bool = ..., history: _Optional[_Iterable[_Union[PublicAction, _Mapping]]] = ..., first_round: _Optional[_Union[Remembered, _Mapping]] = ...) -> None: ...

class Card(_message.Message):
    __slots__ = ("up", "down")
    UP_FIELD_NUMBER: _ClassVar[int]
    DOWN_FIELD_NUMBER: _ClassVar[int]
    up: int
    down: int
    def __init__(self, up: _Optional[int] = ..., down: _Optional[int] = ...) -> None: ...

class PublicSeat(_message.Message):
    __slots__ = ("hand_size", "captured", "chips", "scout_and_show", "total", "known")
    HAND_SIZE_FIELD_NUMBER: _ClassVar[int]
    CAPTURED_FIELD_NUMBER: _ClassVar[int]
    CHIPS_FIELD_NUMBER: _ClassVar[int]
    SCOUT_AND_SHOW_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    KNOWN_FIELD_NUMBER: _ClassVar[int]
    hand_size: int
    captured: int
    chips: int
    scout_and_show: bool
    total: int
    known: _containers.RepeatedCompositeFieldContainer[KnownCard]
    def __init__(self, hand_size: _Optional[int] = ..., captured: _Optional[int] = ..., chips: _Optional[int] = ..., scout_and_show: bool = ..., total: _Optional[int] = ..., known: _Optional[_Iterable[_Union[KnownCard, _Mapping]]] = ...) -> None: ...

class KnownCard(_message.Message):
    __slots__ = ("card", "place")
    CARD_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    card: Card
    place: int
    def __init__(self, card: _Optional[_Union[Card, _Mapping]] = ..., place: _Optional[int] = ...) -> None: ...

class PublicAction(_message.Message):
    __slots__ = ("seat", "notation", "cards")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    NOTATION_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    notation: str
    cards: _containers.RepeatedCompositeFieldContainer[Card]
    def __init__(self, seat: _Optional[int] = ..., notation: _Optional[str] = ..., cards: _Optional[_Iterable[_Union[Card, _Mapping]]] = ...) -> None: ...

class Remembered(_message.Message):
    __slots__ = ("shown", "kept", "kept_counts")
    SHOWN_FIELD_NUMBER: _ClassVar[int]
    KEPT_FIELD_NUMBER: _ClassVar[int]
    KEPT_COUNTS_FIELD_NUMBER: _ClassVar[int]
    shown: _containers.RepeatedCompositeFieldContainer[Card]
    kept: _containers.RepeatedCompositeFieldContainer[Card]
    kept_counts: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, shown: _Optional[_Iterable[_Union[Card, _Mapping]]] = ..., kept: _Optional[_Iterable[_Union[Card, _Mapping]]] = ..., kept_counts: _Optional[_Iterable[int]] = ...) -> None: ...
