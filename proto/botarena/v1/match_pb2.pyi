import datetime

from google.protobuf import duration_pb2 as _duration_pb2
from google.protobuf import struct_pb2 as _struct_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class MatchState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MATCH_STATE_UNSPECIFIED: _ClassVar[MatchState]
    MATCH_STATE_QUEUED: _ClassVar[MatchState]
    MATCH_STATE_RUNNING: _ClassVar[MatchState]
    MATCH_STATE_FINISHED: _ClassVar[MatchState]
    MATCH_STATE_VOID: _ClassVar[MatchState]

class Fault(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FAULT_UNSPECIFIED: _ClassVar[Fault]
    FAULT_TIMEOUT: _ClassVar[Fault]
    FAULT_ILLEGAL_ACTION: _ClassVar[Fault]
    FAULT_DISCONNECT: _ClassVar[Fault]
    FAULT_CRASH: _ClassVar[Fault]
    FAULT_NO_SHOW: _ClassVar[Fault]

class AttemptEnd(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ATTEMPT_END_UNSPECIFIED: _ClassVar[AttemptEnd]
    ATTEMPT_END_FINISHED: _ClassVar[AttemptEnd]
    ATTEMPT_END_WORKER_LOST: _ClassVar[AttemptEnd]
    ATTEMPT_END_RELAY_LOST: _ClassVar[AttemptEnd]
    ATTEMPT_END_STORAGE: _ClassVar[AttemptEnd]
    ATTEMPT_END_INTERNAL: _ClassVar[AttemptEnd]
    ATTEMPT_END_DEADLINE: _ClassVar[AttemptEnd]
    ATTEMPT_END_HANDED_BACK: _ClassVar[AttemptEnd]
    ATTEMPT_END_OPERATOR: _ClassVar[AttemptEnd]
MATCH_STATE_UNSPECIFIED: MatchState
MATCH_STATE_QUEUED: MatchState
MATCH_STATE_RUNNING: MatchState
MATCH_STATE_FINISHED: MatchState
MATCH_STATE_VOID: MatchState
FAULT_UNSPECIFIED: Fault
FAULT_TIMEOUT: Fault
FAULT_ILLEGAL_ACTION: Fault
FAULT_DISCONNECT: Fault
FAULT_CRASH: Fault
FAULT_NO_SHOW: Fault
ATTEMPT_END_UNSPECIFIED: AttemptEnd
ATTEMPT_END_FINISHED: AttemptEnd
ATTEMPT_END_WORKER_LOST: AttemptEnd
ATTEMPT_END_RELAY_LOST: AttemptEnd
ATTEMPT_END_STORAGE: AttemptEnd
ATTEMPT_END_INTERNAL: AttemptEnd
ATTEMPT_END_DEADLINE: AttemptEnd
ATTEMPT_END_HANDED_BACK: AttemptEnd
ATTEMPT_END_OPERATOR: AttemptEnd

class Match(_message.Message):
    __slots__ = ("match_id", "game", "lineup", "state", "clock", "faults_allowed", "commitment", "seed", "outcome", "ladder_id", "block_id", "create_time", "start_time", "end_time", "attempts")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    LINEUP_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    FAULTS_ALLOWED_FIELD_NUMBER: _ClassVar[int]
    COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    LADDER_ID_FIELD_NUMBER: _ClassVar[int]
    BLOCK_ID_FIELD_NUMBER: _ClassVar[int]
    CREATE_TIME_FIELD_NUMBER: _ClassVar[int]
    START_TIME_FIELD_NUMBER: _ClassVar[int]
    END_TIME_FIELD_NUMBER: _ClassVar[int]
    ATTEMPTS_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    game: GameRef
    lineup: _containers.RepeatedCompositeFieldContainer[SeatAssignment]
    state: MatchState
    clock: Clock
    faults_allowed: int
    commitment: str
    seed: bytes
    outcome: Outcome
    ladder_id: str
    block_id: str
    create_time: _timestamp_pb2.Timestamp
    start_time: _timestamp_pb2.Timestamp
    end_time: _timestamp_pb2.Timestamp
    attempts: _containers.RepeatedCompositeFieldContainer[Attempt]
    def __init__(self, match_id: _Optional[str] = ..., game: _Optional[_Union[GameRef, _Mapping]] = ..., lineup: _Optional[_Iterable[_Union[SeatAssignment, _Mapping]]] = ..., state: _Optional[_Union[MatchState, str]] = ..., clock: _Optional[_Union[Clock, _Mapping]] = ..., faults_allowed: _Optional[int] = ..., commitment: _Optional[str] = ..., seed: _Optional[bytes] = ..., outcome: _Optional[_Union[Outcome, _Mapping]] = ..., ladder_id: _Optional[str] = ..., block_id: _Optional[str] = ..., create_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., start_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., end_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., attempts: _Optional[_Iterable[_Union[Attempt, _Mapping]]] = ...) -> None: ...

class GameRef(_message.Message):
    __slots__ = ("name", "version", "options")
    NAME_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    name: str
    version: int
    options: _struct_pb2.Struct
    def __init__(self, name: _Optional[str] = ..., version: _Optional[int] = ..., options: _Optional[_Union[_struct_pb2.Struct, _Mapping]] = ...) -> None: ...

class SeatAssignment(_message.Message):
    __slots__ = ("seat", "submission_id", "bot_name", "submission_number")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SUBMISSION_ID_FIELD_NUMBER: _ClassVar[int]
    BOT_NAME_FIELD_NUMBER: _ClassVar[int]
    SUBMISSION_NUMBER_FIELD_NUMBER: _ClassVar[int]
    seat: int
    submission_id: str
    bot_name: str
    submission_number: int
    def __init__(self, seat: _Optional[int] = ..., submission_id: _Optional[str] = ..., bot_name: _Optional[str] = ..., submission_number: _Optional[int] = ...) -> None: ...

class Clock(_message.Message):
    __slots__ = ("limit", "bank", "lag_allowance", "join_limit")
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    BANK_FIELD_NUMBER: _ClassVar[int]
    LAG_ALLOWANCE_FIELD_NUMBER: _ClassVar[int]
    JOIN_LIMIT_FIELD_NUMBER: _ClassVar[int]
    limit: _duration_pb2.Duration
    bank: _duration_pb2.Duration
    lag_allowance: _duration_pb2.Duration
    join_limit: _duration_pb2.Duration
    def __init__(self, limit: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., bank: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., lag_allowance: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., join_limit: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ...) -> None: ...

class Outcome(_message.Message):
    __slots__ = ("scores", "ranks", "forfeits")
    SCORES_FIELD_NUMBER: _ClassVar[int]
    RANKS_FIELD_NUMBER: _ClassVar[int]
    FORFEITS_FIELD_NUMBER: _ClassVar[int]
    scores: _containers.RepeatedScalarFieldContainer[int]
    ranks: _containers.RepeatedScalarFieldContainer[int]
    forfeits: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, scores: _Optional[_Iterable[int]] = ..., ranks: _Optional[_Iterable[int]] = ..., forfeits: _Optional[_Iterable[int]] = ...) -> None: ...

class Attempt(_message.Message):
    __slots__ = ("number", "start_time", "end_time", "end", "detail")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    START_TIME_FIELD_NUMBER: _ClassVar[int]
    END_TIME_FIELD_NUMBER: _ClassVar[int]
    END_FIELD_NUMBER: _ClassVar[int]
    DETAIL_FIELD_NUMBER: _ClassVar[int]
    number: int
    start_time: _timestamp_pb2.Timestamp
    end_time: _timestamp_pb2.Timestamp
    end: AttemptEnd
    detail: str
    def __init__(self, number: _Optional[int] = ..., start_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., end_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., end: _Optional[_Union[AttemptEnd, str]] = ..., detail: _Optional[str] = ...) -> None: ...

class MatchEvent(_message.Message):
    __slots__ = ("event_id", "started", "decided", "ended")
    EVENT_ID_FIELD_NUMBER: _ClassVar[int]
    STARTED_FIELD_NUMBER: _ClassVar[int]
    DECIDED_FIELD_NUMBER: _ClassVar[int]
    ENDED_FIELD_NUMBER: _ClassVar[int]
    event_id: int
    started: MatchStarted
    decided: MatchDecided
    ended: MatchEnded
    def __init__(self, event_id: _Optional[int] = ..., started: _Optional[_Union[MatchStarted, _Mapping]] = ..., decided: _Optional[_Union[MatchDecided, _Mapping]] = ..., ended: _Optional[_Union[MatchEnded, _Mapping]] = ...) -> None: ...

class MatchStarted(_message.Message):
    __slots__ = ("game", "seat_count", "clock", "faults_allowed", "commitment")
    GAME_FIELD_NUMBER: _ClassVar[int]
    SEAT_COUNT_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    FAULTS_ALLOWED_FIELD_NUMBER: _ClassVar[int]
    COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    game: GameRef
    seat_count: int
    clock: Clock
    faults_allowed: int
    commitment: str
    def __init__(self, game: _Optional[_Union[GameRef, _Mapping]] = ..., seat_count: _Optional[int] = ..., clock: _Optional[_Union[Clock, _Mapping]] = ..., faults_allowed: _Optional[int] = ..., commitment: _Optional[str] = ...) -> None: ...

class MatchDecided(_message.Message):
    __slots__ = ("ply", "choices")
    class Choice(_message.Message):
        __slots__ = ("seat", "action", "public_action", "elapsed", "fault")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        ACTION_FIELD_NUMBER: _ClassVar[int]
        PUBLIC_ACTION_FIELD_NUMBER: _ClassVar[int]
        ELAPSED_FIELD_NUMBER: _ClassVar[int]
        FAULT_FIELD_NUMBER: _ClassVar[int]
        seat: int
        action: str
        public_action: str
        elapsed: _duration_pb2.Duration
        fault: Fault
        def __init__(self, seat: _Optional[int] = ..., action: _Optional[str] = ..., public_action: _Optional[str] = ..., elapsed: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., fault: _Optional[_Union[Fault, str]] = ...) -> None: ...
    PLY_FIELD_NUMBER: _ClassVar[int]
    CHOICES_FIELD_NUMBER: _ClassVar[int]
    ply: int
    choices: _containers.RepeatedCompositeFieldContainer[MatchDecided.Choice]
    def __init__(self, ply: _Optional[int] = ..., choices: _Optional[_Iterable[_Union[MatchDecided.Choice, _Mapping]]] = ...) -> None: ...

class MatchEnded(_message.Message):
    __slots__ = ("ply", "outcome", "seed")
    PLY_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    ply: int
    outcome: Outcome
    seed: bytes
    def __init__(self, ply: _Optional[int] = ..., outcome: _Optional[_Union[Outcome, _Mapping]] = ..., seed: _Optional[bytes] = ...) -> None: ...
