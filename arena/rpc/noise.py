"""What a bot sends that counts for nothing, and when that is too much of it."""

import asyncio

NOISE_PER_S = 2_000
"""A bot that sends more such messages in a second is dropped."""


class Noise:
    """Counts for one session."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._count = 0
        self._since = 0.0

    def more(self) -> bool:
        """Counts one more message; returns whether it is one too many."""
        now = self._loop.time()
        if now - self._since > 1.0:
            self._since, self._count = now, 0
        self._count += 1
        return self._count > NOISE_PER_S
