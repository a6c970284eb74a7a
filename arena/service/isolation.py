"""What happens by itself happens record by record: one that is broken does not stop the others."""

from collections.abc import Iterator
from contextlib import contextmanager

import structlog

from arena.service.errors import Unavailable
from arena.service.relay_ports import RelayLost

_log = structlog.get_logger(__name__)


@contextmanager
def isolated(**record: str) -> Iterator[None]:
    """Logs what goes wrong with a record, for it is ours, and lets the next one have its turn.

    A part of the arena that is away is away for the others, too: that is passed on.
    """
    try:
        yield
    except (RelayLost, Unavailable):
        raise
    except Exception:  # the main loop of what happens by itself: whatever it is, it is ours
        _log.exception("record passed over", **record)
