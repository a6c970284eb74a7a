"""The relay with a stopwatch: what bots took for each prompt, and what the arena added."""

import time
from collections.abc import Collection, Mapping

import structlog

from arena.match.outcome import Outcome
from arena.match.players import Answer, Faulted, Heard, Prompt, Table
from arena.metrics import catalogue
from arena.service.relay_ports import Presence, Relay, RelayedPlayer

_log = structlog.get_logger(__name__)


class MeasuredRelay:
    """Implements `Relay` by another one."""

    def __init__(self, relay: Relay) -> None:
        self._relay = relay

    async def online(self, submission_ids: Collection[str]) -> Mapping[str, Presence]:
        """Implements `Relay.online`."""
        return await self._relay.online(submission_ids)

    def player(self, submission_id: str, table: Table) -> "MeasuredPlayer":
        """Implements `Relay.player`."""
        return MeasuredPlayer(self._relay.player(submission_id, table), submission_id, table)


class MeasuredPlayer:
    """Implements `RelayedPlayer` by another one."""

    def __init__(self, player: RelayedPlayer, submission_id: str, table: Table) -> None:
        self._player = player
        self._game = game = table.game
        self._about = {
            "match": table.match_id,
            "attempt": table.attempt,
            "seat": table.seat,
            "submission": submission_id,
        }
        self._prompts = catalogue.PROMPTS.labels(game)
        self._bot_s = catalogue.BOT_SECONDS.labels(game)
        self._arena_s = catalogue.ARENA_SECONDS.labels(game)

    async def sit(self) -> None:
        """Implements `Player.sit`."""
        await self._player.sit()

    async def choose(self, prompt: Prompt) -> Answer:
        """Implements `Player.choose`."""
        asked_s = time.perf_counter()
        answer = await self._player.choose(prompt)
        took_s, bot_s = time.perf_counter() - asked_s, answer.elapsed_ms / 1000
        self._prompts.inc()
        self._bot_s.observe(bot_s)
        self._arena_s.observe(max(0.0, took_s - bot_s))
        if answer.fault is not None:
            catalogue.FAULTS.labels(self._game, answer.fault.value).inc()
            _log.info("fault", ply=prompt.ply, fault=answer.fault.value, **self._about)
        return answer

    def faulted(self, notice: Faulted) -> None:
        """Implements `Player.faulted`."""
        self._player.faulted(notice)

    def finished(self, outcome: Outcome, heard: tuple[Heard, ...]) -> None:
        """Implements `Player.finished`."""
        self._player.finished(outcome, heard)

    def given_up(self) -> None:
        """Implements `RelayedPlayer.given_up`."""
        self._player.given_up()

    def close(self) -> None:
        """Implements `RelayedPlayer.close`."""
        self._player.close()
