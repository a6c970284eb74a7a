"""Logs of finished matches as they lie in their table: lines of JSON, compressed."""

import zlib
from collections.abc import Iterable

from arena.match.events import MatchEvent
from arena.match.log import dump_log, load_log


def packed(log: Iterable[MatchEvent]) -> bytes:
    return zlib.compress(dump_log(log).encode())


def unpacked(blob: bytes) -> tuple[MatchEvent, ...]:
    """Raises `ValueError` if it is no log."""
    try:
        text = zlib.decompress(blob).decode()
    except zlib.error as error:
        raise ValueError(f"not a compressed log: {error}") from None
    return tuple(load_log(text))
