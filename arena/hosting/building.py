"""Looks at an upload and runs its build command, contained as the bot itself will be."""

import asyncio
import shutil
from dataclasses import dataclass
from pathlib import Path

from arena.games.registry import Registry
from arena.hosting.archives import inspect, unpack
from arena.hosting.notebook import Notebook
from arena.hosting.uploads import limits, manifest_of
from arena.service.errors import InvalidArgument
from arena.service.hosting_ports import Engine, Exit, Limits, Manifest, Program

BUILD_S = 120.0
_BUILD_MEMORY_MB = 1_024
_BUILD_FILES = 20_000


class Refused(Exception):
    """The upload will never play; the text says why."""


@dataclass(frozen=True, slots=True)
class Workshop:
    """What uploads are looked at with."""

    engine: Engine
    games: Registry
    upload_mb: int

    def manifest(self, archive: bytes) -> Manifest:
        try:
            return manifest_of(archive, self.games, self.upload_mb)
        except InvalidArgument as error:
            raise Refused(str(error)) from None

    def unpack(self, archive: bytes, into: Path) -> None:
        shutil.rmtree(into, ignore_errors=True)
        try:
            unpack(archive, into, limits(self.upload_mb))
        except InvalidArgument as error:
            raise Refused(str(error)) from None

    async def built(self, manifest: Manifest, archive: bytes, room: Path, notes: Notebook) -> bytes:
        """Returns the archive that the build command makes of the one that was uploaded."""
        await asyncio.to_thread(self.unpack, archive, room / "bot")
        notes.begin(f"building: {' '.join(manifest.build)}")
        most = limits(self.upload_mb).archive_bytes
        made = bytearray()

        def take(part: bytes) -> None:
            # One byte too many is enough to be refused.
            made.extend(part[: most + 1 - len(made)])

        program = Program(
            room,
            manifest.build,
            limits=Limits(
                memory_mb=max(manifest.memory_mb, _BUILD_MEMORY_MB),
                scratch_mb=4 * self.upload_mb,
                scratch_files=_BUILD_FILES,
                cpu_s=int(BUILD_S),
            ),
            builds=True,
        )
        sandbox = await self.engine.start(program, notes.print, take)
        try:
            async with asyncio.timeout(BUILD_S):
                exit_ = await sandbox.ended()
        except TimeoutError:
            exit_ = await sandbox.stop(why=f"took longer than {BUILD_S:g} s")
        finally:
            await sandbox.stop()
        self._check(exit_, bytes(made), notes)
        return bytes(made)

    def _check(self, exit_: Exit, made: bytes, notes: Notebook) -> None:
        notes.say(f"the build command {exit_}")
        if exit_.code:
            raise Refused(f"the build command {exit_}")
        try:
            inspect(made, limits=limits(self.upload_mb))
        except InvalidArgument as error:
            raise Refused(f"what the build command made cannot be kept: {error.why}") from None
