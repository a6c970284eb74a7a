"""The scenes of a check, in their order: each one puts a claim or some to the test."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from functools import partial

import grpc

from arena_sdk.check.claims import Claim
from arena_sdk.check.seat import Abandoned, Missed, Seat
from arena_sdk.check.stage import MATCHES, Stage
from arena_sdk.check.trouble import Trouble

AWAY_S = 0.5
"""How long the arena is away once."""

HASTY = 15
"""More calls in that time than that are made by no bot that backs off."""

STOPPED_S = 2.0
"""A bot that does not come back in that time has stopped."""


@dataclass(frozen=True, slots=True)
class Scene:
    """Something that is played with the bot, and the claims that hold if it goes well."""

    claims: tuple[Claim, ...]
    """The first is the one that does not hold if the bot does not play along."""
    act: Callable[[Stage], Awaitable[None]]
    ends_bot: bool = False
    """Whether the bot may end, or leave for good, as a part of it."""
    needs_program: bool = False


class Unplayable(Exception):
    """Something cannot be put to the test here; the text says why."""


async def connect(stage: Stage) -> None:
    """Has nothing more to do: every scene begins with a session, and every session with hello."""


async def echo(stage: Stage) -> None:
    begun = stage.arena.session.echoes
    await stage.expect(
        "no two echoes of heartbeats", lambda: stage.arena.session.echoes > begun + 1
    )


async def play_whole(stage: Stage) -> None:
    await stage.play(stage.seat())


async def play_at_once(stage: Stage) -> None:
    """Lets no match go on before all of them had their first answer."""
    count = min(stage.arena.hellos[-1].match_capacity, MATCHES)
    if count < 2:
        raise Unplayable("hello offers no more than one match: match_capacity is ARENA_MATCHES")
    gate = asyncio.Event()
    seats = [stage.seat(4, gate=gate) for _ in range(count)]
    async with stage.playing(seats):
        await stage.expect(
            f"{count} matches were not all answered",
            lambda: all(seat.choices or seat.over for seat in seats),
        )
        gate.set()


async def disturb(stage: Stage, trouble: Trouble) -> None:
    """Makes trouble once, in the middle of a match if the game asks often enough."""
    for calm in (2, 2, 1, 1, 0, 0):
        stage.plan(*[None] * calm, trouble)
        await stage.play(stage.seat(calm + 3))
        if trouble not in stage.arena.troubles:
            return
    raise Unplayable("no match asked the bot anything")


async def fault(stage: Stage) -> None:
    """Lets the bot fail once, and in another match until it forfeits."""
    await disturb(stage, Trouble.FAULT)
    stage.plan(None, Trouble.FAULT)
    await stage.play(stage.seat(faults_allowed=0))
    await stage.play(stage.seat(2))


async def give_up(stage: Stage) -> None:
    seat = await _abandoned(stage)
    seat.finished(None, ())
    await stage.play(stage.seat(2))


async def tell_again(stage: Stage) -> None:
    """Ends a match twice, as when the first time may have got lost."""
    seat = stage.seat(1)
    await stage.play(seat)
    seat.finished(None, ())
    await stage.play(stage.seat(2))


async def send_unknown_fields(stage: Stage) -> None:
    stage.arena.newer = True
    try:
        await stage.play(stage.seat(4))
        await stage.play(stage.seat(2))
    finally:
        stage.arena.newer = False


async def resume(stage: Stage) -> None:
    """Lets another worker take a match over, and then one whose beginning the bot has not seen."""
    await disturb(stage, Trouble.TAKE_OVER)
    unseen = stage.seat(3)
    unseen.table = replace(unseen.table, attempt=2)
    await stage.play(unseen)


async def restart(stage: Stage) -> None:
    """Starts a match again: the same deal, but the others play differently."""
    stage.arena.blamed = Claim.RESTARTED
    first, again = await _abandoned(stage), stage.seat()
    again.table, again.seed = replace(first.table, attempt=2, since_attempt=2), first.seed
    await stage.play(again, others="again")


async def _abandoned(stage: Stage) -> Seat:
    """Stops an attempt at a match after some answers, as many as the game allows."""
    for calm in (11, 11, 5, 5, 2, 2, 0, 0):
        seat = stage.seat()
        stage.plan(*[None] * calm, Trouble.ABANDON)
        try:
            await stage.play(seat)
        except Abandoned:
            return seat
    raise Unplayable("no match asked the bot anything")


async def go_silent(stage: Stage) -> None:
    session = stage.arena.session
    try:
        await disturb(stage, Trouble.SILENCE)
    finally:
        session.end(grpc.StatusCode.UNAVAILABLE)


async def go_away_for_a_while(stage: Stage) -> None:
    arena, calls = stage.arena, stage.arena.calls
    arena.away = True
    arena.session.end(grpc.StatusCode.UNAVAILABLE)
    await asyncio.sleep(AWAY_S)
    arena.away = False
    if (made := arena.calls - calls) > HASTY:
        arena.findings.problem(Claim.BACK_OFF, f"{made} calls within {AWAY_S:g} s")
    await stage.expect("the bot did not come back", lambda: arena.connected)


async def say_goodbye(stage: Stage) -> None:
    """Tells the bot to end while it plays."""
    arena, program, gate = stage.arena, stage.program, asyncio.Event()
    assert program is not None
    seat, goodbyes = stage.seat(5, gate=gate), arena.goodbyes
    async with stage.playing([seat]):
        await stage.expect("no first answer", lambda: seat.choices)
        program.terminate()
        await stage.expect(
            "no goodbye", lambda: arena.goodbyes > goodbyes or program.code is not None
        )
        if program.code is not None:
            raise Missed(f"the bot ended with {program.code} while a match went on")
        gate.set()
    await stage.expect("the bot did not end", lambda: program.code is not None)
    if program.code:
        raise Missed(f"the bot ended with {program.code}")


async def win_with_a_newer_session(stage: Stage) -> None:
    arena, program, calls = stage.arena, stage.program, stage.arena.calls
    arena.session.end(grpc.StatusCode.ABORTED)
    await arena.until(
        lambda: arena.calls > calls or (program is not None and program.code is not None), STOPPED_S
    )
    if arena.calls > calls:
        raise Missed("the bot came back, and would fight with the newer one for ever")


def _disturbed(claim: Claim, trouble: Trouble) -> Scene:
    return Scene((claim,), partial(disturb, trouble=trouble))


SCENES = (
    Scene((Claim.HELLO_FIRST, Claim.KEY, Claim.HELLO_ONCE), connect),
    Scene((Claim.ECHO,), echo),
    Scene((Claim.LEGAL, Claim.ACKNOWLEDGED, Claim.ONCE, Claim.ATTEMPT, Claim.IN_TIME), play_whole),
    Scene((Claim.AT_ONCE,), play_at_once),
    _disturbed(Claim.SAME, Trouble.TWICE),
    _disturbed(Claim.UNKNOWN_KINDS, Trouble.UNKNOWN),
    _disturbed(Claim.UNKNOWN_VALUES, Trouble.VALUES),
    Scene((Claim.UNKNOWN_FIELDS,), send_unknown_fields),
    Scene((Claim.FAULTED,), fault),
    _disturbed(Claim.IGNORED, Trouble.IGNORED),
    _disturbed(Claim.FAILURE, Trouble.UNREADABLE),
    Scene((Claim.GIVEN_UP,), give_up),
    Scene((Claim.TOLD_AGAIN,), tell_again),
    Scene((Claim.RESUMED,), resume),
    Scene((Claim.RESTARTED,), restart),
    _disturbed(Claim.CUT_BEFORE, Trouble.BREAK),
    _disturbed(Claim.CUT_AFTER, Trouble.LOSE),
    _disturbed(Claim.GOING_AWAY, Trouble.LEAVE),
    Scene((Claim.SILENCE,), go_silent),
    Scene((Claim.GOODBYE,), say_goodbye, ends_bot=True, needs_program=True),
    Scene((Claim.BACK_OFF,), go_away_for_a_while),
    Scene((Claim.ABORTED,), win_with_a_newer_session, ends_bot=True),
)
