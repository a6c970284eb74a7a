import datetime

from botarena.v1 import match_pb2 as _match_pb2
from google.protobuf import any_pb2 as _any_pb2
from google.protobuf import duration_pb2 as _duration_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class PlayRequest(_message.Message):
    __slots__ = ("hello", "acknowledge", "choice", "failure", "goodbye", "heartbeat")
    HELLO_FIELD_NUMBER: _ClassVar[int]
    ACKNOWLEDGE_FIELD_NUMBER: _ClassVar[int]
    CHOICE_FIELD_NUMBER: _ClassVar[int]
    FAILURE_FIELD_NUMBER: _ClassVar[int]
    GOODBYE_FIELD_NUMBER: _ClassVar[int]
    HEARTBEAT_FIELD_NUMBER: _ClassVar[int]
    hello: Hello
    acknowledge: Acknowledge
    choice: Choice
    failure: Failure
    goodbye: Goodbye
    heartbeat: Heartbeat
    def __init__(self, hello: _Optional[_Union[Hello, _Mapping]] = ..., acknowledge: _Optional[_Union[Acknowledge, _Mapping]] = ..., choice: _Optional[_Union[Choice, _Mapping]] = ..., failure: _Optional[_Union[Failure, _Mapping]] = ..., goodbye: _Optional[_Union[Goodbye, _Mapping]] = ..., heartbeat: _Optional[_Union[Heartbeat, _Mapping]] = ...) -> None: ...

class PlayResponse(_message.Message):
    __slots__ = ("welcome", "seated", "prompt", "faulted", "finished", "ignored", "going_away", "heartbeat")
    WELCOME_FIELD_NUMBER: _ClassVar[int]
    SEATED_FIELD_NUMBER: _ClassVar[int]
    PROMPT_FIELD_NUMBER: _ClassVar[int]
    FAULTED_FIELD_NUMBER: _ClassVar[int]
    FINISHED_FIELD_NUMBER: _ClassVar[int]
    IGNORED_FIELD_NUMBER: _ClassVar[int]
    GOING_AWAY_FIELD_NUMBER: _ClassVar[int]
    HEARTBEAT_FIELD_NUMBER: _ClassVar[int]
    welcome: Welcome
    seated: Seated
    prompt: Prompt
    faulted: Faulted
    finished: Finished
    ignored: Ignored
    going_away: GoingAway
    heartbeat: Heartbeat
    def __init__(self, welcome: _Optional[_Union[Welcome, _Mapping]] = ..., seated: _Optional[_Union[Seated, _Mapping]] = ..., prompt: _Optional[_Union[Prompt, _Mapping]] = ..., faulted: _Optional[_Union[Faulted, _Mapping]] = ..., finished: _Optional[_Union[Finished, _Mapping]] = ..., ignored: _Optional[_Union[Ignored, _Mapping]] = ..., going_away: _Optional[_Union[GoingAway, _Mapping]] = ..., heartbeat: _Optional[_Union[Heartbeat, _Mapping]] = ...) -> None: ...

class Hello(_message.Message):
    __slots__ = ("submission_id", "client", "match_capacity")
    SUBMISSION_ID_FIELD_NUMBER: _ClassVar[int]
    CLIENT_FIELD_NUMBER: _ClassVar[int]
    MATCH_CAPACITY_FIELD_NUMBER: _ClassVar[int]
    submission_id: str
    client: str
    match_capacity: int
    def __init__(self, submission_id: _Optional[str] = ..., client: _Optional[str] = ..., match_capacity: _Optional[int] = ...) -> None: ...

class Acknowledge(_message.Message):
    __slots__ = ("match_id", "attempt")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    ATTEMPT_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    attempt: int
    def __init__(self, match_id: _Optional[str] = ..., attempt: _Optional[int] = ...) -> None: ...

class Choice(_message.Message):
    __slots__ = ("match_id", "ply", "action", "attempt")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    PLY_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    ATTEMPT_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    ply: int
    action: str
    attempt: int
    def __init__(self, match_id: _Optional[str] = ..., ply: _Optional[int] = ..., action: _Optional[str] = ..., attempt: _Optional[int] = ...) -> None: ...

class Failure(_message.Message):
    __slots__ = ("match_id", "ply", "reason", "attempt")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    PLY_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    ATTEMPT_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    ply: int
    reason: str
    attempt: int
    def __init__(self, match_id: _Optional[str] = ..., ply: _Optional[int] = ..., reason: _Optional[str] = ..., attempt: _Optional[int] = ...) -> None: ...

