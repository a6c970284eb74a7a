import datetime

from botarena.v1 import match_pb2 as _match_pb2
from google.protobuf import struct_pb2 as _struct_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Comparison(_message.Message):
    __slots__ = ("comparison_id", "new_submission_id", "new_name", "old_submission_id", "old_name", "submission_ids", "elo0", "elo1", "most_block_count", "fixed", "block_count", "score_counts", "llr", "lower_bound", "upper_bound", "verdict", "difference", "end_time")
    class Verdict(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        VERDICT_UNSPECIFIED: _ClassVar[Comparison.Verdict]
        VERDICT_ELO0: _ClassVar[Comparison.Verdict]
        VERDICT_ELO1: _ClassVar[Comparison.Verdict]
    VERDICT_UNSPECIFIED: Comparison.Verdict
    VERDICT_ELO0: Comparison.Verdict
    VERDICT_ELO1: Comparison.Verdict
    class Difference(_message.Message):
        __slots__ = ("elo", "low", "high")
        ELO_FIELD_NUMBER: _ClassVar[int]
        LOW_FIELD_NUMBER: _ClassVar[int]
        HIGH_FIELD_NUMBER: _ClassVar[int]
        elo: float
        low: float
        high: float
        def __init__(self, elo: _Optional[float] = ..., low: _Optional[float] = ..., high: _Optional[float] = ...) -> None: ...
    COMPARISON_ID_FIELD_NUMBER: _ClassVar[int]
    NEW_SUBMISSION_ID_FIELD_NUMBER: _ClassVar[int]
    NEW_NAME_FIELD_NUMBER: _ClassVar[int]
    OLD_SUBMISSION_ID_FIELD_NUMBER: _ClassVar[int]
    OLD_NAME_FIELD_NUMBER: _ClassVar[int]
    SUBMISSION_IDS_FIELD_NUMBER: _ClassVar[int]
    ELO0_FIELD_NUMBER: _ClassVar[int]
    ELO1_FIELD_NUMBER: _ClassVar[int]
    MOST_BLOCK_COUNT_FIELD_NUMBER: _ClassVar[int]
    FIXED_FIELD_NUMBER: _ClassVar[int]
    BLOCK_COUNT_FIELD_NUMBER: _ClassVar[int]
    SCORE_COUNTS_FIELD_NUMBER: _ClassVar[int]
    LLR_FIELD_NUMBER: _ClassVar[int]
    LOWER_BOUND_FIELD_NUMBER: _ClassVar[int]
    UPPER_BOUND_FIELD_NUMBER: _ClassVar[int]
    VERDICT_FIELD_NUMBER: _ClassVar[int]
    DIFFERENCE_FIELD_NUMBER: _ClassVar[int]
    END_TIME_FIELD_NUMBER: _ClassVar[int]
    comparison_id: str
    new_submission_id: str
    new_name: str
    old_submission_id: str
    old_name: str
    submission_ids: _containers.RepeatedScalarFieldContainer[str]
    elo0: float
    elo1: float
    most_block_count: int
    fixed: bool
    block_count: int
    score_counts: _containers.RepeatedScalarFieldContainer[int]
    llr: float
    lower_bound: float
    upper_bound: float
    verdict: Comparison.Verdict
    difference: Comparison.Difference
    end_time: _timestamp_pb2.Timestamp
    def __init__(self, comparison_id: _Optional[str] = ..., new_submission_id: _Optional[str] = ..., new_name: _Optional[str] = ..., old_submission_id: _Optional[str] = ..., old_name: _Optional[str] = ..., submission_ids: _Optional[_Iterable[str]] = ..., elo0: _Optional[float] = ..., elo1: _Optional[float] = ..., most_block_count: _Optional[int] = ..., fixed: bool = ..., block_count: _Optional[int] = ..., score_counts: _Optional[_Iterable[int]] = ..., llr: _Optional[float] = ..., lower_bound: _Optional[float] = ..., upper_bound: _Optional[float] = ..., verdict: _Optional[_Union[Comparison.Verdict, str]] = ..., difference: _Optional[_Union[Comparison.Difference, _Mapping]] = ..., end_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class StartComparisonRequest(_message.Message):
    __slots__ = ("new_submission_id", "old_submission_id", "other_submission_ids", "seat_count", "options", "clock", "elo0", "elo1", "most_block_count", "fixed", "request_id")
    NEW_SUBMISSION_ID_FIELD_NUMBER: _ClassVar[int]
    OLD_SUBMISSION_ID_FIELD_NUMBER: _ClassVar[int]
    OTHER_SUBMISSION_IDS_FIELD_NUMBER: _ClassVar[int]
    SEAT_COUNT_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    ELO0_FIELD_NUMBER: _ClassVar[int]
    ELO1_FIELD_NUMBER: _ClassVar[int]
    MOST_BLOCK_COUNT_FIELD_NUMBER: _ClassVar[int]
    FIXED_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    new_submission_id: str
    old_submission_id: str
    other_submission_ids: _containers.RepeatedScalarFieldContainer[str]
    seat_count: int
    options: _struct_pb2.Struct
    clock: _match_pb2.Clock
    elo0: float
    elo1: float
    most_block_count: int
    fixed: bool
    request_id: str
    def __init__(self, new_submission_id: _Optional[str] = ..., old_submission_id: _Optional[str] = ..., other_submission_ids: _Optional[_Iterable[str]] = ..., seat_count: _Optional[int] = ..., options: _Optional[_Union[_struct_pb2.Struct, _Mapping]] = ..., clock: _Optional[_Union[_match_pb2.Clock, _Mapping]] = ..., elo0: _Optional[float] = ..., elo1: _Optional[float] = ..., most_block_count: _Optional[int] = ..., fixed: bool = ..., request_id: _Optional[str] = ...) -> None: ...

class StartComparisonResponse(_message.Message):
    __slots__ = ("comparison",)
    COMPARISON_FIELD_NUMBER: _ClassVar[int]
    comparison: Comparison
    def __init__(self, comparison: _Optional[_Union[Comparison, _Mapping]] = ...) -> None: ...

class GetComparisonRequest(_message.Message):
    __slots__ = ("comparison_id",)
    COMPARISON_ID_FIELD_NUMBER: _ClassVar[int]
    comparison_id: str
    def __init__(self, comparison_id: _Optional[str] = ...) -> None: ...

class GetComparisonResponse(_message.Message):
    __slots__ = ("comparison",)
    COMPARISON_FIELD_NUMBER: _ClassVar[int]
    comparison: Comparison
    def __init__(self, comparison: _Optional[_Union[Comparison, _Mapping]] = ...) -> None: ...

class WatchComparisonRequest(_message.Message):
    __slots__ = ("comparison_id",)
    COMPARISON_ID_FIELD_NUMBER: _ClassVar[int]
    comparison_id: str
    def __init__(self, comparison_id: _Optional[str] = ...) -> None: ...

class WatchComparisonResponse(_message.Message):
    __slots__ = ("comparison",)
    COMPARISON_FIELD_NUMBER: _ClassVar[int]
    comparison: Comparison
    def __init__(self, comparison: _Optional[_Union[Comparison, _Mapping]] = ...) -> None: ...

class StopComparisonRequest(_message.Message):
    __slots__ = ("comparison_id",)
    COMPARISON_ID_FIELD_NUMBER: _ClassVar[int]
    comparison_id: str
    def __init__(self, comparison_id: _Optional[str] = ...) -> None: ...

class StopComparisonResponse(_message.Message):
    __slots__ = ("comparison",)
    COMPARISON_FIELD_NUMBER: _ClassVar[int]
    comparison: Comparison
    def __init__(self, comparison: _Optional[_Union[Comparison, _Mapping]] = ...) -> None: ...
