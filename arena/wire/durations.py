"""Milliseconds and `google.protobuf.Duration`."""

from functools import lru_cache

from google.protobuf.duration_pb2 import Duration


@lru_cache(maxsize=4096)
def duration(ms: int) -> Duration:
    """Returns a message that is shared: copy it, do not change it."""
    seconds, rest = divmod(abs(ms), 1_000)
    sign = -1 if ms < 0 else 1
    return Duration(seconds=sign * seconds, nanos=sign * rest * 1_000_000)


def milliseconds(message: Duration) -> int:
    """Returns whole milliseconds; what is finer is cut off."""
    return message.seconds * 1_000 + int(message.nanos / 1_000_000)
