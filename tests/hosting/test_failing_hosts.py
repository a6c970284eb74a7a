"""What a machine does that runs bots is not their fault: it is killed, or it stands still."""

import os
import signal
import time
from pathlib import Path

import pytest

from arena.match.clock import Clock
from arena.service.records import Match, MatchState
from tests.hosting.arena import HostingArena, eventually
from tests.hosting.programs import processes_that_mention

pytestmark = pytest.mark.e2e

STEADY = """
import os, signal, time
from arena_sdk import Bot, run

seen = set()

class Steady(Bot):
    def choose(self, prompt):
        seen.add(prompt.match_id)
        print(f"ply {prompt.ply}")
        time.sleep(0.3)
        %s
        return prompt.legal_actions[0]

run(Steady)
"""
QUICK = STEADY.replace("0.3", "0.0") % ""
HURRIED = Clock(limit_ms=1_500, bank_ms=0, lag_ms=200)


def host(arena: HostingArena) -> int:
    """Returns the process that runs the bots; 0 if there is none at the moment."""
    worker = next(child for child in arena.supervisor.children if child.name == "hosting")
    return worker.process.pid if worker.process is not None else 0


def replaced(arena: HostingArena, killed: int) -> bool:
    """Starts the worker again once it is dead; returns whether it has been."""
    arena.supervisor.tend()
    return host(arena) not in (0, killed)


def begun(arena: HostingArena, scratch: Path, name: str, more: str = "") -> Match:
    """Uploads a bot; returns a match of its own that has begun."""
    submission_id = arena.upload(scratch, name, STEADY % more).submission_id
    match = arena.play(submission_id, HURRIED)
    eventually(lambda: "ply" in arena.log(submission_id, match.match_id))
    return match


def test_nothing_outlives_a_worker_that_is_killed_and_another_goes_on(
    arena: HostingArena, tmp_path: Path
) -> None:
    submission_id = arena.upload(tmp_path, "Survivor", QUICK).submission_id
    killed = host(arena)
    rooms = f"arena-host-{killed}-"
    assert processes_that_mention(rooms)

    os.kill(killed, signal.SIGKILL)
    eventually(lambda: not processes_that_mention(rooms))
    match = arena.play(submission_id)
    eventually(lambda: replaced(arena, killed))

    assert arena.ended(match).faults[0] == 0


def test_a_worker_that_is_killed_in_mid_match_costs_no_bot_anything(
    arena: HostingArena, tmp_path: Path
) -> None:
    match = begun(arena, tmp_path, "Steady")
    killed = host(arena)

    os.kill(killed, signal.SIGKILL)
    eventually(lambda: replaced(arena, killed))

    ended = arena.ended(match)
    assert (ended.state, ended.faults, ended.attempt) == (MatchState.FINISHED, (0, 0), 1)


@pytest.mark.parametrize("still_s", [3.0, 12.0])
def test_a_worker_that_stands_still_costs_no_bot_anything(
    arena: HostingArena, tmp_path: Path, still_s: float
) -> None:
    """For longer than a bot may think; and for longer than the worker is waited for."""
    match = begun(arena, tmp_path, f"Still {still_s}")

    for _ in range(3 if still_s < 5.0 else 1):
        os.kill(host(arena), signal.SIGSTOP)
        time.sleep(still_s)
        os.kill(host(arena), signal.SIGCONT)
        time.sleep(0.5)

    ended = arena.ended(match)
    assert (ended.state, ended.faults, ended.attempt) == (MatchState.FINISHED, (0, 0), 1)


def test_a_bot_that_stands_still_by_itself_is_not_excused(
    arena: HostingArena, tmp_path: Path
) -> None:
    stop = "len(seen) > 2 and os.kill(os.getpid(), signal.SIGSTOP)"
    match = begun(arena, tmp_path, "Stopped", stop)

    ended = arena.ended(match)

    assert ended.state is MatchState.FINISHED
    assert ended.faults[0] > 3
