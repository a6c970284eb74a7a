"""How punctual an event loop is: whatever blocks it makes every bot behind it wait."""

import asyncio

from arena.metrics.catalogue import LOOP_LAG

LOOK_S = 0.25


async def watch_loop() -> None:
    """Measures by how much the running event loop is late, until cancelled."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + LOOK_S
        await asyncio.sleep(LOOK_S)
        LOOP_LAG.observe(max(0.0, loop.time() - due))
