"""Async tests without a plug-in: each runs in an event loop of its own, and never for ever."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any

PATIENCE_S = 60.0


def asynchronous(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """Makes an ordinary test of an async one."""

    @wraps(test)
    def run(*args: Any, **fixtures: Any) -> None:
        async def patiently() -> None:
            async with asyncio.timeout(PATIENCE_S):
                await test(*args, **fixtures)

        asyncio.run(patiently())

    return run


async def eventually(claim: Callable[[], object]) -> None:
    """Returns once the claim holds; the test's own patience is the limit."""
    while not claim():
        await asyncio.sleep(0.005)
