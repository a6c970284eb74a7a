"""Who may call how often: authors by name, whoever shows no good key by network address."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from arena.metrics.catalogue import LIMITED
from arena.service.errors import TooMany
from arena.service.limits import Limit, Limits
from arena.service.records import Author, Role

_LIMITS = {
    "/botarena.v1.PlayService/Play": Limit.CONNECTS,
    "/botarena.v1.SubmissionService/UploadSubmission": Limit.UPLOADS,
}
"""Calls that are counted apart from all others."""


_COME_BACK_S = 10.0


class Turnstile:
    """Counts what comes to one gateway: calls and open streams, not what flows in them."""

    def __init__(self, limits: Limits, most_streams: int = 0) -> None:
        """Of each author so many streams may be open, and of each address; 0 is without limit."""
        self._limits = limits
        self._most_streams = most_streams
        self._open: Counter[str] = Counter()

    def admit(self, method: str, author: Author | None, peer: str) -> None:
        """Raises `TooMany`. Operators come as often as they like."""
        if author is None:
            self._take(Limit.ADDRESS, address(peer))
        elif author.role is not Role.OPERATOR:
            self._take(_LIMITS.get(method, Limit.CALLS), author.author_id)

    @contextmanager
    def stream(self, author: Author | None, peer: str) -> Iterator[None]:
        """Counts a stream while it is open; raises `TooMany`. Operators open any number."""
        if not self._most_streams or (author is not None and author.role is Role.OPERATOR):
            yield
            return
        who = address(peer) if author is None else author.author_id
        if self._open[who] >= self._most_streams:
            LIMITED.labels("streams").inc()
            why = f"at most {self._most_streams:,} streams at a time"
            raise TooMany("streams", why, _COME_BACK_S)
        self._open[who] += 1
        try:
            yield
        finally:
            self._open[who] -= 1
            if not self._open[who]:
                del self._open[who]

    def stranger(self, peer: str) -> None:
        """Counts a call with a bad key: guessing one takes longer than there is time."""
        self._take(Limit.ADDRESS, address(peer))

    def _take(self, limit: Limit, who: str) -> None:
        try:
            self._limits.take(limit, who)
        except TooMany:
            LIMITED.labels(limit.value).inc()
            raise


def address(peer: str) -> str:
    """Returns the address in what gRPC calls a peer, such as `ipv4:192.0.2.1:5000`, or it all."""
    kind, _, rest = peer.partition(":")
    return rest.rpartition(":")[0] if kind in ("ipv4", "ipv6") else peer
