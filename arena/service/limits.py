"""How often one author, or one address, may do something: a bucket of tokens for each.

Each process counts by itself, in memory. That costs no round trip, works while Redis is away, and
lets an author do more the more gateways there are to carry it.
"""

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum

from arena.service.errors import TooMany

MOST_BUCKETS = 50_000
"""Beyond so many, those are forgotten first that have been untouched longest."""


class Limit(Enum):
    """What is limited."""

    CALLS = "calls"
    """Calls and forms of an author."""
    CONNECTS = "connects"
    """Sessions that an author opens."""
    UPLOADS = "uploads"
    """Archives that an author uploads."""
    ADDRESS = "address"
    """Calls and sign-ins of whoever shows no good key, by network address."""


@dataclass(frozen=True, slots=True)
class Rate:
    """So many in so long; as many may come at once after a pause."""

    most: int
    seconds: float
    span: str
    """The time in words."""

    @property
    def per_second(self) -> float:
        return self.most / self.seconds


@dataclass(slots=True)
class _Bucket:
    tokens: float
    filled_s: float


class Limits:
    """Counts for one process; safe in any thread."""

    def __init__(
        self, rates: Mapping[Limit, Rate], clock_s: Callable[[], float] = time.monotonic
    ) -> None:
        """What has no rate, or a rate of 0, is not limited."""
        self._rates = {limit: rate for limit, rate in rates.items() if rate.most}
        self._clock_s = clock_s
        self._buckets: dict[tuple[Limit, str], _Bucket] = {}
        self._lock = threading.Lock()

    def take(self, limit: Limit, who: str) -> None:
        """Counts one more; raises `TooMany`, and counts nothing, if that is one too many."""
        rate = self._rates.get(limit)
        if rate is None:
            return
        with self._lock:
            bucket = self._bucket(limit, who, rate)
            if bucket.tokens < 1:
                raise TooMany(
                    limit.value,
                    f"at most {rate.most:,} {limit.value} {rate.span}",
                    (1 - bucket.tokens) / rate.per_second,
                )
            bucket.tokens -= 1

    def _bucket(self, limit: Limit, who: str, rate: Rate) -> _Bucket:
        """Returns the bucket, filled up to now; the youngest stands last."""
        now_s = self._clock_s()
        bucket = self._buckets.pop((limit, who), None)
        if bucket is None:
            bucket = _Bucket(rate.most, now_s)
            if len(self._buckets) >= MOST_BUCKETS:
                del self._buckets[next(iter(self._buckets))]
        gained = (now_s - bucket.filled_s) * rate.per_second
        bucket.tokens, bucket.filled_s = min(rate.most, bucket.tokens + gained), now_s
        self._buckets[limit, who] = bucket
        return bucket


def rates(
    calls_per_min: int, connects_per_min: int, uploads_per_hour: int, address_calls_per_min: int
) -> Mapping[Limit, Rate]:
    """Returns the rates that settings ask for; 0 is without limit."""
    return {
        Limit.CALLS: Rate(calls_per_min, 60, "a minute"),
        Limit.CONNECTS: Rate(connects_per_min, 60, "a minute"),
        Limit.UPLOADS: Rate(uploads_per_hour, 3_600, "an hour"),
        Limit.ADDRESS: Rate(address_calls_per_min, 60, "a minute"),
    }
