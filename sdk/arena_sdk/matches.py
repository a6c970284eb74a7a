"""The matches a bot plays now, whatever session their messages come by."""

import asyncio
import logging
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any, Protocol

from arena.games.codec import observation_type
from arena.games.registry import Registry, UnknownGame
from arena.match.outcome import Outcome
from arena.match.players import Heard, Table
from arena.wire.play import faulted_from, finished_from, prompt_from, table_from
from arena_sdk.bot import MakeBot
from arena_sdk.calls import BotFailed, complaint
from arena_sdk.seated import SeatedBot
from arena_sdk.threads import Threads
from botarena.v1 import play_service_pb2 as pb

_log = logging.getLogger("arena_sdk")

REASON_LENGTH = 4_000
"""So much of a failure's reason the arena keeps."""


class Sink(Protocol):
    """Takes what is to be sent to the arena; drops it if it cannot be sent any more."""

    def send(self, request: pb.PlayRequest) -> None: ...


@dataclass(slots=True)
class _Asked:
    """One prompt: what was asked, who wants the answer, and the answer once there is one."""

    question: bytes
    sink: Sink
    answer: pb.PlayRequest | None = None


@dataclass(slots=True)
class _Live:
    """One match that goes on."""

    bot: SeatedBot
    attempt: int
    kind: type[Any] | None
    """What the game's observations are; `None` if the game is not installed here."""
    sitting: asyncio.Task[None]
    sink: Sink
    """Where the match was seated last."""
    asked: dict[int, _Asked] = field(default_factory=dict)
    """By ply."""


class Matches:
    """Makes a bot for every seat, passes on what it is told, and sends back what it answers."""

    def __init__(self, make_bot: MakeBot, capacity: int, games: Registry) -> None:
        self._make_bot = make_bot
        self._threads = Threads(capacity)
        self._games = games
        self._live: dict[str, _Live] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Gets the exception if something other than a bot goes wrong."""
        self.none_live = asyncio.Event()
        self.none_live.set()

    def __len__(self) -> int:
        return len(self._live)

    def receive(self, response: pb.PlayResponse, sink: Sink) -> None:
        """Takes one message of a match; kinds of messages that it does not know are ignored.

        Raises `ValueError` for a message that this version cannot read.
        """
        match response.WhichOneof("message"):
            case "seated":
                self._seated(table_from(response.seated), sink)
            case "prompt":
                self._prompted(response.prompt, sink)
            case "faulted":
                self._faulted(response.faulted)
            case "finished":
                self._finished(response.finished)
            case "ignored":
                _ignored(response.ignored)

    def owe(self, sink: Sink) -> bool:
        """Returns whether an answer that is to go to `sink` is still being thought about."""
        return any(
            asked.sink is sink and asked.answer is None
            for live in self._live.values()
            for asked in live.asked.values()
        )

    def forget_absent(self, sink: Sink) -> None:
        """Ends the matches that were not seated again at `sink`, without knowing how they ended."""
        for match_id in [m for m, live in self._live.items() if live.sink is not sink]:
            self._end(match_id, None, ())

    async def settle(self, patience_s: float) -> None:
        """Waits a while for bots that are still hearing how their matches ended."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=patience_s)

    def close(self) -> None:
        """Leaves everything as it is."""
        for task in self._tasks:
            task.cancel()
        self._threads.close()

    def _seated(self, table: Table, sink: Sink) -> None:
        live = self._live.get(table.match_id)
        if live is None or live.attempt < table.since_attempt:
            bot = SeatedBot(self._make_bot, table, self._threads)
            live = _Live(bot, table.attempt, self._kind(table), self._start(bot.sit()), sink)
            self._live[table.match_id] = live
            self.none_live.clear()
        elif table.attempt < live.attempt:
            return
        live.attempt = table.attempt
        live.sink = sink
        self._start(_acknowledge(live.sitting, table, sink))

    def _kind(self, table: Table) -> type[Any] | None:
        try:
            game = self._games.find(table.game)
        except UnknownGame:
            return None
        if game.version != table.version:
            _log.warning(
                "the arena plays version %d of %s, but version %d is installed here",
                table.version,
                table.game,
                game.version,
            )
        return observation_type(game)

    def _prompted(self, message: pb.Prompt, sink: Sink) -> None:
        live = self._live.get(message.match_id)
        if live is None:
            _log.warning("match %s: asked without a seat", message.match_id)
            return
        asked = live.asked.get(message.ply)
        if asked is None or asked.question != message.observation.value:
            asked = live.asked[message.ply] = _Asked(message.observation.value, sink)
            self._start(self._choose(live, asked, message))
        asked.sink = sink
        if asked.answer is not None:
            sink.send(asked.answer)

    async def _choose(self, live: _Live, asked: _Asked, message: pb.Prompt) -> None:
        match_id, attempt, ply = message.match_id, message.attempt, message.ply
        try:
            action = await live.bot.choose(prompt_from(message, live.kind))
            choice = pb.Choice(match_id=match_id, attempt=attempt, ply=ply, action=action)
            answer = pb.PlayRequest(choice=choice)
        except (BotFailed, ValueError) as failure:  # a ValueError: an observation nobody can read
            _log.error("match %s, ply %d:\n%s", match_id, ply, failure)
            reason = str(failure)[-REASON_LENGTH:]
            failed = pb.Failure(match_id=match_id, attempt=attempt, ply=ply, reason=reason)
            answer = pb.PlayRequest(failure=failed)
        # An answer of a match that ended or began again meanwhile would name another prompt.
        if self._live.get(match_id) is live and live.asked[ply] is asked:
            asked.answer = answer
            asked.sink.send(answer)

    def _faulted(self, message: pb.Faulted) -> None:
        notice = faulted_from(message)
        _log.warning("match %s, ply %d: %s", message.match_id, notice.ply, complaint(notice))
        if live := self._live.get(message.match_id):
            self._start(live.bot.faulted(notice))

    def _finished(self, message: pb.Finished) -> None:
        if message.match_id in self._live:
            self._end(message.match_id, *finished_from(message))

    def _end(self, match_id: str, outcome: Outcome | None, heard: tuple[Heard, ...]) -> None:
        live = self._live.pop(match_id)
        if not self._live:
            self.none_live.set()
        if outcome is None:
            _log.info("match %s: given up", match_id)
        else:
            rank = outcome.ranks[live.bot.table.seat]
            _log.info("match %s: rank %d of %d", match_id, rank, len(outcome.ranks))
        self._start(live.bot.finished(outcome, heard))

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) and not self.failed.done():
            self.failed.set_exception(error)


async def _acknowledge(sitting: asyncio.Task[None], table: Table, sink: Sink) -> None:
    await asyncio.wait({sitting})
    acknowledge = pb.Acknowledge(match_id=table.match_id, attempt=table.attempt)
    sink.send(pb.PlayRequest(acknowledge=acknowledge))


def _ignored(message: pb.Ignored) -> None:
    reason = pb.Ignored.Reason.Name(message.reason).removeprefix("REASON_").lower()
    _log.info("match %s, ply %d: ignored, %s", message.match_id, message.ply, reason)
