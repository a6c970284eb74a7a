"""Runs measurements that wait, and gives their figures as they come."""

import asyncio
from collections.abc import AsyncIterator, Iterator

from tests.simulation.figure import Figure


def as_they_come(measured: AsyncIterator[Figure]) -> Iterator[Figure]:
    """Yields what an asynchronous generator yields, in an event loop of its own."""

    async def following() -> Figure | None:
        return await anext(measured, None)

    with asyncio.Runner() as runner:
        while (figure := runner.run(following())) is not None:
            yield figure
