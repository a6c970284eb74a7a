import pytest
from google.protobuf.message import Message
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo, ResourceInfo, RetryInfo
from google.rpc.status_pb2 import Status
from grpc import StatusCode
from grpc_status import rpc_status

from arena.rpc.errors import expected_status, unexpected_status
from arena.service.errors import (
    AlreadyExists,
    ArenaError,
    InvalidArgument,
    NotAllowed,
    NotFound,
    TooMany,
    Unauthenticated,
    Unavailable,
    WrongState,
)
from arena.service.relay_ports import RelayLost

_EVERY = {
    InvalidArgument("name", "is empty"): StatusCode.INVALID_ARGUMENT,
    NotFound("bot", "hal"): StatusCode.NOT_FOUND,
    AlreadyExists("bot", "hal"): StatusCode.ALREADY_EXISTS,
    WrongState("it is over"): StatusCode.FAILED_PRECONDITION,
    Unauthenticated("who are you"): StatusCode.UNAUTHENTICATED,
    NotAllowed("not yours"): StatusCode.PERMISSION_DENIED,
    TooMany("calls", "at most 3 calls a minute", 2.5): StatusCode.RESOURCE_EXHAUSTED,
    Unavailable("down"): StatusCode.UNAVAILABLE,
    RelayLost("connection reset"): StatusCode.UNAVAILABLE,
}


def _details(status: Status) -> dict[type[Message], Message]:
    found = {}
    for packed in status.details:
        for kind in (ErrorInfo, BadRequest, ResourceInfo, RetryInfo):
            if packed.Is(kind.DESCRIPTOR):
                found[kind] = detail = kind()
                packed.Unpack(detail)
    return found


def test_the_table_has_every_error_of_the_service() -> None:
    assert {type(error) for error in _EVERY} == {*ArenaError.__subclasses__(), RelayLost}


@pytest.mark.parametrize("error", _EVERY, ids=lambda error: type(error).__name__)
def test_every_error_has_its_code_and_a_reason(error: ArenaError | RelayLost) -> None:
    status = expected_status(error)

    info = _details(status)[ErrorInfo]
    assert status.code == _EVERY[error].value[0]
    assert isinstance(info, ErrorInfo)
    assert (info.domain, info.reason.isupper()) == ("botarena.dev", True)


def test_errors_say_what_a_program_can_act_on() -> None:
    bad = _details(expected_status(InvalidArgument("name", "is empty")))
    missing = _details(expected_status(NotFound("bot", "hal")))
    down = _details(expected_status(Unavailable("down")))

    assert bad[BadRequest] == BadRequest(
        field_violations=[BadRequest.FieldViolation(field="name", description="is empty")]
    )
    assert missing[ResourceInfo] == ResourceInfo(resource_type="bot", resource_name="hal")
    assert RetryInfo in down


def test_where_the_relay_is_is_nobodys_business() -> None:
    assert "10.0.0.7" not in str(expected_status(RelayLost("10.0.0.7 refused")))


@pytest.mark.parametrize("letter", ["x", "€", "🂡", "\0"])
def test_a_status_fits_into_trailers_however_long_the_text(letter: str) -> None:
    long = 100_000 * letter
    for error in (InvalidArgument(long, long), NotFound("bot", long), WrongState(long)):
        status = rpc_status.to_status(expected_status(error))
        ((_, packed),) = status.trailing_metadata
        in_percents, in_base64 = 3 * len(status.details.encode()), 4 * len(packed) // 3

        assert in_percents + in_base64 < 8 * 1024


def test_a_failure_of_our_own_is_told_by_its_incident_alone() -> None:
    status = unexpected_status("c0ffee")

    assert status.code == StatusCode.INTERNAL.value[0]
    assert "c0ffee" in status.message
    assert set(_details(status)) == {ErrorInfo}
