"""What travels between workers and gateways, as bytes: frames, many of them to a batch.

A frame is a fixed head and the texts it names the length of; what a bot is told stays as the bytes
it is. A batch carries its sender, which is also the address for replies, and a number that counts
the sender's batches: who reads knows a batch it has read before.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from struct import Struct
from typing import TypeAlias

from arena.service.relay_ports import Asking, Leaving, Report, ReportKind, Seating, Telling


@dataclass(frozen=True, slots=True)
class Superseding:
    """Ends a session because a newer one of the same submission has begun."""


Order: TypeAlias = Seating | Asking | Telling | Leaving | Superseding
"""What is sent to a session."""

_BATCH = Struct("<BQ")
_LENGTH = Struct("<I")
_SEATING = Struct("<BQIIB")
_ASKING = Struct("<BQIIiIIIIB")
_SEATED = Struct("<BQIB")
_SUPERSEDING = Struct("<BQ")
_REPORT = Struct("<BQIIiI")


class _Kind:
    """The first byte of an order."""

    SEAT, ASK, TELL, LEAVE, SUPERSEDE = range(1, 6)


_KINDS = {kind.value: kind for kind in ReportKind}


def batch_of(sender: str, number: int, frames: Iterable[bytes]) -> bytes:
    """Returns one batch."""
    name = sender.encode()
    parts = [_BATCH.pack(len(name), number), name]
    for frame in frames:
        parts += (_LENGTH.pack(len(frame)), frame)
    return b"".join(parts)


def batch_head(batch: bytes) -> tuple[str, int, int]:
    """Returns sender and number of a batch, and where its frames begin."""
    length, number = _BATCH.unpack_from(batch)
    start = _BATCH.size + length
    return batch[_BATCH.size : start].decode(), number, start


def batch_frames(batch: bytes, start: int) -> Iterator[bytes]:
    """Yields the frames of a batch."""
    while start < len(batch):
        (length,) = _LENGTH.unpack_from(batch, start)
        start += _LENGTH.size
        yield batch[start : start + length]
        start += length


def order_frame(session: int, order: Order) -> bytes:
    """Returns what tells a session to do something. Worker ids are left to the batch."""
    match order:
        case Asking():
            name = order.match_id.encode()
            head = _ASKING.pack(
                _Kind.ASK,
                session,
                order.player,
                order.attempt,
                order.ply,
                order.limit_ms,
                order.bank_ms,
                order.lag_ms,
                order.spent_ms,
                len(name),
            )
            return head + name + order.payload
        case Telling():
            name = order.match_id.encode()
            head = _SEATED.pack(_Kind.TELL, session, order.attempt, len(name))
            return head + name + order.payload
        case Seating():
            name = order.match_id.encode()
            head = _SEATING.pack(_Kind.SEAT, session, order.player, order.attempt, len(name))
            return head + name + order.payload
        case Leaving():
            name = order.match_id.encode()
            return _SEATED.pack(_Kind.LEAVE, session, order.attempt, len(name)) + name
        case Superseding():
            return _SUPERSEDING.pack(_Kind.SUPERSEDE, session)


def read_order(sender: str, frame: bytes) -> tuple[int, Order]:
    """Returns the session that an order is for, and the order."""
    match frame[0]:
        case _Kind.ASK:
            _, session, player, attempt, ply, limit, bank, lag, spent, length = _ASKING.unpack_from(
                frame
            )
            name, payload = _split(frame, _ASKING.size, length)
            asking = Asking(name, attempt, sender, player, ply, limit, bank, lag, spent, payload)
            return session, asking
        case _Kind.TELL:
            _, session, attempt, length = _SEATED.unpack_from(frame)
            name, payload = _split(frame, _SEATED.size, length)
            return session, Telling(name, attempt, payload)
        case _Kind.SEAT:
            _, session, player, attempt, length = _SEATING.unpack_from(frame)
            name, payload = _split(frame, _SEATING.size, length)
            return session, Seating(name, attempt, sender, player, payload)
        case _Kind.LEAVE:
            _, session, attempt, length = _SEATED.unpack_from(frame)
            return session, Leaving(_split(frame, _SEATED.size, length)[0], attempt)
        case _Kind.SUPERSEDE:
            return _SUPERSEDING.unpack_from(frame)[1], Superseding()
        case kind:
            raise ValueError(f"no order is of kind {kind}")


def report_frame(session: int, report: Report) -> bytes:
    """Returns what tells a referee how a session fared."""
    head = _REPORT.pack(
        report.kind.value, session, report.player, report.attempt, report.ply, report.elapsed_ms
    )
    return head + report.text.encode()


def read_report(frame: bytes) -> tuple[int, Report]:
    """Returns the session that a report comes from, and the report."""
    kind, session, player, attempt, ply, elapsed_ms = _REPORT.unpack_from(frame)
    text = frame[_REPORT.size :].decode()
    return session, Report(_KINDS[kind], player, attempt, ply, elapsed_ms, text)


def _split(frame: bytes, start: int, length: int) -> tuple[str, bytes]:
    """Returns the match id that begins at `start`, and all that follows it."""
    end = start + length
    return frame[start:end].decode(), frame[end:]
