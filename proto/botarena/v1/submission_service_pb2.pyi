import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Submission(_message.Message):
    __slots__ = ("submission_id", "bot_id", "bot_name", "number", "kind", "retired", "online", "create_time", "state", "state_reason")
    class Kind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        KIND_UNSPECIFIED: _ClassVar[Submission.Kind]
        KIND_REMOTE: _ClassVar[Submission.Kind]
        KIND_HOSTED: _ClassVar[Submission.Kind]
    KIND_UNSPECIFIED: Submission.Kind
    KIND_REMOTE: Submission.Kind
    KIND_HOSTED: Submission.Kind
    class State(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        STATE_UNSPECIFIED: _ClassVar[Submission.State]
        STATE_CHECKING: _ClassVar[Submission.State]
        STATE_BUILDING: _ClassVar[Submission.State]
        STATE_QUALIFYING: _ClassVar[Submission.State]
        STATE_ACTIVE: _ClassVar[Submission.State]
        STATE_REFUSED: _ClassVar[Submission.State]
    STATE_UNSPECIFIED: Submission.State
    STATE_CHECKING: Submission.State
    STATE_BUILDING: Submission.State
    STATE_QUALIFYING: Submission.State
    STATE_ACTIVE: Submission.State
    STATE_REFUSED: Submission.State
    SUBMISSION_ID_FIELD_NUMBER: _ClassVar[int]
    BOT_ID_FIELD_NUMBER: _ClassVar[int]
    BOT_NAME_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    RETIRED_FIELD_NUMBER: _ClassVar[int]
    ONLINE_FIELD_NUMBER: _ClassVar[int]
    CREATE_TIME_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    STATE_REASON_FIELD_NUMBER: _ClassVar[int]
    submission_id: str
    bot_id: str
    bot_name: str
    number: int
    kind: Submission.Kind
    retired: bool
    online: bool
    create_time: _timestamp_pb2.Timestamp
    state: Submission.State
    state_reason: str
    def __init__(self, submission_id: _Optional[str] = ..., bot_id: _Optional[str] = ..., bot_name: _Optional[str] = ..., number: _Optional[int] = ..., kind: _Optional[_Union[Submission.Kind, str]] = ..., retired: bool = ..., online: bool = ..., create_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., state: _Optional[_Union[Submission.State, str]] = ..., state_reason: _Optional[str] = ...) -> None: ...

class CreateSubmissionRequest(_message.Message):
    __slots__ = ("bot_id", "request_id")
    BOT_ID_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    bot_id: str
    request_id: str
    def __init__(self, bot_id: _Optional[str] = ..., request_id: _Optional[str] = ...) -> None: ...

class CreateSubmissionResponse(_message.Message):
    __slots__ = ("submission",)
    SUBMISSION_FIELD_NUMBER: _ClassVar[int]
    submission: Submission
    def __init__(self, submission: _Optional[_Union[Submission, _Mapping]] = ...) -> None: ...

class UploadSubmissionRequest(_message.Message):
    __slots__ = ("metadata", "chunk")
    METADATA_FIELD_NUMBER: _ClassVar[int]
    CHUNK_FIELD_NUMBER: _ClassVar[int]
    metadata: UploadMetadata
    chunk: bytes
    def __init__(self, metadata: _Optional[_Union[UploadMetadata, _Mapping]] = ..., chunk: _Optional[bytes] = ...) -> None: ...

class UploadMetadata(_message.Message):
    __slots__ = ("sha256", "size_bytes", "request_id")
    SHA256_FIELD_NUMBER: _ClassVar[int]
    SIZE_BYTES_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    sha256: str
    size_bytes: int
    request_id: str
    def __init__(self, sha256: _Optional[str] = ..., size_bytes: _Optional[int] = ..., request_id: _Optional[str] = ...) -> None: ...

class UploadSubmissionResponse(_message.Message):
    __slots__ = ("submission", "submissions")
    SUBMISSION_FIELD_NUMBER: _ClassVar[int]
    SUBMISSIONS_FIELD_NUMBER: _ClassVar[int]
    submission: Submission
    submissions: _containers.RepeatedCompositeFieldContainer[Submission]
    def __init__(self, submission: _Optional[_Union[Submission, _Mapping]] = ..., submissions: _Optional[_Iterable[_Union[Submission, _Mapping]]] = ...) -> None: ...

class DownloadBotLogRequest(_message.Message):
    __slots__ = ("submission_id", "match_id", "seat")
    SUBMISSION_ID_FIELD_NUMBER: _ClassVar[int]
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    submission_id: str
    match_id: str
    seat: int
    def __init__(self, submission_id: _Optional[str] = ..., match_id: _Optional[str] = ..., seat: _Optional[int] = ...) -> None: ...

class DownloadBotLogResponse(_message.Message):
    __slots__ = ("chunk",)
    CHUNK_FIELD_NUMBER: _ClassVar[int]
    chunk: bytes
    def __init__(self, chunk: _Optional[bytes] = ...) -> None: ...

class DownloadArchiveRequest(_message.Message):
    __slots__ = ("submission_id",)
    SUBMISSION_ID_FIELD_NUMBER: _ClassVar[int]
    submission_id: str
    def __init__(self, submission_id: _Optional[str] = ...) -> None: ...

class DownloadArchiveResponse(_message.Message):
    __slots__ = ("chunk",)
    CHUNK_FIELD_NUMBER: _ClassVar[int]
    chunk: bytes
    def __init__(self, chunk: _Optional[bytes] = ...) -> None: ...

class GetSubmissionRequest(_message.Message):
    __slots__ = ("submission_id",)
    SUBMISSION_ID_FIELD_NUMBER: _ClassVar[int]
    submission_id: str
    def __init__(self, submission_id: _Optional[str] = ...) -> None: ...

class GetSubmissionResponse(_message.Message):
    __slots__ = ("submission",)
    SUBMISSION_FIELD_NUMBER: _ClassVar[int]
    submission: Submission
    def __init__(self, submission: _Optional[_Union[Submission, _Mapping]] = ...) -> None: ...

class ListSubmissionsRequest(_message.Message):
    __slots__ = ("bot_id", "page_size", "page_token")
    BOT_ID_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    bot_id: str
    page_size: int
    page_token: str
    def __init__(self, bot_id: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListSubmissionsResponse(_message.Message):
    __slots__ = ("submissions", "next_page_token")
    SUBMISSIONS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    submissions: _containers.RepeatedCompositeFieldContainer[Submission]
    next_page_token: str
    def __init__(self, submissions: _Optional[_Iterable[_Union[Submission, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class RetireSubmissionRequest(_message.Message):
    __slots__ = ("submission_id",)
    SUBMISSION_ID_FIELD_NUMBER: _ClassVar[int]
    submission_id: str
    def __init__(self, submission_id: _Optional[str] = ...) -> None: ...

class RetireSubmissionResponse(_message.Message):
    __slots__ = ("submission",)
    SUBMISSION_FIELD_NUMBER: _ClassVar[int]
    submission: Submission
    def __init__(self, submission: _Optional[_Union[Submission, _Mapping]] = ...) -> None: ...
