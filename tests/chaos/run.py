"""One run: play, kill, let everything come to rest, judge."""

import time
from pathlib import Path

from arena.service.ladders import pause_ladder
from arena.service.records import MatchFilter, MatchState
from tests.chaos.house import BACKLOG, House, house
from tests.chaos.judgement import Judgement, judge
from tests.chaos.killer import Killer

REST_S = 120.0
"""How long open matches may take to end once nobody is killed any more."""


def run(
    scratch: Path, matches: int, killer: Killer, database_url: str = "", backlog: int = BACKLOG
) -> Judgement:
    """Plays until so many matches have ended while processes die, then judges."""
    with house(scratch, database_url, backlog) as opened:
        while _finished(opened, matches) < matches or killer.is_at_it:
            _pass(opened, killer)
        killer.rest(opened)
        for ladder_id in opened.ladder_ids:
            pause_ladder(ladder_id, True, open_unit=opened.wiring.open_unit)
        patience = time.monotonic() + REST_S
        while _is_open(opened) and time.monotonic() < patience:
            _pass(opened, None)
        return judge(opened, killer.kills)


def _pass(opened: House, killer: Killer | None, seconds: float = 1.0) -> None:
    """Lets time pass, in which the dead are started again."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        time.sleep(0.05)
        opened.supervisor.tend()
        if killer is not None:
            killer.step(opened)


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
