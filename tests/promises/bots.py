"""A process of SDK bots that think for a set time and choose by the ply alone.

python -m tests.promises.bots CREW, as JSON
"""

import asyncio
import json
import logging
import sys
from contextlib import AsyncExitStack
from dataclasses import dataclass

from arena_sdk import Bot, Prompt
from arena_sdk.client import Client, Patience
from arena_sdk.settings import settings
from tests.promises.jitter import Jitter


@dataclass(frozen=True, slots=True)
class Crew:
    """Who plays where, and how."""

    address: str
    submissions: list[str]
    think_ms: float = 0.0
    jitter_ms: tuple[float, float] = (0.0, 0.0)
    """Least and most by which the network holds back what goes either way."""
    matches: int = 100
    """How many each bot plays at once."""
    hasty: bool = False
    """Whether it comes back as soon as it can, which bots of authors do not."""
    key: str = ""

    @property
    def patience(self) -> Patience:
        return Patience(first_s=0.01, cap_s=0.05) if self.hasty else Patience()


class Thinker(Bot):
    """Needs no more than the ply to know what to choose."""

    think_s = 0.0

    async def choose(self, prompt: Prompt) -> str:
        await asyncio.sleep(self.think_s)
        return chosen(prompt.ply, prompt.legal_actions)


def chosen(ply: int, legal_actions: tuple[str, ...]) -> str:
    """Returns what every bot of a crew chooses."""
    return legal_actions[ply * 7 % len(legal_actions)]


async def play(crew: Crew) -> None:
    """Plays until the process ends."""
    Thinker.think_s = crew.think_ms / 1000
    async with AsyncExitStack() as stack:
        address = crew.address
        if crew.jitter_ms[1]:
            address = await stack.enter_async_context(Jitter(address, crew.jitter_ms).listening())
        found = [
            settings(address=address, key=crew.key, submission=one, matches=crew.matches)
            for one in crew.submissions
        ]
        await asyncio.gather(*(Client(Thinker, one, crew.patience).run() for one in found))


if __name__ == "__main__":
    logging.basicConfig(format="%(created).3f %(message)s", level=logging.INFO)
    asyncio.run(play(Crew(**json.loads(sys.argv[1]))))
