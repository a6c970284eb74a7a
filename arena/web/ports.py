"""What the pages need of the arena around them."""

from dataclasses import dataclass, field

from arena.games.registry import Registry
from arena.relay.duty import DutyRoll
from arena.service.hosted import ReadUpload
from arena.service.limits import Limits
from arena.service.ports import Now, OpenUnit
from arena.service.quotas import UNLIMITED, Quota
from arena.service.relay_ports import LiveLogs


@dataclass(frozen=True, slots=True)
class Ports:
    """The adapters that all pages share."""

    open_unit: OpenUnit
    games: Registry
    now: Now
    logs: LiveLogs
    spectator_delay_s: float = 0.0
    """By how much spectators see a live match later."""
    read_upload: ReadUpload | None = None
    """Absent where there is nobody to run uploaded bots."""
    upload_mb: int = 0
    """The largest upload."""
    upload_idle_s: float = 10.0
    """In which the next 64 KiB of a form, or its end, have to come."""
    limits: Limits = field(default_factory=lambda: Limits({}))
    """How often authors may send forms, and addresses try keys."""
    quota: Quota = UNLIMITED
    """What the uploads and matches of one author may come to."""
    roll: DutyRoll | None = None
    """Who is on duty; absent where there is no Redis."""
