"""A match is played once, however often it is asked for, and by one worker at a time."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest

from arena.games.dice import commitment
from arena.match.clock import Clock
from arena.match.events import Ended, MatchEvent, Started, without_times
from arena.match.outcome import Fault
from arena.match.players import Prompt, Table
from arena.match.replay import verify
from arena.service.leases import LEASE, Leases
from arena.service.playing import ATTEMPTS
from arena.service.records import AttemptEnd, BlockState, Match, MatchState
from arena.service.relay_ports import LiveLog, RelayLost
from tests.asynchronous import asynchronous, eventually

from .world import World, last_action, told

TWIN = "match-twin"
PATIENT = Clock(limit_ms=30_000, bank_ms=0, lag_ms=0, join_ms=50)
"""For bots that a test keeps waiting."""


class Gate:
    """Where all bots of a match wait, from one ply on, until they may go on."""

    def __init__(self, world: World, lineup: Sequence[str], ply: int = 0) -> None:
        for submission_id in lineup:
            world.relay.connect(submission_id, self)
        self.reached = asyncio.Event()
        self.open = asyncio.Event()
        self._ply = ply

    async def __call__(self, _: Table, prompt: Prompt) -> str:
        if prompt.ply >= self._ply:
            self.reached.set()
            await self.open.wait()
        return prompt.legal_actions[-1]


def ends(world: World, match_id: str) -> list[AttemptEnd | None]:
    return [attempt.end for attempt in world.attempts(match_id)]


def plain(log: tuple[MatchEvent, ...]) -> list[MatchEvent]:
    return [without_times(event) for event in log]


@asynchronous
async def test_a_match_is_played_and_kept() -> None:
    world = World()
    lineup = world.connected(3)
    match = world.match(lineup)

    played = await world.play(match.match_id, "worker-7")

    found, log = world.found(match.match_id), world.log(match.match_id)
    assert found.state is MatchState.FINISHED
    assert (found.attempt, found.worker, found.lease_until) == (1, "worker-7", None)
    assert isinstance(log[0], Started)
    assert log[0].commitment == commitment(match.seed)
    assert isinstance(log[-1], Ended)
    assert (log[-1].outcome, log[-1].seed) == (found.outcome, match.seed)
    verify(world.games, log)
    assert ends(world, match.match_id) == [AttemptEnd.FINISHED]
    assert [told(world, submission) for submission in lineup] == [[found.outcome]] * 3
    assert played.ripe_block == ""
    assert len(world.leases) == 0


@asynchronous
async def test_five_at_once_and_one_more_play_it_once() -> None:
    world = World()
    asked: list[int] = []

    async def slow(_: Table, prompt: Prompt) -> str:
        asked.append(prompt.ply)
        await asyncio.sleep(0.01)
        return prompt.legal_actions[0]

    lineup = world.connected(3)
    world.relay.connect(lineup[0], slow)
    match = world.match(lineup)

    await asyncio.gather(*(world.play(match.match_id, f"worker-{n}") for n in range(5)))
    await world.play(match.match_id, "worker-9")

    assert world.found(match.match_id).attempt == 1
    assert ends(world, match.match_id) == [AttemptEnd.FINISHED]
    assert len(asked) == len(set(asked))
    assert len(told(world, lineup[1])) == 1


@asynchronous
async def test_the_last_match_of_a_block_says_so() -> None:
    world = World()
    world.ladder(world.connected(3))
    await asyncio.to_thread(world.schedule)
    matches = world.all_matches()

    ripe = [(await world.play(match.match_id)).ripe_block for match in matches]

    assert ripe == ["", "", matches[0].block_id]


@asynchronous
async def test_faults_of_bots_are_in_the_record_and_cost_the_arena_nothing() -> None:
    world = World()
    lineup = world.connected(5)

    def crash(*_: object) -> str:
        raise RuntimeError("a bot may do this")

    world.relay.connect(lineup[0], crash)
    world.relay.connect(lineup[1], lambda *_: "no such action")
    world.relay.disconnect(lineup[2])

    # On this seed everybody is asked often enough.
    twin = _on_seed(world, world.match(lineup, lots=12), b"seed 0")
    await world.play(twin)

    found = world.found(twin)
    assert found.state is MatchState.FINISHED
    assert found.faults[:3] == (4, 4, 4), "three are allowed; with one more they forfeit"
    assert found.faults[3:] == (0, 0)
    assert found.outcome is not None
    assert found.outcome.forfeits == (0, 1, 2)
    faults = {
        choice.fault
        for event in world.log(found.match_id)
        for choice in getattr(event, "choices", ())
    }
    assert faults == {None, Fault.CRASH, Fault.ILLEGAL_ACTION, Fault.NO_SHOW}
    assert ends(world, found.match_id) == [AttemptEnd.FINISHED]


@asynchronous
async def test_a_worker_that_lost_its_lease_stops_and_writes_nothing() -> None:
    world = World()
    lineup = world.connected(3)
    gate = Gate(world, lineup)
    match = world.match(lineup, PATIENT)
    straggler = Leases(open_unit=world.open_unit, now=world.now)
    slow = asyncio.create_task(world.play(match.match_id, "slow", leases=straggler))
    await gate.reached.wait()

    world.later(LEASE)
    for submission_id in lineup:
        world.relay.connect(submission_id, last_action)
    await world.play(match.match_id, "quick")
    record, log = world.found(match.match_id), world.log(match.match_id)
    await straggler.renew()
    await slow

    assert record.worker == "quick"
    assert world.found(match.match_id) == record
    assert world.log(match.match_id) == log
    assert ends(world, match.match_id) == [AttemptEnd.WORKER_LOST, AttemptEnd.FINISHED]
    assert len(told(world, lineup[1])) == 1


@asynchronous
async def test_a_straggler_that_was_not_told_cannot_write_either() -> None:
    world = World()
    lineup = world.connected(3)
    gate = Gate(world, lineup)
    match = world.match(lineup, PATIENT)
    slow = asyncio.create_task(world.play(match.match_id, "slow"))
    await gate.reached.wait()
    world.later(LEASE)
    for submission_id in lineup:
        world.relay.connect(submission_id, last_action)
    await world.play(
        match.match_id, "quick", leases=Leases(open_unit=world.open_unit, now=world.now)
    )
    record, log = world.found(match.match_id), world.log(match.match_id)

    gate.open.set()
    await slow

    assert world.found(match.match_id) == record
    assert world.log(match.match_id) == log
    assert ends(world, match.match_id) == [AttemptEnd.WORKER_LOST, AttemptEnd.FINISHED]


@asynchronous
async def test_leases_that_are_renewed_hold() -> None:
    world = World()
    lineup = world.connected(3)
    gate = Gate(world, lineup)
    match = world.match(lineup, PATIENT)
    playing = asyncio.create_task(world.play(match.match_id, "first"))
    await gate.reached.wait()

    for _ in range(3):
        world.later(LEASE / 2)
        await world.leases.renew()
        await world.play(match.match_id, "second")
    gate.open.set()
    await playing

    assert ends(world, match.match_id) == [AttemptEnd.FINISHED]
    assert world.found(match.match_id).worker == "first"


@pytest.mark.parametrize("ply", [0, 4, 8])
@asynchronous
async def test_a_match_handed_back_goes_on_elsewhere_with_the_same_log(ply: int) -> None:
    undisturbed, world = World(), World()
    logs = []
    for one in (undisturbed, world):
        lineup = one.connected(3)
        gate = Gate(one, lineup, ply)
        match = one.match(lineup, PATIENT)
        twin = _on_seed(one, match, b"one seed for all, 32 bytes long.")
        first = Leases(open_unit=one.open_unit, now=one.now)
        playing = asyncio.create_task(one.play(twin, "first", leases=first))
        await gate.reached.wait()
        if one is world:
            first.hand_back()
            await playing
            assert one.found(twin).state is MatchState.QUEUED
            assert told(one, lineup[0]) == []
            playing = asyncio.create_task(one.play(twin, "second"))
        gate.open.set()
        await playing
        assert len(told(one, lineup[0])) == 1
        logs.append(plain(one.log(twin)))

    assert logs[0] == logs[1]
    assert ends(world, twin) == [AttemptEnd.HANDED_BACK, AttemptEnd.FINISHED]


def _on_seed(world: World, match: Match, seed: bytes) -> str:
    """Makes a twin of a match on a given seed."""
    with world.open_unit() as unit:
        return unit.matches.add(replace(match, match_id=TWIN, seed=seed)).match_id


@asynchronous
async def test_handing_back_is_no_failure_however_often() -> None:
    world = World()
    lineup = world.connected(3)
    gate = Gate(world, lineup)
    match = world.match(lineup, PATIENT)

    for _ in range(ATTEMPTS + 2):
        gate.reached.clear()
        playing = asyncio.create_task(world.play(match.match_id))
        await gate.reached.wait()
        world.leases.hand_back()
        await playing
    await world.play(match.match_id, relay=Broken(world))

    assert world.found(match.match_id).state is MatchState.QUEUED
    gate.open.set()
    await world.play(match.match_id)
    assert world.found(match.match_id).state is MatchState.FINISHED


class Broken:
    """A relay that is lost as soon as a bot is to sit."""

    def __init__(self, world: World, error: Exception | None = None) -> None:
        self.online = world.relay.online
        self.told: list[str] = []
        self.closed = 0
        self._error = error or RelayLost("Redis has been away")

    def player(self, submission_id: str, table: Table) -> "BrokenPlayer":
        return BrokenPlayer(self, submission_id, self._error)


class BrokenPlayer:
    def __init__(self, relay: Broken, submission_id: str, error: Exception) -> None:
        self._relay = relay
        self._submission_id = submission_id
        self._error = error

    async def sit(self) -> None:
        raise self._error

    def given_up(self) -> None:
        self._relay.told.append(self._submission_id)

    def close(self) -> None:
        self._relay.closed += 1


@pytest.mark.parametrize(
    ("error", "end", "detail"),
    [
        (RelayLost("Redis has been away"), AttemptEnd.RELAY_LOST, "Redis has been away"),
        (ZeroDivisionError("a bug"), AttemptEnd.INTERNAL, "ZeroDivisionError('a bug')"),
    ],
)
@asynchronous
async def test_a_failure_of_ours_is_tried_again_and_then_voids_match_and_block(
    error: Exception, end: AttemptEnd, detail: str
) -> None:
    world = World()
    ladder = world.ladder(world.connected(3))
    await asyncio.to_thread(world.schedule)
    first, *others = world.all_matches()
    relay = Broken(world, error)

    for _ in range(ATTEMPTS - 1):
        await world.play(first.match_id, relay=relay)
        assert world.found(first.match_id).state is MatchState.QUEUED
    assert relay.told == []
    await world.play(first.match_id, relay=relay)

    assert world.found(first.match_id).state is MatchState.VOID
    assert ends(world, first.match_id) == [end] * ATTEMPTS
    assert {attempt.detail for attempt in world.attempts(first.match_id)} == {detail}
    assert relay.told == list(first.lineup)
    assert relay.closed == ATTEMPTS * 3

    ripe = [(await world.play(match.match_id)).ripe_block for match in others]
    assert first.block_id is not None
    assert ripe == ["", first.block_id]
    await asyncio.to_thread(world.rate, first.block_id)
    with world.open_unit() as unit:
        assert unit.blocks.get(first.block_id).state is BlockState.VOID
    assert set(world.standings(ladder).values()) == {1500.0}


@asynchronous
async def test_a_match_that_runs_past_its_deadline_is_void_at_once() -> None:
    world = World()
    lineup = world.connected(3)
    Gate(world, lineup)
    match = world.match(lineup, PATIENT)
    world.later(match.deadline - world.now() - timedelta(seconds=0.1))

    await world.play(match.match_id)

    assert world.found(match.match_id).state is MatchState.VOID
    assert ends(world, match.match_id) == [AttemptEnd.DEADLINE]
    assert [told(world, submission) for submission in lineup] == [[None]] * 3
    await world.play(match.match_id)
    assert len(world.attempts(match.match_id)) == 1


@asynchronous
async def test_a_straggler_whose_attempt_fails_does_not_void_the_one_that_plays() -> None:
    world = World()
    lineup = world.connected(3)
    gate = Gate(world, lineup)
    match = world.match(lineup, PATIENT)
    for _ in range(ATTEMPTS - 1):
        await world.play(match.match_id, relay=Broken(world))
    slow = asyncio.create_task(world.play(match.match_id, "slow", logs=BreakingLogs()))
    await gate.reached.wait()
    world.later(LEASE)
    quick = asyncio.create_task(
        world.play(match.match_id, "quick", leases=Leases(open_unit=world.open_unit, now=world.now))
    )
    await eventually(lambda: world.found(match.match_id).worker == "quick")

    gate.open.set()
    await asyncio.gather(slow, quick)

    found = world.found(match.match_id)
    assert (found.state, found.worker) == (MatchState.FINISHED, "quick")
    assert ends(world, match.match_id)[-2:] == [AttemptEnd.WORKER_LOST, AttemptEnd.FINISHED]


class BreakingLogs:
    """A live log that can be begun, but not gone on with."""

    async def open(self, match_id: str, attempt: int) -> LiveLog:
        return self

    past: tuple[MatchEvent, ...] = ()
    since_attempt = 1

    async def append(self, event: MatchEvent) -> None:
        if not isinstance(event, Started):
            raise RelayLost("the log is gone")


@asynchronous
async def test_a_worker_that_dies_between_the_end_and_its_record_costs_nothing() -> None:
    world = World()
    lineup = world.connected(3)
    match = world.match(lineup)
    dying = world.claim(match.match_id, "dying")
    assert dying is not None
    log = await world.logs.open(match.match_id, dying.attempt)
    for event in await _whole_log(world, match):
        await log.append(event)

    world.later(LEASE)
    await world.play(match.match_id, "heir")

    found = world.found(match.match_id)
    assert found.state is MatchState.FINISHED
    assert [told(world, submission) for submission in lineup] == [[found.outcome]] * 3
    assert ends(world, match.match_id) == [AttemptEnd.WORKER_LOST, AttemptEnd.FINISHED]


async def _whole_log(world: World, match: Match) -> tuple[MatchEvent, ...]:
    """Returns the log of the same match, played in another world."""
    other = World()
    twin = other.match(other.connected(3))
    await other.play(_on_seed(other, twin, match.seed))
    return other.log(TWIN)
