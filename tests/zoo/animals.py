"""The bad bots, and what becomes of each."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import grpc

from arena.match.outcome import Fault
from botarena.carrera.v1 import observation_pb2 as carrera
from botarena.scout.v1 import observation_pb2 as scout
from botarena.v1 import play_service_pb2 as pb
from tests.zoo.stream import Den, Wire, acknowledge, choice, ended, opened

Live: TypeAlias = Callable[[Den], Awaitable[None]]
"""Behaves until its match is over, or until it is ended."""


@dataclass(frozen=True, slots=True)
class Animal:
    """One kind of bad bot."""

    live: Live
    faults: frozenset[Fault] = frozenset()
    """What it gets faults for: at least one of these, and no others."""
    forfeits: bool | None = None
    """Whether it forfeits; `None`: it depends."""


async def silent(den: Den) -> None:
    async with opened(den) as wire:
        async for _ in wire.prompts():
            pass


async def slow(den: Den) -> None:
    async with opened(den) as wire:
        async for prompt in wire.prompts():
            await asyncio.sleep(den.limit_s + 0.3)
            await wire.choose(prompt)


def crashes_when(is_time: Callable[[Den, pb.Prompt], bool]) -> Live:
    async def crash(den: Den) -> None:
        async with opened(den) as wire:
            async for prompt in wire.prompts():
                if is_time(den, prompt):
                    return
                await wire.choose(prompt)

    return crash


def _late(den: Den, prompt: pb.Prompt) -> bool:
    """Whether it is the last round, or may be."""
    if den.game == "scout":
        table = scout.Observation()
        prompt.observation.Unpack(table)
        return table.round == den.seats
    race = carrera.Observation()
    prompt.observation.Unpack(race)
    return 1 in race.trophies and len(race.hand) < 3


async def raising(den: Den) -> None:
    async with opened(den) as wire:
        async for prompt in wire.prompts():
            failure = pb.Failure(match_id=prompt.match_id, ply=prompt.ply, reason="x" * 100_000)
            await wire.send(pb.PlayRequest(failure=failure))


async def doubling(den: Den) -> None:
    async with opened(den) as wire:
        async for prompt in wire.prompts():
            await wire.choose(prompt)
            await wire.choose(prompt, prompt.legal_actions[-1])


def misaddressed(match_id: str | None = None, plies_off: int = 0) -> Live:
    async def answer(den: Den) -> None:
        async with opened(den) as wire:
            async for prompt in wire.prompts():
                wrong = pb.Choice(
                    match_id=match_id or prompt.match_id,
                    ply=prompt.ply + plies_off,
                    action=prompt.legal_actions[0],
                )
                await wire.send(pb.PlayRequest(choice=wrong))

    return answer


def answers(action: str) -> Live:
    async def answer(den: Den) -> None:
        async with opened(den) as wire:
            async for prompt in wire.prompts():
                await wire.choose(prompt, action)

    return answer


def sends(make: Callable[[random.Random], bytes]) -> Live:
    """Sends bytes in the place of answers."""

    async def send(den: Den) -> None:
        chance = random.Random(den.match_id)
        async with opened(den) as wire:
            async for _ in wire.prompts():
                await wire.send(make(chance))

    return send


async def flooding(den: Den) -> None:
    async with opened(den) as wire:
        async for prompt in wire.prompts():
            flood = choice(prompt, "x" * 100).SerializeToString()
            for _ in range(20_000):
                await wire.send(flood)


async def deaf(den: Den) -> None:
    """Takes its seat and never reads again, with its connection open."""
    async with opened(den) as wire:
        async for message in wire.messages():
            if message.WhichOneof("message") == "seated":
                await wire.send(acknowledge(message.seated))
                await asyncio.Future()


async def dead_from_the_start(den: Den) -> None:
    async with opened(den):
        await asyncio.Future()


async def restless(den: Den) -> None:
    """Leaves at every second prompt, and comes back at once."""
    left: set[int] = set()
    while True:
        async with opened(den) as wire:
            async for prompt in wire.prompts():
                if prompt.ply % 2 and prompt.ply not in left:
                    left.add(prompt.ply)
                    break
                await wire.choose(prompt)
        await asyncio.sleep(0.01)


async def running_away(den: Den) -> None:
    """Leaves at every prompt, and never answers."""
    while True:
        async with opened(den) as wire:
            async for _ in wire.prompts():
                break
        await asyncio.sleep(0.05)


async def two_at_once(den: Den) -> None:
    async def play(wire: Wire) -> None:
        async for prompt in wire.prompts():
            await wire.choose(prompt)

    async with opened(den) as first:
        await anext(first.messages())  # it is welcome
        async with opened(den) as second:
            code, _ = await asyncio.gather(ended(first), play(second))
        assert code is grpc.StatusCode.ABORTED, code


async def without_hello(den: Den) -> None:
    async with opened(den, hello=False) as wire:
        code = await ended(wire)
        assert code is grpc.StatusCode.DEADLINE_EXCEEDED, code


async def choosing_first(den: Den) -> None:
    async with opened(den, hello=False) as wire:
        await wire.send(pb.PlayRequest(choice=pb.Choice(match_id=den.match_id, ply=3)))
        code = await ended(wire)
        assert code is grpc.StatusCode.INVALID_ARGUMENT, code


async def stranger(den: Den) -> None:
    async with opened(den, key="arena_not-a-key") as wire:
        code = await ended(wire)
        assert code is grpc.StatusCode.UNAUTHENTICATED, code


def _noise(chance: random.Random) -> bytes:
    return chance.randbytes(chance.randrange(1, 2_000))


_TIMEOUT = frozenset({Fault.TIMEOUT})
_DISCONNECT = frozenset({Fault.DISCONNECT})
_ILLEGAL = frozenset({Fault.ILLEGAL_ACTION})
_NO_SHOW = frozenset({Fault.NO_SHOW})

ANIMALS: Mapping[str, Animal] = {
    "silent": Animal(silent, _TIMEOUT, True),
    "slow": Animal(slow, _TIMEOUT, True),
    "crashes at once": Animal(crashes_when(lambda *_: True), _DISCONNECT, True),
    "crashes in the middle": Animal(crashes_when(lambda _, p: p.ply > 9), _DISCONNECT, True),
    "crashes late": Animal(crashes_when(_late), _DISCONNECT),
    "raises": Animal(raising, frozenset({Fault.CRASH}), True),
    "answers twice": Animal(doubling),
    "answers another ply": Animal(misaddressed(plies_off=1_000), _TIMEOUT, True),
    "answers in another match": Animal(misaddressed(match_id="match-0"), _TIMEOUT, True),
    "plays what is illegal": Animal(answers("fold"), _ILLEGAL, True),
    "plays nothing": Animal(answers(""), _ILLEGAL, True),
    "plays a novel": Animal(answers("show 1 1 " * 25_000), _ILLEGAL, True),
    "sends garbage": Animal(sends(_noise), _TIMEOUT, True),
    "sends empty messages": Animal(sends(lambda _: b""), _TIMEOUT, True),
    "sends 4 MB": Animal(sends(lambda chance: chance.randbytes(4 << 20)), _DISCONNECT, True),
    "floods": Animal(flooding, _ILLEGAL | _TIMEOUT | _DISCONNECT, True),
    "stops reading": Animal(deaf, _TIMEOUT | _DISCONNECT, True),
    "never reads": Animal(dead_from_the_start, _NO_SHOW, True),
    "leaves and returns": Animal(restless),
    "runs away": Animal(running_away, _DISCONNECT | _TIMEOUT, True),
    "has two sessions": Animal(two_at_once),
    "says no hello": Animal(without_hello, _NO_SHOW, True),
    "chooses before hello": Animal(choosing_first, _NO_SHOW, True),
    "has a wrong key": Animal(stranger, _NO_SHOW, True),
}
