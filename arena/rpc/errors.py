"""What a caller is told when a call goes wrong: one table from our errors to canonical codes.

Every status carries a `google.rpc.ErrorInfo`, and beside it what its kind of error has to add.
"""

import math
from collections.abc import Iterator, Mapping

from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from google.rpc.error_details_pb2 import (
    BadRequest,
    ErrorInfo,
    ResourceInfo,
    RetryInfo,
)
from google.rpc.status_pb2 import Status
from grpc import StatusCode

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

DOMAIN = "botarena.dev"

_CODES: Mapping[type[ArenaError | RelayLost], tuple[StatusCode, str]] = {
    InvalidArgument: (StatusCode.INVALID_ARGUMENT, "INVALID_ARGUMENT"),
    NotFound: (StatusCode.NOT_FOUND, "NOT_FOUND"),
    AlreadyExists: (StatusCode.ALREADY_EXISTS, "ALREADY_EXISTS"),
    WrongState: (StatusCode.FAILED_PRECONDITION, "WRONG_STATE"),
    Unauthenticated: (StatusCode.UNAUTHENTICATED, "UNAUTHENTICATED"),
    NotAllowed: (StatusCode.PERMISSION_DENIED, "NOT_ALLOWED"),
    TooMany: (StatusCode.RESOURCE_EXHAUSTED, "TOO_MANY"),
    Unavailable: (StatusCode.UNAVAILABLE, "UNAVAILABLE"),
    RelayLost: (StatusCode.UNAVAILABLE, "UNAVAILABLE"),
}

_TEXT = 200
"""A status travels in trailers of at most 8 KiB, where a character may take twelve bytes."""

_RETRY_S = 1


def expected_status(error: ArenaError | RelayLost) -> Status:
    """Returns what a caller is told of an error that has its line in the table."""
    code, reason = _CODES[type(error)]
    text = "the relay is down; try again later" if isinstance(error, RelayLost) else str(error)
    return _status(code, reason, text, *_details(error), **_metadata(error))


def unexpected_status(incident: str) -> Status:
    """Returns all that a caller is told of a failure of our own: where to find it in our log."""
    text = f"the arena failed; its operators find why under incident {incident}"
    return _status(StatusCode.INTERNAL, "INTERNAL", text, incident=incident)


def _status(code: StatusCode, reason: str, text: str, *details: Message, **metadata: str) -> Status:
    info = ErrorInfo(reason=reason, domain=DOMAIN, metadata=metadata)
    return Status(code=code.value[0], message=_short(text), details=map(_packed, (info, *details)))


def _metadata(error: ArenaError | RelayLost) -> dict[str, str]:
    match error:
        case InvalidArgument():
            return {"field": _short(error.field)}
        case NotFound() | AlreadyExists():
            return {"kind": error.kind, "key": _short(error.key)}
        case TooMany():
            return {"limit": error.limit}
        case _:
            return {}


def _details(error: ArenaError | RelayLost) -> Iterator[Message]:
    match error:
        case InvalidArgument():
            violation = BadRequest.FieldViolation(
                field=_short(error.field), description=_short(error.why)
            )
            yield BadRequest(field_violations=[violation])
        case NotFound() | AlreadyExists():
            yield ResourceInfo(resource_type=error.kind, resource_name=_short(error.key))
        case TooMany():
            delay = Duration()
            delay.FromMilliseconds(math.ceil(error.retry_s * 1000))
            yield RetryInfo(retry_delay=delay)
        case Unavailable() | RelayLost():
            yield RetryInfo(retry_delay=Duration(seconds=_RETRY_S))


def _packed(message: Message) -> AnyMessage:
    packed = AnyMessage()
    packed.Pack(message)
    return packed


def _short(text: str) -> str:
    return text if len(text) <= _TEXT else text[: _TEXT - 1] + "…"
