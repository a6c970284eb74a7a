"""Who may call how often: authors by name, whoever shows no good key by network address."""

from arena.metrics.catalogue import LIMITED
from arena.service.errors import TooMany
from arena.service.limits import Limit, Limits
from arena.service.records import Author, Role

_LIMITS = {
    "/botarena.v1.PlayService/Play": Limit.CONNECTS,
    "/botarena.v1.SubmissionService/UploadSubmission": Limit.UPLOADS,
}
"""Calls that are counted apart from all others."""


class Turnstile:
    """Counts what comes to one gateway: calls and beginnings of streams, not what flows in them."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits

    def admit(self, method: str, author: Author | None, peer: str) -> None:
        """Raises `TooMany`. Operators come as often as they like."""
        if author is None:
            self._take(Limit.ADDRESS, address(peer))
        elif author.role is not Role.OPERATOR:
            self._take(_LIMITS.get(method, Limit.CALLS), author.author_id)

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
