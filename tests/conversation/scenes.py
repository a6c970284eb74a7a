"""What is said: one match of one round, in which nearly everything happens that can."""

import asyncio
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path

from arena.games.carrera import Carrera
from arena.games.dice import commitment
from arena.match.clock import Clock
from arena.match.events import MatchEvent
from arena.match.players import Table
from arena.match.referee import Referee
from arena.relay import RedisRelay
from arena.relay.embedded import embedded_server
from arena.rpc.play import PlaySettings
from arena.wire.play import PlayEncoder
from arena_sdk.house import house_bot
from arena_sdk.local_players import LocalPlayer
from arena_sdk.seated import SeatedBot
from arena_sdk.threads import Direct
from botarena.v1 import play_service_pb2 as pb
from tests.conversation.talk import Scene, Talker
from tests.rpc.play.stage import Gateway

MATCH, SUBMISSION = "match-1", "submission-1"
SEED = bytes(range(32))
CLOCK = Clock()
THOUGHT_S = 0.3
"""Longer than the lag allowance, so that it shows in the time that is left."""


def conversation() -> list[Scene]:
    """Has it, between a real gateway, a real worker's relay and a bot driven by hand."""
    with tempfile.TemporaryDirectory() as folder, embedded_server(Path(folder)) as redis_url:
        return asyncio.run(_conversation(redis_url))


async def _conversation(redis_url: str) -> list[Scene]:
    async with asyncio.timeout(60), AsyncExitStack() as stack:
        gateway = Gateway(redis_url, PlaySettings(heartbeat_s=60, linger_s=0.05))
        await gateway.start()
        stack.push_async_callback(gateway.stop)
        worker = RedisRelay(redis_url, "worker", PlayEncoder())
        await worker.start()
        worker.excused_until = 0.0  # as if it had been up for long
        stack.push_async_callback(worker.stop)
        scenes: list[Scene] = []
        bot = Talker(gateway.port, scenes)
        await _open(bot, scenes)
        match = asyncio.create_task(_match(worker))
        bot = await _play(bot, gateway.port, scenes)
        await match
        await bot.send(goodbye=pb.Goodbye())
        code, _ = await bot.status()
        bot.note(f"the stream ends with {code.name}")
        await bot.drop()
        return scenes


async def _open(bot: Talker, scenes: list[Scene]) -> None:
    scenes.append(
        Scene(
            "A session",
            "The bot opens the stream, with its author's key in the metadata, and says which"
            " submission it is. Either end may ask whether the other one is alive; the answer is"
            " the same number with `echo` set.",
        )
    )
    await bot.hello(SUBMISSION)
    await bot.send(heartbeat=pb.Heartbeat(number=1))
    await bot.receive("heartbeat")


async def _play(bot: Talker, port: int, scenes: list[Scene]) -> Talker:
    """Plays the six tricks; returns the session that is open at the end."""
    scenes.append(
        Scene(
            "A seat and a prompt",
            "A match begins. The bot takes its seat; no clock runs before. Then it is asked, with"
            " all that it may know and all that it may do, and answers with one of the legal"
            " actions. Match, attempt and ply name the prompt.",
        )
    )
    await bot.sit()
    prompt = await bot.prompt()
    await bot.answer(prompt, "up 3 0")

    scenes.append(
        Scene(
            "An answer too many",
            "`heard` is what the others did meanwhile. The bot answers the old prompt once more,"
            " as it might when an answer could have been lost: nothing comes of it.",
        )
    )
    following = await bot.prompt()
    await bot.answer(prompt, "up 3 0")
    await bot.ignored()
    await bot.answer(following, following.legal_actions[-1])

    scenes.append(
        Scene(
            "A fault",
            "What is not among the legal actions is a fault. The first legal action is played, and"
            " the match goes on.",
        )
    )
    prompt = await bot.prompt()
    await bot.answer(prompt, "up 9 9")
    await bot.receive("faulted")

    scenes.append(
        Scene(
            "A failure",
            "When the bot's own code fails, it says so instead of letting its time run out. That is"
            " a fault, too. The reason is for the author's eyes.",
        )
    )
    prompt = await bot.prompt()
    named = {"match_id": MATCH, "attempt": prompt.attempt, "ply": prompt.ply}
    failure = pb.Failure(**named, reason="KeyError: '4a'")
    await bot.send(failure=failure)
    await bot.receive("faulted")

    scenes.append(
        Scene(
            "The stream breaks",
            "The bot thinks, and its connection is lost. It opens a new stream: the match is seated"
            " again with the same attempt, so what the bot knows still holds, and the open prompt"
            " comes again, with the time that is left.",
        )
    )
    prompt = await bot.prompt()
    await asyncio.sleep(THOUGHT_S)
    await bot.drop()
    bot.note("the stream breaks; the bot opens another one")
    bot = Talker(port, scenes)
    await bot.hello(SUBMISSION)
    await bot.receive("seated")
    prompt = await bot.prompt()
    await bot.acknowledge(MATCH)
    await bot.answer(prompt, prompt.legal_actions[-1])

    scenes.append(
        Scene(
            "The end",
            "After the last trick everybody learns the outcome. With `goodbye` the bot asks for no"
            " more matches; the arena ends the stream once it has no seat left.",
        )
    )
    prompt = await bot.prompt()
    await bot.answer(prompt, prompt.legal_actions[-1])
    await bot.receive("finished")
    return bot


async def _match(worker: RedisRelay) -> None:
    """Plays a match of one round, the bot at seat 0 and greedy ones beside it."""
    game = Carrera(3, max_rounds=1)
    tables = [
        Table(
            *(MATCH, 1, 1, game.name, game.version, game.options),
            *(seat, game.seats, CLOCK, 3, commitment(SEED)),
        )
        for seat in range(game.seats)
    ]
    asked = worker.player(SUBMISSION, tables[0])
    greedy = house_bot(game.name, "greedy")
    others = [LocalPlayer(SeatedBot(greedy, table, Direct())) for table in tables[1:]]

    async def record(_: MatchEvent) -> None:
        pass

    referee = Referee(
        game, [asked, *others], seed=SEED, clock=CLOCK, faults_allowed=3, record=record
    )
    await referee.play()
    asked.close()