class Goodbye(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Heartbeat(_message.Message):
    __slots__ = ("number", "echo")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    ECHO_FIELD_NUMBER: _ClassVar[int]
    number: int
    echo: bool
    def __init__(self, number: _Optional[int] = ..., echo: bool = ...) -> None: ...

class Welcome(_message.Message):
    __slots__ = ("session_id", "heartbeat_interval")
    SESSION_ID_FIELD_NUMBER: _ClassVar[int]
    HEARTBEAT_INTERVAL_FIELD_NUMBER: _ClassVar[int]
    session_id: str
    heartbeat_interval: _duration_pb2.Duration
    def __init__(self, session_id: _Optional[str] = ..., heartbeat_interval: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ...) -> None: ...

class Seated(_message.Message):
    __slots__ = ("match_id", "attempt", "resumed", "game", "seat", "seat_count", "clock", "faults_allowed", "commitment", "since_attempt")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    ATTEMPT_FIELD_NUMBER: _ClassVar[int]
    RESUMED_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SEAT_COUNT_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    FAULTS_ALLOWED_FIELD_NUMBER: _ClassVar[int]
    COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    SINCE_ATTEMPT_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    attempt: int
    resumed: bool
    game: _match_pb2.GameRef
    seat: int
    seat_count: int
    clock: _match_pb2.Clock
    faults_allowed: int
    commitment: str
    since_attempt: int
    def __init__(self, match_id: _Optional[str] = ..., attempt: _Optional[int] = ..., resumed: bool = ..., game: _Optional[_Union[_match_pb2.GameRef, _Mapping]] = ..., seat: _Optional[int] = ..., seat_count: _Optional[int] = ..., clock: _Optional[_Union[_match_pb2.Clock, _Mapping]] = ..., faults_allowed: _Optional[int] = ..., commitment: _Optional[str] = ..., since_attempt: _Optional[int] = ...) -> None: ...

class Prompt(_message.Message):
    __slots__ = ("match_id", "ply", "observation", "legal_actions", "time_left", "bank_left", "faults_left", "heard", "last_elapsed", "attempt")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    PLY_FIELD_NUMBER: _ClassVar[int]
    OBSERVATION_FIELD_NUMBER: _ClassVar[int]
    LEGAL_ACTIONS_FIELD_NUMBER: _ClassVar[int]
    TIME_LEFT_FIELD_NUMBER: _ClassVar[int]
    BANK_LEFT_FIELD_NUMBER: _ClassVar[int]
    FAULTS_LEFT_FIELD_NUMBER: _ClassVar[int]
    HEARD_FIELD_NUMBER: _ClassVar[int]
    LAST_ELAPSED_FIELD_NUMBER: _ClassVar[int]
    ATTEMPT_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    ply: int
    observation: _any_pb2.Any
    legal_actions: _containers.RepeatedScalarFieldContainer[str]
    time_left: _duration_pb2.Duration
    bank_left: _duration_pb2.Duration
    faults_left: int
    heard: _containers.RepeatedCompositeFieldContainer[Heard]
    last_elapsed: _duration_pb2.Duration
    attempt: int
    def __init__(self, match_id: _Optional[str] = ..., ply: _Optional[int] = ..., observation: _Optional[_Union[_any_pb2.Any, _Mapping]] = ..., legal_actions: _Optional[_Iterable[str]] = ..., time_left: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., bank_left: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., faults_left: _Optional[int] = ..., heard: _Optional[_Iterable[_Union[Heard, _Mapping]]] = ..., last_elapsed: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., attempt: _Optional[int] = ...) -> None: ...

class Heard(_message.Message):
    __slots__ = ("ply", "seat", "action")
    PLY_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    ply: int
    seat: int
    action: str
    def __init__(self, ply: _Optional[int] = ..., seat: _Optional[int] = ..., action: _Optional[str] = ...) -> None: ...

class Faulted(_message.Message):
    __slots__ = ("match_id", "ply", "fault", "action", "faults_left")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    PLY_FIELD_NUMBER: _ClassVar[int]
    FAULT_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    FAULTS_LEFT_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    ply: int
    fault: _match_pb2.Fault
    action: str
    faults_left: int
    def __init__(self, match_id: _Optional[str] = ..., ply: _Optional[int] = ..., fault: _Optional[_Union[_match_pb2.Fault, str]] = ..., action: _Optional[str] = ..., faults_left: _Optional[int] = ...) -> None: ...

class Finished(_message.Message):
    __slots__ = ("match_id", "outcome", "heard")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    HEARD_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    outcome: _match_pb2.Outcome
    heard: _containers.RepeatedCompositeFieldContainer[Heard]
    def __init__(self, match_id: _Optional[str] = ..., outcome: _Optional[_Union[_match_pb2.Outcome, _Mapping]] = ..., heard: _Optional[_Iterable[_Union[Heard, _Mapping]]] = ...) -> None: ...

class Ignored(_message.Message):
    __slots__ = ("reason", "match_id", "ply")
    class Reason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        REASON_UNSPECIFIED: _ClassVar[Ignored.Reason]
        REASON_ANSWERED: _ClassVar[Ignored.Reason]
        REASON_LATE: _ClassVar[Ignored.Reason]
        REASON_NOT_ASKED: _ClassVar[Ignored.Reason]
        REASON_NOT_SEATED: _ClassVar[Ignored.Reason]
        REASON_UNKNOWN_MESSAGE: _ClassVar[Ignored.Reason]
        REASON_REPEATED_HELLO: _ClassVar[Ignored.Reason]
        REASON_ABANDONED: _ClassVar[Ignored.Reason]
    REASON_UNSPECIFIED: Ignored.Reason
    REASON_ANSWERED: Ignored.Reason
    REASON_LATE: Ignored.Reason
    REASON_NOT_ASKED: Ignored.Reason
    REASON_NOT_SEATED: Ignored.Reason
    REASON_UNKNOWN_MESSAGE: Ignored.Reason
    REASON_REPEATED_HELLO: Ignored.Reason
    REASON_ABANDONED: Ignored.Reason
    REASON_FIELD_NUMBER: _ClassVar[int]
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    PLY_FIELD_NUMBER: _ClassVar[int]
    reason: Ignored.Reason
    match_id: str
    ply: int
    def __init__(self, reason: _Optional[_Union[Ignored.Reason, str]] = ..., match_id: _Optional[str] = ..., ply: _Optional[int] = ...) -> None: ...

class GoingAway(_message.Message):
    __slots__ = ("grace", "reason")
    GRACE_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    grace: _duration_pb2.Duration
    reason: str
    def __init__(self, grace: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., reason: _Optional[str] = ...) -> None: ...
