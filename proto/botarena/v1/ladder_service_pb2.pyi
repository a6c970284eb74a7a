import datetime

from botarena.v1 import match_pb2 as _match_pb2
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

class SecondRating(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SECOND_RATING_UNSPECIFIED: _ClassVar[SecondRating]
    SECOND_RATING_OPENSKILL: _ClassVar[SecondRating]
SECOND_RATING_UNSPECIFIED: SecondRating
SECOND_RATING_OPENSKILL: SecondRating

class Ladder(_message.Message):
    __slots__ = ("ladder_id", "name", "game", "seat_count", "clock", "faults_allowed", "k_factor", "initial_rating", "same_author_allowed", "backlog", "paused", "rated_block_count", "create_time", "second_rating", "anchors", "seat_counts", "unfilled", "quarantine_after", "refuse_time")
    class Unfilled(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        UNFILLED_UNSPECIFIED: _ClassVar[Ladder.Unfilled]
        UNFILLED_WAIT: _ClassVar[Ladder.Unfilled]
        UNFILLED_HOUSE: _ClassVar[Ladder.Unfilled]
        UNFILLED_REFUSE: _ClassVar[Ladder.Unfilled]
    UNFILLED_UNSPECIFIED: Ladder.Unfilled
    UNFILLED_WAIT: Ladder.Unfilled
    UNFILLED_HOUSE: Ladder.Unfilled
    UNFILLED_REFUSE: Ladder.Unfilled
    class Anchor(_message.Message):
        __slots__ = ("submission_id", "rating")
        SUBMISSION_ID_FIELD_NUMBER: _ClassVar[int]
        RATING_FIELD_NUMBER: _ClassVar[int]
        submission_id: str
        rating: float
        def __init__(self, submission_id: _Optional[str] = ..., rating: _Optional[float] = ...) -> None: ...
    LADDER_ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    SEAT_COUNT_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    FAULTS_ALLOWED_FIELD_NUMBER: _ClassVar[int]
    K_FACTOR_FIELD_NUMBER: _ClassVar[int]
    INITIAL_RATING_FIELD_NUMBER: _ClassVar[int]
    SAME_AUTHOR_ALLOWED_FIELD_NUMBER: _ClassVar[int]
    BACKLOG_FIELD_NUMBER: _ClassVar[int]
    PAUSED_FIELD_NUMBER: _ClassVar[int]
    RATED_BLOCK_COUNT_FIELD_NUMBER: _ClassVar[int]
    CREATE_TIME_FIELD_NUMBER: _ClassVar[int]
    SECOND_RATING_FIELD_NUMBER: _ClassVar[int]
    ANCHORS_FIELD_NUMBER: _ClassVar[int]
    SEAT_COUNTS_FIELD_NUMBER: _ClassVar[int]
    UNFILLED_FIELD_NUMBER: _ClassVar[int]
    QUARANTINE_AFTER_FIELD_NUMBER: _ClassVar[int]
    REFUSE_TIME_FIELD_NUMBER: _ClassVar[int]
    ladder_id: str
    name: str
    game: _match_pb2.GameRef
    seat_count: int
    clock: _match_pb2.Clock
    faults_allowed: int
    k_factor: float
    initial_rating: float
    same_author_allowed: bool
    backlog: int
    paused: bool
    rated_block_count: int
    create_time: _timestamp_pb2.Timestamp
    second_rating: SecondRating
    anchors: _containers.RepeatedCompositeFieldContainer[Ladder.Anchor]
    seat_counts: _containers.RepeatedScalarFieldContainer[int]
    unfilled: Ladder.Unfilled
    quarantine_after: int
    refuse_time: _timestamp_pb2.Timestamp
    def __init__(self, ladder_id: _Optional[str] = ..., name: _Optional[str] = ..., game: _Optional[_Union[_match_pb2.GameRef, _Mapping]] = ..., seat_count: _Optional[int] = ..., clock: _Optional[_Union[_match_pb2.Clock, _Mapping]] = ..., faults_allowed: _Optional[int] = ..., k_factor: _Optional[float] = ..., initial_rating: _Optional[float] = ..., same_author_allowed: bool = ..., backlog: _Optional[int] = ..., paused: bool = ..., rated_block_count: _Optional[int] = ..., create_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., second_rating: _Optional[_Union[SecondRating, str]] = ..., anchors: _Optional[_Iterable[_Union[Ladder.Anchor, _Mapping]]] = ..., seat_counts: _Optional[_Iterable[int]] = ..., unfilled: _Optional[_Union[Ladder.Unfilled, str]] = ..., quarantine_after: _Optional[int] = ..., refuse_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class Standing(_message.Message):
    __slots__ = ("rank", "submission_id", "bot_name", "submission_number", "author_name", "rating", "block_count", "match_count", "mean_rank", "mean_score", "fault_count", "active", "skill", "estimate", "superiority", "anchor")
    class Skill(_message.Message):
        __slots__ = ("mu", "sigma")
        MU_FIELD_NUMBER: _ClassVar[int]
        SIGMA_FIELD_NUMBER: _ClassVar[int]
        mu: float
        sigma: float
        def __init__(self, mu: _Optional[float] = ..., sigma: _Optional[float] = ...) -> None: ...
    class Estimate(_message.Message):
        __slots__ = ("rating", "low", "high", "block_count", "group")
        RATING_FIELD_NUMBER: _ClassVar[int]
        LOW_FIELD_NUMBER: _ClassVar[int]
        HIGH_FIELD_NUMBER: _ClassVar[int]
        BLOCK_COUNT_FIELD_NUMBER: _ClassVar[int]
        GROUP_FIELD_NUMBER: _ClassVar[int]
        rating: float
        low: float
        high: float
        block_count: int
        group: int
        def __init__(self, rating: _Optional[float] = ..., low: _Optional[float] = ..., high: _Optional[float] = ..., block_count: _Optional[int] = ..., group: _Optional[int] = ...) -> None: ...
    RANK_FIELD_NUMBER: _ClassVar[int]
    SUBMISSION_ID_FIELD_NUMBER: _ClassVar[int]
    BOT_NAME_FIELD_NUMBER: _ClassVar[int]
    SUBMISSION_NUMBER_FIELD_NUMBER: _ClassVar[int]
    AUTHOR_NAME_FIELD_NUMBER: _ClassVar[int]
    RATING_FIELD_NUMBER: _ClassVar[int]
    BLOCK_COUNT_FIELD_NUMBER: _ClassVar[int]
    MATCH_COUNT_FIELD_NUMBER: _ClassVar[int]
    MEAN_RANK_FIELD_NUMBER: _ClassVar[int]
    MEAN_SCORE_FIELD_NUMBER: _ClassVar[int]
    FAULT_COUNT_FIELD_NUMBER: _ClassVar[int]
    ACTIVE_FIELD_NUMBER: _ClassVar[int]
    SKILL_FIELD_NUMBER: _ClassVar[int]
    ESTIMATE_FIELD_NUMBER: _ClassVar[int]
    SUPERIORITY_FIELD_NUMBER: _ClassVar[int]
    ANCHOR_FIELD_NUMBER: _ClassVar[int]
    rank: int
    submission_id: str
    bot_name: str
    submission_number: int
    author_name: str
    rating: float
    block_count: int
    match_count: int
    mean_rank: float
    mean_score: float
    fault_count: int
    active: bool
    skill: Standing.Skill
    estimate: Standing.Estimate
    superiority: float
    anchor: bool
    def __init__(self, rank: _Optional[int] = ..., submission_id: _Optional[str] = ..., bot_name: _Optional[str] = ..., submission_number: _Optional[int] = ..., author_name: _Optional[str] = ..., rating: _Optional[float] = ..., block_count: _Optional[int] = ..., match_count: _Optional[int] = ..., mean_rank: _Optional[float] = ..., mean_score: _Optional[float] = ..., fault_count: _Optional[int] = ..., active: bool = ..., skill: _Optional[_Union[Standing.Skill, _Mapping]] = ..., estimate: _Optional[_Union[Standing.Estimate, _Mapping]] = ..., superiority: _Optional[float] = ..., anchor: bool = ...) -> None: ...

class RatingChange(_message.Message):
    __slots__ = ("sequence", "block_id", "submission_id", "before", "after", "rate_time")
    SEQUENCE_FIELD_NUMBER: _ClassVar[int]
    BLOCK_ID_FIELD_NUMBER: _ClassVar[int]
    SUBMISSION_ID_FIELD_NUMBER: _ClassVar[int]
    BEFORE_FIELD_NUMBER: _ClassVar[int]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    RATE_TIME_FIELD_NUMBER: _ClassVar[int]
    sequence: int
    block_id: str
    submission_id: str
    before: float
    after: float
    rate_time: _timestamp_pb2.Timestamp
    def __init__(self, sequence: _Optional[int] = ..., block_id: _Optional[str] = ..., submission_id: _Optional[str] = ..., before: _Optional[float] = ..., after: _Optional[float] = ..., rate_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class CreateLadderRequest(_message.Message):
    __slots__ = ("name", "game_name", "options", "seat_count", "clock", "faults_allowed", "k_factor", "initial_rating", "same_author_allowed", "backlog", "second_rating", "seat_counts", "unfilled", "quarantine_after")
    NAME_FIELD_NUMBER: _ClassVar[int]
    GAME_NAME_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    SEAT_COUNT_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    FAULTS_ALLOWED_FIELD_NUMBER: _ClassVar[int]
    K_FACTOR_FIELD_NUMBER: _ClassVar[int]
    INITIAL_RATING_FIELD_NUMBER: _ClassVar[int]
    SAME_AUTHOR_ALLOWED_FIELD_NUMBER: _ClassVar[int]
    BACKLOG_FIELD_NUMBER: _ClassVar[int]
    SECOND_RATING_FIELD_NUMBER: _ClassVar[int]
    SEAT_COUNTS_FIELD_NUMBER: _ClassVar[int]
    UNFILLED_FIELD_NUMBER: _ClassVar[int]
    QUARANTINE_AFTER_FIELD_NUMBER: _ClassVar[int]
    name: str
    game_name: str
    options: _struct_pb2.Struct
    seat_count: int
    clock: _match_pb2.Clock
    faults_allowed: int
    k_factor: float
    initial_rating: float
    same_author_allowed: bool
    backlog: int
    second_rating: SecondRating
    seat_counts: _containers.RepeatedScalarFieldContainer[int]
    unfilled: Ladder.Unfilled
    quarantine_after: int
    def __init__(self, name: _Optional[str] = ..., game_name: _Optional[str] = ..., options: _Optional[_Union[_struct_pb2.Struct, _Mapping]] = ..., seat_count: _Optional[int] = ..., clock: _Optional[_Union[_match_pb2.Clock, _Mapping]] = ..., faults_allowed: _Optional[int] = ..., k_factor: _Optional[float] = ..., initial_rating: _Optional[float] = ..., same_author_allowed: bool = ..., backlog: _Optional[int] = ..., second_rating: _Optional[_Union[SecondRating, str]] = ..., seat_counts: _Optional[_Iterable[int]] = ..., unfilled: _Optional[_Union[Ladder.Unfilled, str]] = ..., quarantine_after: _Optional[int] = ...) -> None: ...

class CreateLadderResponse(_message.Message):
    __slots__ = ("ladder",)
    LADDER_FIELD_NUMBER: _ClassVar[int]
    ladder: Ladder
    def __init__(self, ladder: _Optional[_Union[Ladder, _Mapping]] = ...) -> None: ...

class GetLadderRequest(_message.Message):
    __slots__ = ("ladder_id",)
    LADDER_ID_FIELD_NUMBER: _ClassVar[int]
    ladder_id: str
    def __init__(self, ladder_id: _Optional[str] = ...) -> None: ...

class GetLadderResponse(_message.Message):
    __slots__ = ("ladder",)
    LADDER_FIELD_NUMBER: _ClassVar[int]
    ladder: Ladder
    def __init__(self, ladder: _Optional[_Union[Ladder, _Mapping]] = ...) -> None: ...

class ListLaddersRequest(_message.Message):
    __slots__ = ("page_size", "page_token")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListLaddersResponse(_message.Message):
    __slots__ = ("ladders", "next_page_token")
    LADDERS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    ladders: _containers.RepeatedCompositeFieldContainer[Ladder]
    next_page_token: str
    def __init__(self, ladders: _Optional[_Iterable[_Union[Ladder, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class PauseLadderRequest(_message.Message):
    __slots__ = ("ladder_id", "paused")
    LADDER_ID_FIELD_NUMBER: _ClassVar[int]
    PAUSED_FIELD_NUMBER: _ClassVar[int]
    ladder_id: str
    paused: bool
    def __init__(self, ladder_id: _Optional[str] = ..., paused: bool = ...) -> None: ...

class PauseLadderResponse(_message.Message):
    __slots__ = ("ladder",)
    LADDER_FIELD_NUMBER: _ClassVar[int]
    ladder: Ladder
    def __init__(self, ladder: _Optional[_Union[Ladder, _Mapping]] = ...) -> None: ...

class JoinLadderRequest(_message.Message):
    __slots__ = ("ladder_id", "submission_id")
    LADDER_ID_FIELD_NUMBER: _ClassVar[int]
    SUBMISSION_ID_FIELD_NUMBER: _ClassVar[int]
    ladder_id: str
    submission_id: str
    def __init__(self, ladder_id: _Optional[str] = ..., submission_id: _Optional[str] = ...) -> None: ...

class JoinLadderResponse(_message.Message):
    __slots__ = ("standing",)
    STANDING_FIELD_NUMBER: _ClassVar[int]
    standing: Standing
    def __init__(self, standing: _Optional[_Union[Standing, _Mapping]] = ...) -> None: ...

class LeaveLadderRequest(_message.Message):
    __slots__ = ("ladder_id", "submission_id")
    LADDER_ID_FIELD_NUMBER: _ClassVar[int]
    SUBMISSION_ID_FIELD_NUMBER: _ClassVar[int]
    ladder_id: str
    submission_id: str
    def __init__(self, ladder_id: _Optional[str] = ..., submission_id: _Optional[str] = ...) -> None: ...

class LeaveLadderResponse(_message.Message):
    __slots__ = ("standing",)
    STANDING_FIELD_NUMBER: _ClassVar[int]
    standing: Standing
    def __init__(self, standing: _Optional[_Union[Standing, _Mapping]] = ...) -> None: ...

class SetAnchorRequest(_message.Message):
    __slots__ = ("ladder_id", "submission_id", "rating")
    LADDER_ID_FIELD_NUMBER: _ClassVar[int]
    SUBMISSION_ID_FIELD_NUMBER: _ClassVar[int]
    RATING_FIELD_NUMBER: _ClassVar[int]
    ladder_id: str
    submission_id: str
    rating: float
    def __init__(self, ladder_id: _Optional[str] = ..., submission_id: _Optional[str] = ..., rating: _Optional[float] = ...) -> None: ...

class SetAnchorResponse(_message.Message):
    __slots__ = ("ladder",)
    LADDER_FIELD_NUMBER: _ClassVar[int]
    ladder: Ladder
    def __init__(self, ladder: _Optional[_Union[Ladder, _Mapping]] = ...) -> None: ...

class ListStandingsRequest(_message.Message):
    __slots__ = ("ladder_id", "page_size", "page_token")
    LADDER_ID_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    ladder_id: str
    page_size: int
    page_token: str
    def __init__(self, ladder_id: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListStandingsResponse(_message.Message):
    __slots__ = ("standings", "next_page_token", "estimated_block_count")
    STANDINGS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    ESTIMATED_BLOCK_COUNT_FIELD_NUMBER: _ClassVar[int]
    standings: _containers.RepeatedCompositeFieldContainer[Standing]
    next_page_token: str
    estimated_block_count: int
    def __init__(self, standings: _Optional[_Iterable[_Union[Standing, _Mapping]]] = ..., next_page_token: _Optional[str] = ..., estimated_block_count: _Optional[int] = ...) -> None: ...

class ListRatingChangesRequest(_message.Message):
    __slots__ = ("ladder_id", "page_size", "page_token", "submission_id")
    LADDER_ID_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    SUBMISSION_ID_FIELD_NUMBER: _ClassVar[int]
    ladder_id: str
    page_size: int
    page_token: str
    submission_id: str
    def __init__(self, ladder_id: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ..., submission_id: _Optional[str] = ...) -> None: ...

class ListRatingChangesResponse(_message.Message):
    __slots__ = ("changes", "next_page_token")
    CHANGES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    changes: _containers.RepeatedCompositeFieldContainer[RatingChange]
    next_page_token: str
    def __init__(self, changes: _Optional[_Iterable[_Union[RatingChange, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class QuarantineRequest(_message.Message):
    __slots__ = ("ladder_id", "submission_id", "reason")
    LADDER_ID_FIELD_NUMBER: _ClassVar[int]
    SUBMISSION_ID_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    ladder_id: str
    submission_id: str
    reason: str
    def __init__(self, ladder_id: _Optional[str] = ..., submission_id: _Optional[str] = ..., reason: _Optional[str] = ...) -> None: ...

class QuarantineResponse(_message.Message):
    __slots__ = ("quarantine_time",)
    QUARANTINE_TIME_FIELD_NUMBER: _ClassVar[int]
    quarantine_time: _timestamp_pb2.Timestamp
    def __init__(self, quarantine_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class LiftQuarantineRequest(_message.Message):
    __slots__ = ("ladder_id", "submission_id")
    LADDER_ID_FIELD_NUMBER: _ClassVar[int]
    SUBMISSION_ID_FIELD_NUMBER: _ClassVar[int]
    ladder_id: str
    submission_id: str
    def __init__(self, ladder_id: _Optional[str] = ..., submission_id: _Optional[str] = ...) -> None: ...

class LiftQuarantineResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GetScheduleRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GetScheduleResponse(_message.Message):
    __slots__ = ("queued_match_count", "oldest_wait", "running_match_count", "abandoned_match_count", "tick_time")
    QUEUED_MATCH_COUNT_FIELD_NUMBER: _ClassVar[int]
    OLDEST_WAIT_FIELD_NUMBER: _ClassVar[int]
    RUNNING_MATCH_COUNT_FIELD_NUMBER: _ClassVar[int]
    ABANDONED_MATCH_COUNT_FIELD_NUMBER: _ClassVar[int]
    TICK_TIME_FIELD_NUMBER: _ClassVar[int]
    queued_match_count: int
    oldest_wait: _duration_pb2.Duration
    running_match_count: int
    abandoned_match_count: int
    tick_time: _timestamp_pb2.Timestamp
    def __init__(self, queued_match_count: _Optional[int] = ..., oldest_wait: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., running_match_count: _Optional[int] = ..., abandoned_match_count: _Optional[int] = ..., tick_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class ExplainScheduleRequest(_message.Message):
    __slots__ = ("ladder_id", "submission_id")
    LADDER_ID_FIELD_NUMBER: _ClassVar[int]
    SUBMISSION_ID_FIELD_NUMBER: _ClassVar[int]
    ladder_id: str
    submission_id: str
    def __init__(self, ladder_id: _Optional[str] = ..., submission_id: _Optional[str] = ...) -> None: ...

class ExplainScheduleResponse(_message.Message):
    __slots__ = ("obstacles", "open_block_count", "ladder_block_count", "backlog", "tick_time")
    class Obstacle(_message.Message):
        __slots__ = ("cause", "detail", "remedy")
        class Cause(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
            __slots__ = ()
            CAUSE_UNSPECIFIED: _ClassVar[ExplainScheduleResponse.Obstacle.Cause]
            CAUSE_RETIRED: _ClassVar[ExplainScheduleResponse.Obstacle.Cause]
            CAUSE_NOT_ON_LADDER: _ClassVar[ExplainScheduleResponse.Obstacle.Cause]
            CAUSE_LADDER_PAUSED: _ClassVar[ExplainScheduleResponse.Obstacle.Cause]
            CAUSE_OFFLINE: _ClassVar[ExplainScheduleResponse.Obstacle.Cause]
            CAUSE_LEAVING: _ClassVar[ExplainScheduleResponse.Obstacle.Cause]
            CAUSE_NO_ROOM: _ClassVar[ExplainScheduleResponse.Obstacle.Cause]
            CAUSE_TOO_FEW_OPPONENTS: _ClassVar[ExplainScheduleResponse.Obstacle.Cause]
            CAUSE_AUTHOR_SEATED: _ClassVar[ExplainScheduleResponse.Obstacle.Cause]
            CAUSE_BACKLOG_FULL: _ClassVar[ExplainScheduleResponse.Obstacle.Cause]
            CAUSE_NO_TICK: _ClassVar[ExplainScheduleResponse.Obstacle.Cause]
            CAUSE_QUARANTINED: _ClassVar[ExplainScheduleResponse.Obstacle.Cause]
            CAUSE_TABLE_REFUSED: _ClassVar[ExplainScheduleResponse.Obstacle.Cause]
        CAUSE_UNSPECIFIED: ExplainScheduleResponse.Obstacle.Cause
        CAUSE_RETIRED: ExplainScheduleResponse.Obstacle.Cause
        CAUSE_NOT_ON_LADDER: ExplainScheduleResponse.Obstacle.Cause
        CAUSE_LADDER_PAUSED: ExplainScheduleResponse.Obstacle.Cause
        CAUSE_OFFLINE: ExplainScheduleResponse.Obstacle.Cause
        CAUSE_LEAVING: ExplainScheduleResponse.Obstacle.Cause
        CAUSE_NO_ROOM: ExplainScheduleResponse.Obstacle.Cause
        CAUSE_TOO_FEW_OPPONENTS: ExplainScheduleResponse.Obstacle.Cause
        CAUSE_AUTHOR_SEATED: ExplainScheduleResponse.Obstacle.Cause
        CAUSE_BACKLOG_FULL: ExplainScheduleResponse.Obstacle.Cause
        CAUSE_NO_TICK: ExplainScheduleResponse.Obstacle.Cause
        CAUSE_QUARANTINED: ExplainScheduleResponse.Obstacle.Cause
        CAUSE_TABLE_REFUSED: ExplainScheduleResponse.Obstacle.Cause
        CAUSE_FIELD_NUMBER: _ClassVar[int]
        DETAIL_FIELD_NUMBER: _ClassVar[int]
        REMEDY_FIELD_NUMBER: _ClassVar[int]
        cause: ExplainScheduleResponse.Obstacle.Cause
        detail: str
        remedy: str
        def __init__(self, cause: _Optional[_Union[ExplainScheduleResponse.Obstacle.Cause, str]] = ..., detail: _Optional[str] = ..., remedy: _Optional[str] = ...) -> None: ...
    OBSTACLES_FIELD_NUMBER: _ClassVar[int]
    OPEN_BLOCK_COUNT_FIELD_NUMBER: _ClassVar[int]
    LADDER_BLOCK_COUNT_FIELD_NUMBER: _ClassVar[int]
    BACKLOG_FIELD_NUMBER: _ClassVar[int]
    TICK_TIME_FIELD_NUMBER: _ClassVar[int]
    obstacles: _containers.RepeatedCompositeFieldContainer[ExplainScheduleResponse.Obstacle]
    open_block_count: int
    ladder_block_count: int
    backlog: int
    tick_time: _timestamp_pb2.Timestamp
    def __init__(self, obstacles: _Optional[_Iterable[_Union[ExplainScheduleResponse.Obstacle, _Mapping]]] = ..., open_block_count: _Optional[int] = ..., ladder_block_count: _Optional[int] = ..., backlog: _Optional[int] = ..., tick_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...
