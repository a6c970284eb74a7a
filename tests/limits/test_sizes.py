"""Every size that SECURITY.md names: as large as allowed is taken, one more is refused by name."""

from collections.abc import Callable

import grpc
import pytest
from google.rpc.error_details_pb2 import BadRequest
from google.rpc.status_pb2 import Status
from grpc import StatusCode
from grpc_status import rpc_status

from arena.service.records import Bot
from botarena.v1 import bot_service_pb2 as bots
from botarena.v1.bot_service_pb2_grpc import BotServiceStub
from tests.web.serving import Reader

from . import sending
from .place import UPLOAD_MB, Place

MIB = 1 << 20
MESSAGE, FORM = 256 << 10, 64 << 10
PAGE = 500

SIZES = [
    ("the name of a bot", sending.bot_name, 40, "name", "2 to 40"),
    ("the name of a ladder", sending.ladder_name, 40, "name", "2 to 40"),
    ("the name of a tournament", sending.tournament_name, 40, "name", "2 to 40"),
    ("the label of a key", sending.label, 80, "label", "at most 80"),
    ("a reason that an operator gives", sending.reason, 200, "reason", "1 to 200"),
    ("the id of a bot", sending.bot_id, 100, "bot_id", "at most 100"),
    ("the id of a match", sending.match_id, 100, "match_id", "at most 100"),
    ("a page token", sending.page_token, 1_000, "page_token", "at most 1000"),
    ("a lineup", sending.lineup, 100, "submission_ids", "at most 100"),
    ("options of a game", sending.options, 100, "options", "at most 100"),
    ("an option of a game", sending.option, 1_000, "options.one", "at most 1000"),
    ("an archive", sending.archive, UPLOAD_MB * MIB, "metadata.size_bytes", "1 to 1,048,576"),
    ("an archive, unpacked", sending.unpacked, 4 * UPLOAD_MB * MIB, "archive", "unpacks to more"),
    ("files of an archive", sending.files, 2_000, "archive", "more than 2,000 files"),
    ("a path in an archive", sending.path, 200, "archive", "too long"),
    ("the name of a file", sending.file_name, 100, "archive", "too long"),
    ("directories in one another", sending.depth, 20, "archive", "too deep"),
]


def complaint(here: Place, send: Callable[[Place, int], None], size: int) -> tuple[list[str], str]:
    """Returns the fields that a call was refused for, and what was said; nothing if it was not."""
    try:
        send(here, size)
    except grpc.RpcError as error:
        status, details = rpc_status.from_call(error) or Status(), BadRequest()
        any(packed.Unpack(details) for packed in status.details)
        return [violation.field for violation in details.field_violations], status.message
    return [], ""


@pytest.mark.parametrize(
    ("send", "most", "field", "says"), [row[1:] for row in SIZES], ids=[row[0] for row in SIZES]
)
def test_what_is_too_large_by_one_is_refused_by_name(
    here: Place, send: Callable[[Place, int], None], most: int, field: str, says: str
) -> None:
    _, below = complaint(here, send, most)
    fields, above = complaint(here, send, most + 1)

    assert says not in below
    assert (fields, says in above) == ([field], True), above


@pytest.mark.parametrize("method", ["GameService/ListGames", "PlayService/Play"])
def test_a_message_is_of_so_many_bytes_at_most(here: Place, method: str) -> None:
    def sent(size: int) -> StatusCode:
        # A field that no message has: whoever reads it passes over it.
        head = b"\xc2\x3e" + _varint(size - 5)
        message = head + bytes(size - len(head))
        call = here.wide.stream_stream(f"/botarena.v1.{method}")
        replies = call(iter([message]), metadata=here.person().metadata)
        try:
            list(replies)
        except grpc.RpcError:
            return replies.code()
        return replies.code()

    assert sent(MESSAGE) in (StatusCode.OK, StatusCode.INVALID_ARGUMENT)
    assert sent(MESSAGE + 1) is StatusCode.RESOURCE_EXHAUSTED


def _varint(number: int) -> bytes:
    """Three bytes, as all sizes here take."""
    return bytes([number & 0x7F | 0x80, number >> 7 & 0x7F | 0x80, number >> 14])


def test_a_page_has_so_many_entries_at_most(here: Place) -> None:
    author = here.person().author
    with here.wiring.open_unit() as unit:
        for n in range(PAGE + 1):
            unit.bots.add(
                Bot(f"many-{n}", f"many {n}", "scout", author.author_id, here.wiring.now())
            )

    def page(size: int) -> int:
        request = bots.ListBotsRequest(page_size=size, author_id=author.author_id)
        return len(BotServiceStub(here.wide).ListBots(request).bots)

    assert [page(PAGE - 1), page(PAGE), page(PAGE + 1)] == [PAGE - 1, PAGE, PAGE]


def test_a_form_is_of_so_many_bytes_at_most(here: Place) -> None:
    def sent(size: int) -> str:
        reader = Reader(here.wide_pages)
        answer = reader.post("/sign-in", {"key": "n" * (size - len("key="))})
        assert answer.status != 200
        return answer.text

    assert "at most 65536 bytes" not in sent(FORM)
    assert "<strong>Form</strong>: at most 65536 bytes" in sent(FORM + 1)


def test_a_form_with_an_archive_is_as_much_larger(here: Place) -> None:
    reader = Reader(here.wide_pages)
    reader.submit("/sign-in", "/sign-in", key=here.person().key)

    def sent(size: int) -> str:
        return reader.upload("/account", "/uploads", "archive", bytes(size)).text

    assert "<strong>Form</strong>: at most" not in sent(UPLOAD_MB * MIB)
    assert "<strong>Archive</strong>: is larger than" in sent(UPLOAD_MB * MIB + 1)
    assert "<strong>Form</strong>: at most" in sent(UPLOAD_MB * MIB + FORM)
