"""Texts of bots: as long as allowed they arrive whole, and no more of them than that."""

import pytest
from asynchronous import asynchronous

from arena.match.outcome import Fault
from arena.rpc.session import TEXT_LENGTH
from botarena.v1 import play_service_pb2 as pb

from .bots import session
from .stage import PATIENT, ask, prompt, seat, stage, take_seat, unique


@asynchronous
@pytest.mark.parametrize("length", [TEXT_LENGTH, TEXT_LENGTH + 1])
async def test_an_action_is_read_up_to_so_many_characters(redis_url: str, length: int) -> None:
    submission = unique("submission")
    legal = "n" * TEXT_LENGTH
    async with stage(redis_url) as arena:
        gateway, worker = await arena.gateway(), await arena.worker()
        async with session(gateway.port, submission) as bot:
            player, match_id = seat(worker, submission, PATIENT)
            await take_seat(player, bot)
            choosing = await ask(player, bot, prompt(0, PATIENT, [legal, "b"]))

            await bot.choose(match_id, 0, "n" * length)

            answer = await choosing
    assert answer.action == legal


@asynchronous
@pytest.mark.parametrize("length", [TEXT_LENGTH, TEXT_LENGTH + 1])
async def test_a_longer_reason_is_a_failure_like_any_other(redis_url: str, length: int) -> None:
    submission = unique("submission")
    async with stage(redis_url) as arena:
        gateway, worker = await arena.gateway(), await arena.worker()
        async with session(gateway.port, submission) as bot:
            player, match_id = seat(worker, submission, PATIENT)
            await take_seat(player, bot)
            choosing = await ask(player, bot, prompt(0, PATIENT))

            failure = pb.Failure(match_id=match_id, ply=0, reason="n" * length)
            await bot.send(failure=failure)

            answer = await choosing
    assert answer.fault is Fault.CRASH
