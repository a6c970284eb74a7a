"""Runs a few lines of Python as an uploaded bot would run, or as its build command."""

import asyncio
import itertools
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

from arena.hosting.bubblewrap import BubblewrapEngine
from arena.hosting.captured import Captured
from arena.service.hosting_ports import Exit, Limits, Program

SMALL = Limits(memory_mb=64, processes=24, scratch_mb=16, scratch_files=500, cpu_s=5)
PROGRAM = f"evil-{os.getpid()}.py"
"""Known by its name among the processes of this machine, also while other tests run beside."""
_numbers = itertools.count()


@dataclass(frozen=True, slots=True)
class Ran:
    exit: Exit
    output: str


def room(home: Path, source: str) -> Path:
    """Makes a room with one file, `PROGRAM`."""
    place = home / f"room-{next(_numbers)}"
    (place / "bot").mkdir(parents=True)
    (place / "bot" / PROGRAM).write_text(dedent(source))
    return place


def run(
    engine: BubblewrapEngine,
    place: Path,
    *,
    limits: Limits = SMALL,
    builds: bool = False,
    enough: Callable[[bytes], bool] = lambda _: False,
    grace_s: float = 0.0,
    patience_s: float = 20.0,
) -> Ran:
    """Runs `PROGRAM` to its end, or stops it as soon as its output is `enough`."""

    async def main() -> Ran:
        said, told = Captured(), asyncio.Event()

        def heard(output: bytes) -> None:
            said.feed(output)
            if enough(said.contents()):
                told.set()

        program = Program(place, ("python", PROGRAM), limits=limits, builds=builds)
        sandbox = await engine.start(program, heard, Captured().feed if builds else None)
        end = asyncio.create_task(sandbox.ended())
        with suppress(TimeoutError):
            async with asyncio.timeout(patience_s):
                await asyncio.wait(
                    {end, asyncio.create_task(told.wait())}, return_when=asyncio.FIRST_COMPLETED
                )
        return Ran(await sandbox.stop(grace_s), said.contents().decode(errors="replace"))

    return asyncio.run(main())


def processes_that_mention(word: str) -> list[str]:
    """Returns the command lines of processes of this machine that have the word in them."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and int(entry.name) != os.getpid():
            try:
                line = (entry / "cmdline").read_bytes()
            except OSError:
                continue
            if word.encode() in line:
                found.append(line.decode(errors="replace"))
    return found
