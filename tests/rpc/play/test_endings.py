"""Matches end while a bot is away: on its next session it learns how."""

import asyncio

import pytest
import redis.asyncio
from asynchronous import asynchronous

from arena.match.outcome import Fault, outcome
from arena.relay import endings

from .bots import session
from .stage import CLOCK, prompt, seat, stage, table, take_seat, unique

OUTCOME = outcome([3, 5])


async def nothing_is_kept(redis_url: str, submission: str) -> None:
    async with redis.asyncio.from_url(redis_url) as client:
        while await client.execute_command(*endings.kept(submission)):
            await asyncio.sleep(0.005)


@pytest.mark.parametrize("given_up", [False, True])
@asynchronous
async def test_a_bot_that_was_away_is_told_once_wherever_it_comes_back(
    redis_url: str, given_up: bool
) -> None:
    submission = unique("submission")
    async with stage(redis_url) as arena:
        here, there = [await arena.gateway(heartbeat_s=0.05) for _ in range(2)]
        player, match_id = seat(worker := await arena.worker(), submission)
        async with session(here.port, submission) as bot:
            await take_seat(player, bot)
        while player.at is not None:
            await asyncio.sleep(0.005)
        if given_up:
            player.given_up()
        else:
            assert (await player.choose(prompt())).fault is Fault.DISCONNECT
            player.finished(OUTCOME, ())
        player.close()
        async with session(there.port, submission) as bot:
            finished = (await bot.receive("finished")).finished
            reading = asyncio.create_task(bot.receive("seated"))
            await nothing_is_kept(redis_url, submission)
            reading.cancel()
        async with session(there.port, submission) as bot:
            following = worker.player(submission, table())
            seated = await take_seat(following, bot)

        assert finished.match_id == match_id
        assert finished.HasField("outcome") is not given_up
        assert seated.match_id != match_id


@asynchronous
async def test_an_end_that_may_have_got_lost_on_the_way_is_told_again(redis_url: str) -> None:
    """A bot whose cable is cut has a session for some time still, and hears nothing of it."""
    submission = unique("submission")
    async with stage(redis_url) as arena:
        gateway, worker = await arena.gateway(heartbeat_s=60), await arena.worker()
        player, match_id = seat(worker, submission, CLOCK)
        async with session(gateway.port, submission) as bot:
            await take_seat(player, bot)
            player.finished(OUTCOME, ())
            player.close()
            first = (await bot.receive("finished")).finished
        async with session(gateway.port, submission) as bot:
            again = (await bot.receive("finished")).finished

        assert first == again
        assert again.match_id == match_id


@asynchronous
async def test_no_more_is_kept_than_a_bot_may_be_told_at_once(redis_url: str) -> None:
    submission = unique("submission")
    async with stage(redis_url) as arena:
        gateway, worker = await arena.gateway(), await arena.worker()
        match_ids = [unique("match") for _ in range(endings.MOST + 8)]
        for match_id in match_ids:
            player = worker.player(submission, table(match_id))
            player.finished(OUTCOME, ())
            player.close()
        async with redis.asyncio.from_url(redis_url) as client:
            while not (newest := await client.lindex(f"arena:endings:{submission}", 0)) or (
                match_ids[-1].encode() not in newest
            ):
                await asyncio.sleep(0.005)
            life_s = await client.ttl(f"arena:endings:{submission}")
        async with session(gateway.port, submission) as bot:
            told = [(await bot.receive("finished")).finished.match_id for _ in range(endings.MOST)]

        assert told == match_ids[-endings.MOST :]
        assert 0 < life_s <= endings.TTL_S
