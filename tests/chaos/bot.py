"""A process of bots: thinks for a moment, chooses at random, and notes when it was asked.

What it needs comes from the environment: the arena's address, a key, submissions, and a file.
"""

import asyncio
import ctypes
import os
import random
import signal
import sys
import time

from arena_sdk import Bot, Prompt, run_async

CAPACITY = int(os.environ["CHAOS_CAPACITY"])
LONGEST_THOUGHT_S = float(os.environ.get("CHAOS_THOUGHT_S", "0.04"))


class Thinker(Bot):
    notes = os.open(os.environ["CHAOS_NOTES"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)

    async def choose(self, prompt: Prompt) -> str:
        os.write(self.notes, f"{time.time():.4f} {prompt.match_id} {prompt.ply}\n".encode())
        await asyncio.sleep(random.uniform(0.0, LONGEST_THOUGHT_S))
        return random.choice(prompt.legal_actions)


async def main() -> None:
    drain = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, drain.set)
    submissions = os.environ["CHAOS_SUBMISSIONS"].split()
    await asyncio.gather(
        *(
            run_async(Thinker, submission=submission, matches=CAPACITY, drain=drain)
            for submission in submissions
        )
    )


def die_with_parent() -> None:
    """Ends this process with its parent. A bot that is asked to stop would finish its matches."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)


if __name__ == "__main__":
    die_with_parent()
    asyncio.run(main())
