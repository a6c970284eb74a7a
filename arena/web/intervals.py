"""Keeps the intervals of ratings, which take a look at all blocks, until there is another block."""

from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock

from arena.contest.estimate import Estimate
from arena.service.intervals import intervals_of
from arena.service.ports import OpenUnit
from arena.service.records import Ladder

AT_ONCE_BLOCKS = 60
"""With so few blocks a page waits for its intervals."""
MOST_BLOCKS = 20_000
"""With more blocks intervals are narrow, and no business of a page."""


class Intervals:
    """Answers at once with the newest intervals it has, and works out newer ones meanwhile."""

    def __init__(self, at_once_blocks: int = AT_ONCE_BLOCKS) -> None:
        self._at_once_blocks = at_once_blocks
        self._aside = ThreadPoolExecutor(1, "intervals")
        self._lock = Lock()
        self._known: dict[str, tuple[int, Mapping[str, Estimate]]] = {}
        self._under_way: dict[str, Future[None]] = {}

    def of(self, ladder: Ladder, open_unit: OpenUnit) -> Mapping[str, Estimate]:
        """Returns the intervals by submission, empty while there are none yet."""
        if not 0 < ladder.rated_blocks <= MOST_BLOCKS:
            return {}
        blocks, known = self._known.get(ladder.ladder_id, (0, {}))
        if blocks >= ladder.rated_blocks:
            return known
        if ladder.rated_blocks <= self._at_once_blocks:
            self._work_out(ladder, open_unit)
            return self._known[ladder.ladder_id][1]
        with self._lock:
            running = self._under_way.get(ladder.ladder_id)
            if running is None or running.done():
                started = self._aside.submit(self._work_out, ladder, open_unit)
                self._under_way[ladder.ladder_id] = started
        return known

    def _work_out(self, ladder: Ladder, open_unit: OpenUnit) -> None:
        found = intervals_of(ladder, open_unit=open_unit)
        self._known[ladder.ladder_id] = (ladder.rated_blocks, found)
