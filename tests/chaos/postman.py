"""A queue at its worst: delivers every task several times over, also at the same time."""

import random
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from celery import Celery

from arena.service.records import MatchFilter, MatchState
from tests.chaos.house import House
from tests.chaos.killer import Kill

COPIES = (2, 5)
"""A task is delivered so often, at least and at most."""
ROUND_S = 0.5
ERRANDS = ("arena.tick", "arena.sweep")


@dataclass(slots=True)
class Postman:
    """Makes trouble as a killer does, but by deliveries alone."""

    seed: int
    kills: Sequence[Kill] = ()
    """It kills nobody."""
    delivered: int = 0
    """How many messages it put into the queue."""
    most_open: int = 0
    """The most blocks of one ladder that were ever open at a time."""
    _due: float = 0.0
    _sent: set[str] = field(default_factory=set)

    @property
    def is_at_it(self) -> bool:
        """Whether it has something to reach; it has not."""
        return False

    def step(self, house: House) -> None:
        """Delivers again what is new, what is going on, and what is over."""
        if time.monotonic() < self._due:
            return
        self._due = time.monotonic() + ROUND_S
        chance = random.Random(self.seed + self.delivered)
        open_ids, block_ids, over = self._looked(house)
        with Celery(broker=house.redis.url) as app:
            app.conf.task_ignore_result = True
            sending = [
                *(("arena.play_match", "matches", (m,)) for m in self._often(open_ids)),
                *(("arena.play_match", "matches", (m,)) for m in over[:1]),
                *(("arena.rate_block", "ledger", (b,)) for b in self._often(block_ids)),
                *((errand, "ledger", ()) for errand in ERRANDS),
            ]
            for task, queue, arguments in sending:
                for _ in range(chance.randint(*COPIES)):
                    app.send_task(task, arguments, queue=queue)
                    self.delivered += 1

    def rest(self, house: House) -> None:
        """Has nothing to mend."""

    def _often(self, record_ids: Collection[str]) -> list[str]:
        """Returns what was not sent yet, and now and then something again."""
        new = [one for one in record_ids if one not in self._sent]
        self._sent.update(new)
        return new or list(record_ids)[:1]

    def _looked(self, house: House) -> tuple[list[str], list[str], list[str]]:
        """Returns the matches that are under way, their blocks, and matches that are over."""
        with house.wiring.open_unit() as unit:
            for ladder_id in house.ladder_ids:
                self.most_open = max(self.most_open, len(unit.blocks.open_lineups(ladder_id)))
            page = unit.matches.page(200, "", MatchFilter()).items
        under_way = [match for match in page if match.dispatched and not match.state.final]
        over = [match.match_id for match in page if match.state is MatchState.FINISHED]
        blocks = [match.block_id for match in page if match.block_id is not None]
        return [match.match_id for match in under_way], list(dict.fromkeys(blocks)), over
