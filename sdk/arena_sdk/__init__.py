"""Everything a bot author needs.

    from arena_sdk import Bot, run

    class FirstBot(Bot):
        def choose(self, prompt):
            return prompt.legal_actions[0]

    if __name__ == "__main__":
        run(FirstBot)

`run` plays in the arena, `play_local` in this process.
"""

from arena.match.clock import Clock
from arena.match.outcome import Fault, Outcome
from arena.match.players import Faulted, Heard, Table
from arena_sdk.bot import Bot, Prompt
from arena_sdk.local import play_local
from arena_sdk.run import run, run_async
from arena_sdk.session import SessionRefused

__all__ = [
    "Bot",
    "Clock",
    "Fault",
    "Faulted",
    "Heard",
    "Outcome",
    "Prompt",
    "SessionRefused",
    "Table",
    "play_local",
    "run",
    "run_async",
]
