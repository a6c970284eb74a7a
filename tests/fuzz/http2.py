"""Bytes below gRPC: a play session as HTTP/2 frames, to be spoilt before they are sent."""

from collections.abc import Sequence
from enum import IntEnum

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"


class Kind(IntEnum):
    """What a frame is."""

    DATA = 0
    HEADERS = 1
    RESET = 3
    SETTINGS = 4
    PING = 6


END_HEADERS, END_STREAM = 4, 1


def frame(kind: int, payload: bytes, flags: int = 0, stream: int = 0) -> bytes:
    """Returns one frame."""
    head = len(payload).to_bytes(3, "big") + bytes([kind, flags]) + stream.to_bytes(4, "big")
    return head + payload


def play_session(
    key: str, messages: Sequence[bytes], path: bytes = b"/botarena.v1.PlayService/Play"
) -> list[bytes]:
    """Returns what a client sends that opens a play stream and says this, in parts."""
    headers: dict[str, str | bytes] = {
        ":method": "POST",
        ":scheme": "http",
        ":path": path,
        ":authority": "arena",
        "content-type": "application/grpc",
        "te": "trailers",
        "authorization": f"Bearer {key}",
    }
    block = b"".join(b"\x00" + _text(name) + _text(value) for name, value in headers.items())
    opening = PREFACE + frame(Kind.SETTINGS, b"") + frame(Kind.SETTINGS, b"", flags=1)
    said = [frame(Kind.DATA, grpc_message(message), stream=1) for message in messages]
    return [
        opening,
        frame(Kind.HEADERS, block, END_HEADERS, 1),
        *said,
        frame(Kind.PING, bytes(8)),
        frame(Kind.DATA, b"", END_STREAM, 1),
    ]


def grpc_message(message: bytes) -> bytes:
    """Returns a message as gRPC writes it: not compressed, its length, itself."""
    return b"\x00" + len(message).to_bytes(4, "big") + message


def _text(text: str | bytes) -> bytes:
    """Returns a text of less than 127 bytes as HPACK writes it."""
    written = text.encode() if isinstance(text, str) else text
    assert len(written) < 127
    return bytes([len(written)]) + written
