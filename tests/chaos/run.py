"""One run: play, kill, let everything come to rest, judge."""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from arena.service.ladders import pause_ladder
from arena.service.records import MatchFilter, MatchState
from tests.chaos.house import BACKLOG, House, house
from tests.chaos.judgement import Judgement, judge
from tests.chaos.killer import Kill
from tests.sentinels import Guarded

REST_S = 120.0
"""How long open matches may take to end once nobody is killed any more."""


class Trouble(Protocol):
    """What befalls an arena."""

    kills: Sequence[Kill]
    """The processes that it killed."""

    @property
    def is_at_it(self) -> bool:
        """Whether there is more to come before all may rest."""

    def step(self, house: House) -> None:
        """Does what is due by now."""

    def rest(self, house: House) -> None:
        """Lets everybody be from now on."""


def run(
    scratch: Path,
    matches: int,
    trouble: Trouble,
    database_url: str = "",
    backlog: int = BACKLOG,
    redis: Guarded | None = None,
) -> Judgement:
    """Plays until so many matches have ended in spite of the trouble, then judges."""
    with house(scratch, database_url, backlog, redis) as opened:
        while _finished(opened, matches) < matches or trouble.is_at_it:
            let_pass(opened, trouble)
        trouble.rest(opened)
        come_to_rest(opened)
        return judge(opened, trouble.kills)


def come_to_rest(opened: House) -> None:
    """Starts nothing new, and lets what is open end."""
    for ladder_id in opened.ladder_ids:
        pause_ladder(ladder_id, True, open_unit=opened.wiring.open_unit)
    patience = time.monotonic() + REST_S
    while _is_open(opened) and time.monotonic() < patience:
        let_pass(opened)


def let_pass(opened: House, trouble: Trouble | None = None, seconds: float = 1.0) -> None:
    """Lets time pass, in which the dead are started again."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        time.sleep(0.05)
        opened.supervisor.tend()
        if trouble is not None:
            trouble.step(opened)


def _finished(opened: House, most: int) -> int:
    """Returns how many matches are finished; counts up to `most`."""
    where = MatchFilter(state=MatchState.FINISHED)
    with opened.wiring.open_unit() as unit:
        return len(unit.matches.page(most, "", where).items)


def _is_open(opened: House) -> bool:
    """Returns whether any match or any block is still under way."""
    with opened.wiring.open_unit() as unit:
        return any(
            unit.matches.page(1, "", MatchFilter(state=state)).items
            for state in MatchState
            if not state.final
        ) or any(unit.blocks.open_lineups(ladder_id) for ladder_id in opened.ladder_ids)
