"""The relay with a stopwatch: what bots took for each prompt, and what the arena added."""

import time

import structlog

from arena.match.players import Answer, Prompt, Table
from arena.metrics import catalogue
from arena.service.relay_ports import Relay, RelayedPlayer
from arena.service.wrapped_relay import WrappedPlayer, WrappedRelay

_log = structlog.get_logger(__name__)


def measured(relay: Relay) -> Relay:
    """Returns the relay with a stopwatch."""
    return WrappedRelay(relay, _MeasuredPlayer)


class _MeasuredPlayer(WrappedPlayer):
    """Counts prompts and faults, and observes who took the time for them."""

    def __init__(self, player: RelayedPlayer, submission_id: str, table: Table) -> None:
        super().__init__(player)
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

    async def choose(self, prompt: Prompt) -> Answer:
        """Implements `Player.choose`."""
        asked_s = time.perf_counter()
        answer = await super().choose(prompt)
        took_s, bot_s = time.perf_counter() - asked_s, answer.elapsed_ms / 1000
        self._prompts.inc()
        self._bot_s.observe(bot_s)
        self._arena_s.observe(max(0.0, took_s - bot_s))
        if answer.fault is not None:
            catalogue.FAULTS.labels(self._game, answer.fault.value).inc()
            _log.info("fault", ply=prompt.ply, fault=answer.fault.value, **self._about)
        return answer
