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

class Tournament(_message.Message):
    __slots__ = ("tournament_id", "name", "game", "seat_count", "clock", "faults_allowed", "format", "round_count", "advancing_count", "same_author_allowed", "state", "commitment", "seed", "entry_count", "opened_round_count", "table_count", "counted_table_count", "void_table_count", "create_time", "start_time", "end_time", "scheduled_start_time", "repeat", "entry_ladder_id", "edition", "note")
    class Format(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        FORMAT_UNSPECIFIED: _ClassVar[Tournament.Format]
        FORMAT_ROUND_ROBIN: _ClassVar[Tournament.Format]
        FORMAT_SWISS: _ClassVar[Tournament.Format]
        FORMAT_KNOCKOUT: _ClassVar[Tournament.Format]
        FORMAT_GAUNTLET: _ClassVar[Tournament.Format]
    FORMAT_UNSPECIFIED: Tournament.Format
    FORMAT_ROUND_ROBIN: Tournament.Format
    FORMAT_SWISS: Tournament.Format
    FORMAT_KNOCKOUT: Tournament.Format
    FORMAT_GAUNTLET: Tournament.Format
    class State(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        STATE_UNSPECIFIED: _ClassVar[Tournament.State]
        STATE_ENTERING: _ClassVar[Tournament.State]
        STATE_RUNNING: _ClassVar[Tournament.State]
        STATE_PAUSED: _ClassVar[Tournament.State]
        STATE_FINISHED: _ClassVar[Tournament.State]
        STATE_CANCELLED: _ClassVar[Tournament.State]
    STATE_UNSPECIFIED: Tournament.State
    STATE_ENTERING: Tournament.State
    STATE_RUNNING: Tournament.State
    STATE_PAUSED: Tournament.State
    STATE_FINISHED: Tournament.State
    STATE_CANCELLED: Tournament.State
    TOURNAMENT_ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    SEAT_COUNT_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    FAULTS_ALLOWED_FIELD_NUMBER: _ClassVar[int]
    FORMAT_FIELD_NUMBER: _ClassVar[int]
    ROUND_COUNT_FIELD_NUMBER: _ClassVar[int]
    ADVANCING_COUNT_FIELD_NUMBER: _ClassVar[int]
    SAME_AUTHOR_ALLOWED_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    ENTRY_COUNT_FIELD_NUMBER: _ClassVar[int]
    OPENED_ROUND_COUNT_FIELD_NUMBER: _ClassVar[int]
    TABLE_COUNT_FIELD_NUMBER: _ClassVar[int]
    COUNTED_TABLE_COUNT_FIELD_NUMBER: _ClassVar[int]
    VOID_TABLE_COUNT_FIELD_NUMBER: _ClassVar[int]
    CREATE_TIME_FIELD_NUMBER: _ClassVar[int]
    START_TIME_FIELD_NUMBER: _ClassVar[int]
    END_TIME_FIELD_NUMBER: _ClassVar[int]
    SCHEDULED_START_TIME_FIELD_NUMBER: _ClassVar[int]
    REPEAT_FIELD_NUMBER: _ClassVar[int]
    ENTRY_LADDER_ID_FIELD_NUMBER: _ClassVar[int]
    EDITION_FIELD_NUMBER: _ClassVar[int]
    NOTE_FIELD_NUMBER: _ClassVar[int]
    tournament_id: str
    name: str
    game: _match_pb2.GameRef
    seat_count: int
    clock: _match_pb2.Clock
    faults_allowed: int
    format: Tournament.Format
    round_count: int
    advancing_count: int
    same_author_allowed: bool
    state: Tournament.State
    commitment: str
    seed: bytes
    entry_count: int
    opened_round_count: int
    table_count: int
    counted_table_count: int
    void_table_count: int
    create_time: _timestamp_pb2.Timestamp
    start_time: _timestamp_pb2.Timestamp
    end_time: _timestamp_pb2.Timestamp
    scheduled_start_time: _timestamp_pb2.Timestamp
    repeat: str
    entry_ladder_id: str
    edition: int
    note: str
    def __init__(self, tournament_id: _Optional[str] = ..., name: _Optional[str] = ..., game: _Optional[_Union[_match_pb2.GameRef, _Mapping]] = ..., seat_count: _Optional[int] = ..., clock: _Optional[_Union[_match_pb2.Clock, _Mapping]] = ..., faults_allowed: _Optional[int] = ..., format: _Optional[_Union[Tournament.Format, str]] = ..., round_count: _Optional[int] = ..., advancing_count: _Optional[int] = ..., same_author_allowed: bool = ..., state: _Optional[_Union[Tournament.State, str]] = ..., commitment: _Optional[str] = ..., seed: _Optional[bytes] = ..., entry_count: _Optional[int] = ..., opened_round_count: _Optional[int] = ..., table_count: _Optional[int] = ..., counted_table_count: _Optional[int] = ..., void_table_count: _Optional[int] = ..., create_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., start_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., end_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., scheduled_start_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., repeat: _Optional[str] = ..., entry_ladder_id: _Optional[str] = ..., edition: _Optional[int] = ..., note: _Optional[str] = ...) -> None: ...

class Entry(_message.Message):
    __slots__ = ("number", "submission_id", "bot_name", "submission_number", "author_name", "enter_time")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    SUBMISSION_ID_FIELD_NUMBER: _ClassVar[int]
    BOT_NAME_FIELD_NUMBER: _ClassVar[int]
    SUBMISSION_NUMBER_FIELD_NUMBER: _ClassVar[int]
    AUTHOR_NAME_FIELD_NUMBER: _ClassVar[int]
    ENTER_TIME_FIELD_NUMBER: _ClassVar[int]
    number: int
    submission_id: str
    bot_name: str
    submission_number: int
    author_name: str
    enter_time: _timestamp_pb2.Timestamp
    def __init__(self, number: _Optional[int] = ..., submission_id: _Optional[str] = ..., bot_name: _Optional[str] = ..., submission_number: _Optional[int] = ..., author_name: _Optional[str] = ..., enter_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class Round(_message.Message):
    __slots__ = ("number", "tables", "bye_submission_ids", "open_time")
    class Table(_message.Message):
        __slots__ = ("number", "block_id", "state", "participants", "match_ids", "play_count")
        class State(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
            __slots__ = ()
            STATE_UNSPECIFIED: _ClassVar[Round.Table.State]
            STATE_OPEN: _ClassVar[Round.Table.State]
            STATE_COUNTED: _ClassVar[Round.Table.State]
            STATE_VOID: _ClassVar[Round.Table.State]
        STATE_UNSPECIFIED: Round.Table.State
        STATE_OPEN: Round.Table.State
        STATE_COUNTED: Round.Table.State
        STATE_VOID: Round.Table.State
        class Participant(_message.Message):
            __slots__ = ("submission_id", "bot_name", "submission_number", "points")
            SUBMISSION_ID_FIELD_NUMBER: _ClassVar[int]
            BOT_NAME_FIELD_NUMBER: _ClassVar[int]
            SUBMISSION_NUMBER_FIELD_NUMBER: _ClassVar[int]
            POINTS_FIELD_NUMBER: _ClassVar[int]
            submission_id: str
            bot_name: str
            submission_number: int
            points: float
            def __init__(self, submission_id: _Optional[str] = ..., bot_name: _Optional[str] = ..., submission_number: _Optional[int] = ..., points: _Optional[float] = ...) -> None: ...
        NUMBER_FIELD_NUMBER: _ClassVar[int]
        BLOCK_ID_FIELD_NUMBER: _ClassVar[int]
        STATE_FIELD_NUMBER: _ClassVar[int]
        PARTICIPANTS_FIELD_NUMBER: _ClassVar[int]
        MATCH_IDS_FIELD_NUMBER: _ClassVar[int]
        PLAY_COUNT_FIELD_NUMBER: _ClassVar[int]
        number: int
        block_id: str
        state: Round.Table.State
        participants: _containers.RepeatedCompositeFieldContainer[Round.Table.Participant]
        match_ids: _containers.RepeatedScalarFieldContainer[str]
        play_count: int
        def __init__(self, number: _Optional[int] = ..., block_id: _Optional[str] = ..., state: _Optional[_Union[Round.Table.State, str]] = ..., participants: _Optional[_Iterable[_Union[Round.Table.Participant, _Mapping]]] = ..., match_ids: _Optional[_Iterable[str]] = ..., play_count: _Optional[int] = ...) -> None: ...
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    TABLES_FIELD_NUMBER: _ClassVar[int]
    BYE_SUBMISSION_IDS_FIELD_NUMBER: _ClassVar[int]
    OPEN_TIME_FIELD_NUMBER: _ClassVar[int]
    number: int
    tables: _containers.RepeatedCompositeFieldContainer[Round.Table]
    bye_submission_ids: _containers.RepeatedScalarFieldContainer[str]
    open_time: _timestamp_pb2.Timestamp
    def __init__(self, number: _Optional[int] = ..., tables: _Optional[_Iterable[_Union[Round.Table, _Mapping]]] = ..., bye_submission_ids: _Optional[_Iterable[str]] = ..., open_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class Placing(_message.Message):
    __slots__ = ("place", "submission_id", "bot_name", "submission_number", "author_name", "table_count", "points", "tie_breaks")
    PLACE_FIELD_NUMBER: _ClassVar[int]
    SUBMISSION_ID_FIELD_NUMBER: _ClassVar[int]
    BOT_NAME_FIELD_NUMBER: _ClassVar[int]
    SUBMISSION_NUMBER_FIELD_NUMBER: _ClassVar[int]
    AUTHOR_NAME_FIELD_NUMBER: _ClassVar[int]
    TABLE_COUNT_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    TIE_BREAKS_FIELD_NUMBER: _ClassVar[int]
    place: int
    submission_id: str
    bot_name: str
    submission_number: int
    author_name: str
    table_count: int
    points: float
    tie_breaks: _containers.RepeatedScalarFieldContainer[float]
    def __init__(self, place: _Optional[int] = ..., submission_id: _Optional[str] = ..., bot_name: _Optional[str] = ..., submission_number: _Optional[int] = ..., author_name: _Optional[str] = ..., table_count: _Optional[int] = ..., points: _Optional[float] = ..., tie_breaks: _Optional[_Iterable[float]] = ...) -> None: ...

class CreateTournamentRequest(_message.Message):
    __slots__ = ("name", "game_name", "options", "seat_count", "clock", "faults_allowed", "format", "round_count", "advancing_count", "same_author_allowed", "scheduled_start_time", "repeat", "entry_ladder_id")
    NAME_FIELD_NUMBER: _ClassVar[int]
    GAME_NAME_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    SEAT_COUNT_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    FAULTS_ALLOWED_FIELD_NUMBER: _ClassVar[int]
    FORMAT_FIELD_NUMBER: _ClassVar[int]
    ROUND_COUNT_FIELD_NUMBER: _ClassVar[int]
    ADVANCING_COUNT_FIELD_NUMBER: _ClassVar[int]
    SAME_AUTHOR_ALLOWED_FIELD_NUMBER: _ClassVar[int]
    SCHEDULED_START_TIME_FIELD_NUMBER: _ClassVar[int]
    REPEAT_FIELD_NUMBER: _ClassVar[int]
    ENTRY_LADDER_ID_FIELD_NUMBER: _ClassVar[int]
    name: str
    game_name: str
    options: _struct_pb2.Struct
    seat_count: int
    clock: _match_pb2.Clock
    faults_allowed: int
    format: Tournament.Format
    round_count: int
    advancing_count: int
    same_author_allowed: bool
    scheduled_start_time: _timestamp_pb2.Timestamp
    repeat: str
    entry_ladder_id: str
    def __init__(self, name: _Optional[str] = ..., game_name: _Optional[str] = ..., options: _Optional[_Union[_struct_pb2.Struct, _Mapping]] = ..., seat_count: _Optional[int] = ..., clock: _Optional[_Union[_match_pb2.Clock, _Mapping]] = ..., faults_allowed: _Optional[int] = ..., format: _Optional[_Union[Tournament.Format, str]] = ..., round_count: _Optional[int] = ..., advancing_count: _Optional[int] = ..., same_author_allowed: bool = ..., scheduled_start_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., repeat: _Optional[str] = ..., entry_ladder_id: _Optional[str] = ...) -> None: ...

class CreateTournamentResponse(_message.Message):
    __slots__ = ("tournament",)
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    tournament: Tournament
    def __init__(self, tournament: _Optional[_Union[Tournament, _Mapping]] = ...) -> None: ...

class GetTournamentRequest(_message.Message):
    __slots__ = ("tournament_id",)
    TOURNAMENT_ID_FIELD_NUMBER: _ClassVar[int]
    tournament_id: str
    def __init__(self, tournament_id: _Optional[str] = ...) -> None: ...

class GetTournamentResponse(_message.Message):
    __slots__ = ("tournament",)
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    tournament: Tournament
    def __init__(self, tournament: _Optional[_Union[Tournament, _Mapping]] = ...) -> None: ...

class ListTournamentsRequest(_message.Message):
    __slots__ = ("page_size", "page_token")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListTournamentsResponse(_message.Message):
    __slots__ = ("tournaments", "next_page_token")
    TOURNAMENTS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    tournaments: _containers.RepeatedCompositeFieldContainer[Tournament]
    next_page_token: str
    def __init__(self, tournaments: _Optional[_Iterable[_Union[Tournament, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class EnterTournamentRequest(_message.Message):
    __slots__ = ("tournament_id", "submission_id")
    TOURNAMENT_ID_FIELD_NUMBER: _ClassVar[int]
    SUBMISSION_ID_FIELD_NUMBER: _ClassVar[int]
    tournament_id: str
    submission_id: str
    def __init__(self, tournament_id: _Optional[str] = ..., submission_id: _Optional[str] = ...) -> None: ...

class EnterTournamentResponse(_message.Message):
    __slots__ = ("entry",)
    ENTRY_FIELD_NUMBER: _ClassVar[int]
    entry: Entry
    def __init__(self, entry: _Optional[_Union[Entry, _Mapping]] = ...) -> None: ...

class WithdrawEntryRequest(_message.Message):
    __slots__ = ("tournament_id", "submission_id")
    TOURNAMENT_ID_FIELD_NUMBER: _ClassVar[int]
    SUBMISSION_ID_FIELD_NUMBER: _ClassVar[int]
    tournament_id: str
    submission_id: str
    def __init__(self, tournament_id: _Optional[str] = ..., submission_id: _Optional[str] = ...) -> None: ...

class WithdrawEntryResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class StartTournamentRequest(_message.Message):
    __slots__ = ("tournament_id", "seeding_ladder_id")
    TOURNAMENT_ID_FIELD_NUMBER: _ClassVar[int]
    SEEDING_LADDER_ID_FIELD_NUMBER: _ClassVar[int]
    tournament_id: str
    seeding_ladder_id: str
    def __init__(self, tournament_id: _Optional[str] = ..., seeding_ladder_id: _Optional[str] = ...) -> None: ...

class StartTournamentResponse(_message.Message):
    __slots__ = ("tournament",)
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    tournament: Tournament
    def __init__(self, tournament: _Optional[_Union[Tournament, _Mapping]] = ...) -> None: ...

class PauseTournamentRequest(_message.Message):
    __slots__ = ("tournament_id", "paused")
    TOURNAMENT_ID_FIELD_NUMBER: _ClassVar[int]
    PAUSED_FIELD_NUMBER: _ClassVar[int]
    tournament_id: str
    paused: bool
    def __init__(self, tournament_id: _Optional[str] = ..., paused: bool = ...) -> None: ...

class PauseTournamentResponse(_message.Message):
    __slots__ = ("tournament",)
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    tournament: Tournament
    def __init__(self, tournament: _Optional[_Union[Tournament, _Mapping]] = ...) -> None: ...

class CancelTournamentRequest(_message.Message):
    __slots__ = ("tournament_id",)
    TOURNAMENT_ID_FIELD_NUMBER: _ClassVar[int]
    tournament_id: str
    def __init__(self, tournament_id: _Optional[str] = ...) -> None: ...

class CancelTournamentResponse(_message.Message):
    __slots__ = ("tournament",)
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    tournament: Tournament
    def __init__(self, tournament: _Optional[_Union[Tournament, _Mapping]] = ...) -> None: ...

class PlayVoidAgainRequest(_message.Message):
    __slots__ = ("tournament_id",)
    TOURNAMENT_ID_FIELD_NUMBER: _ClassVar[int]
    tournament_id: str
    def __init__(self, tournament_id: _Optional[str] = ...) -> None: ...

class PlayVoidAgainResponse(_message.Message):
    __slots__ = ("table_count",)
    TABLE_COUNT_FIELD_NUMBER: _ClassVar[int]
    table_count: int
    def __init__(self, table_count: _Optional[int] = ...) -> None: ...

class ListEntriesRequest(_message.Message):
    __slots__ = ("tournament_id", "page_size", "page_token")
    TOURNAMENT_ID_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    tournament_id: str
    page_size: int
    page_token: str
    def __init__(self, tournament_id: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListEntriesResponse(_message.Message):
    __slots__ = ("entries", "next_page_token")
    ENTRIES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    entries: _containers.RepeatedCompositeFieldContainer[Entry]
    next_page_token: str
    def __init__(self, entries: _Optional[_Iterable[_Union[Entry, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class ListRoundsRequest(_message.Message):
    __slots__ = ("tournament_id", "page_size", "page_token")
    TOURNAMENT_ID_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    tournament_id: str
    page_size: int
    page_token: str
    def __init__(self, tournament_id: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListRoundsResponse(_message.Message):
    __slots__ = ("rounds", "next_page_token")
    ROUNDS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    rounds: _containers.RepeatedCompositeFieldContainer[Round]
    next_page_token: str
    def __init__(self, rounds: _Optional[_Iterable[_Union[Round, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class ListPlacingsRequest(_message.Message):
    __slots__ = ("tournament_id", "page_size", "page_token")
    TOURNAMENT_ID_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    tournament_id: str
    page_size: int
    page_token: str
    def __init__(self, tournament_id: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListPlacingsResponse(_message.Message):
    __slots__ = ("placings", "next_page_token")
    PLACINGS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    placings: _containers.RepeatedCompositeFieldContainer[Placing]
    next_page_token: str
    def __init__(self, placings: _Optional[_Iterable[_Union[Placing, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...
