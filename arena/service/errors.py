"""What a caller can do wrong, and mend.

* ArenaError
  - InvalidArgument   a field is not acceptable as it is
  - NotFound          no record has this id
  - AlreadyExists     a record already has this id or name
  - WrongState        the record is not in a state that allows this
  - Unauthenticated   nobody knows this key
  - NotAllowed        the caller may not do this
  - TooMany           the caller comes too often; try again later
  - Unavailable       a part of the arena is down; try again later
"""


class ArenaError(Exception):
    """Base of every error that a caller can cause and mend."""


class InvalidArgument(ArenaError):
    """A field of the request is not acceptable as it is."""

    def __init__(self, field: str, why: str) -> None:
        super().__init__(f"{field}: {why}")
        self.field = field
        self.why = why


class NotFound(ArenaError):
    """No record has this id."""

    def __init__(self, kind: str, key: str) -> None:
        super().__init__(f"no {kind} {key!r}")
        self.kind = kind
        self.key = key


class AlreadyExists(ArenaError):
    """A record already has this id or name."""

    def __init__(self, kind: str, key: str) -> None:
        super().__init__(f"{kind} {key!r} exists already")
        self.kind = kind
        self.key = key


class WrongState(ArenaError):
    """The record is not in a state that allows this."""


class Unauthenticated(ArenaError):
    """Nobody knows this key."""


class NotAllowed(ArenaError):
    """The caller may not do this."""


class TooMany(ArenaError):
    """The caller did this too often of late."""

    def __init__(self, limit: str, why: str, retry_s: float) -> None:
        super().__init__(f"{why}; try again in {retry_s:.1f} s")
        self.limit = limit
        self.retry_s = retry_s


class Unavailable(ArenaError):
    """A part of the arena is down; trying again later can help."""
