"""The bots of the wire bench: all seats in one process, which notes how long the arena took."""

import asyncio
import json
import signal
import sys
import time

from arena_sdk import Bot, Outcome, Prompt, Table, run_async

chosen: dict[str, float] = {}
"""When the last choice of a match left its bot."""
waits: dict[str, list[float]] = {}
"""From a choice to the next prompt of the same match, in seconds: everything that is not a bot."""


class Clocked(Bot):
    """Takes the action in the middle of the list."""

    def seated(self, table: Table) -> None:
        self.match_id = table.match_id

    async def choose(self, prompt: Prompt) -> str:
        now = time.perf_counter()
        if (before := chosen.pop(self.match_id, None)) is not None:
            waits.setdefault(self.match_id, []).append(now - before)
        chosen[self.match_id] = time.perf_counter()
        return prompt.legal_actions[len(prompt.legal_actions) // 2]

    def finished(self, outcome: Outcome | None) -> None:
        chosen.pop(self.match_id, None)


async def main(address: str, key: str, submissions: list[str]) -> None:
    """Plays for all submissions until SIGTERM, then prints what it noted."""
    drain = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, drain.set)
    await asyncio.gather(
        *(
            run_async(Clocked, address=address, key=key, submission=one, matches=200, drain=drain)
            for one in submissions
        )
    )
    print(json.dumps(waits))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
