"""What the arena keeps of submissions that it runs itself."""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum


class HostedState(Enum):
    """Where a hosted submission stands; the last two last."""

    CHECKING = "checking"
    BUILDING = "building"
    QUALIFYING = "qualifying"
    ACTIVE = "active"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Hosted:
    """What a submission has that was uploaded, beside what all submissions have."""

    submission_id: str
    state: HostedState
    seats: tuple[int, ...]
    """The sizes of tables that it plays at, ascending; none are given for house bots, which play
    at all."""
    memory_mb: int
    sha256: str
    """Of what was uploaded."""
    reason: str = ""
    """Why it was refused, in words that anybody may read."""
    worker: str = ""
    """Who runs it, as long as the lease lasts."""
    lease_until: datetime | None = None
    """Where nobody runs it: until when it was run last, if ever."""
    dispatched: datetime | None = None
    """When its id was last put into the queue."""


@dataclass(frozen=True, slots=True)
class Holdings:
    """What the arena keeps of one author's uploads."""

    versions: int
    """Hosted submissions that are neither retired nor refused."""
    archive_bytes: int
    """Of all archives, also of those that play no more."""


SUBMISSION_LOG = ("", 0)
"""Match and seat of the log that is the submission's own: its build, its start, its end."""
