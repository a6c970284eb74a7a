"""How long a sandbox takes to start, with Python in it; a bot's own imports come on top."""

import asyncio
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import mkdtemp

from arena.bootstrap import hosting_obstacle
from arena.config import Settings
from arena.hosting import engine, make_home
from arena.service.hosting_ports import PYTHON, Engine, Program
from tests.bench.figures import Figure, percentile

STARTS = 20
HELLO = (PYTHON, "-c", "print('hello', flush=True)")


def figures() -> Iterator[Figure]:
    """Yields the time from the order to start a bot to its first line, where bots can be run."""
    settings = Settings.from_environment()
    if hosting_obstacle(settings):
        return
    home = make_home(settings)
    try:
        taken = asyncio.run(_starts(engine(home, settings), home))
    finally:
        shutil.rmtree(home)
    name = f"sandbox, start to a bot's first line, of {STARTS}"
    yield Figure(f"{name}, p50", percentile(taken, 0.5) * 1e3, "ms")
    yield Figure(f"{name}, longest", max(taken) * 1e3, "ms")


async def _starts(contains: Engine, home: Path) -> list[float]:
    await contains.probe()  # finds the runtime, once for all
    taken = []
    for _ in range(STARTS):
        room = Path(mkdtemp(dir=home))
        (room / "bot").mkdir()
        first: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        begun = time.perf_counter()

        def heard(_: bytes, first: asyncio.Future[float] = first) -> None:
            if not first.done():
                first.set_result(time.perf_counter())

        sandbox = await contains.start(Program(room, HELLO), heard)
        taken.append(await first - begun)
        await sandbox.ended()
    return taken
