"""Plays the scenes of a check one after the other, and starts the bot again where one broke it."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import grpc

from arena.games.kernel import Game
from arena.match.clock import Clock
from arena_sdk.check.arena import ScriptedArena
from arena_sdk.check.claims import Claim
from arena_sdk.check.findings import Checked
from arena_sdk.check.program import Program
from arena_sdk.check.scenes import SCENES, Scene, Unplayable
from arena_sdk.check.seat import Missed
from arena_sdk.check.serving import serving
from arena_sdk.check.stage import Stage

PATIENCE_S = 15.0
"""For each thing that the bot is to do, such as to come back; back-off may take its time."""

_CLOCK = Clock()

Notice = Callable[[Stage], None]
"""Told where the arena listens before anything else happens."""


async def check(
    game: Game[Any, Any],
    program: Program | None = None,
    *,
    listen: str = "127.0.0.1:0",
    clock: Clock = _CLOCK,
    patience_s: float = PATIENCE_S,
    scenes: Sequence[Scene] = SCENES,
    notice: Notice = lambda _: None,
) -> Checked:
    """Checks the bot that `program` starts, or else the one that the author starts.

    In the second case it waits for that one as long as it takes. Raises `OSError` if nothing can
    listen at `listen`, or if the program cannot be started.
    """
    arena = ScriptedArena(iter(()), patience_s=patience_s)
    async with serving(arena, address=listen) as address:
        stage = Stage(arena, address, game, clock, program)
        notice(stage)
        try:
            await _Rehearsal(stage).play(scenes)
        finally:
            if program is not None:
                await program.stop()
    client = arena.hellos[0].client if arena.hellos else ""
    return Checked(game.name, game.seats, client, arena.findings.all())


@dataclass(slots=True)
class _Rehearsal:
    """One run through the scenes."""

    stage: Stage
    past: Scene | None = field(default=None, init=False)
    """The scene before, if the bot is to be there still."""
    absent: bool = field(default=False, init=False)
    """Whether the bot was waited for in vain."""

    async def play(self, scenes: Sequence[Scene]) -> None:
        for scene in scenes:
            if scene.needs_program and self.stage.program is None:
                self._skip(scene, "only with --join-as, that is, if the check starts the bot")
            elif await self._bot_is_there(scene):
                await self._play(scene)

    async def _bot_is_there(self, scene: Scene) -> bool:
        """Returns whether the scene can begin."""
        if self.absent:
            there = False
        elif self.stage.program is None:
            there = await self._bot_came()
        else:
            there = await self._bot_runs(self.stage.program)
        if there:
            self.past = scene
        else:
            self._blame_absence(scene)
            self.absent = True
        return there

    async def _bot_came(self) -> bool:
        """Waits for the author's bot; the first time as long as it takes."""
        arena = self.stage.arena
        return await arena.until(
            lambda: arena.connected, arena.patience_s if arena.calls else float("inf")
        )

    async def _bot_runs(self, program: Program) -> bool:
        """Waits for the bot after the scene before; starts it if there was none, or it is gone."""
        arena = self.stage.arena

        async def settled() -> bool:
            await arena.until(lambda: arena.connected or program.code is not None)
            return arena.connected and program.code is None

        if self.past is not None:
            if await settled():
                return True
            self._blame(self.past, "after it the bot was gone")
        await program.stop()
        if arena.connected:
            arena.session.end(grpc.StatusCode.ABORTED)
        await program.start(self.stage.environment)
        return await settled()

    async def _play(self, scene: Scene) -> None:
        arena = self.stage.arena
        arena.blamed, arena.troubles = Claim.LEGAL, iter(())
        acting = asyncio.ensure_future(scene.act(self.stage))
        watching = asyncio.create_task(self._bot_ended(scene))
        await asyncio.wait({acting, watching}, return_when=asyncio.FIRST_COMPLETED)
        watching.cancel()
        try:
            if not acting.done():
                acting.cancel()
                await asyncio.gather(acting, return_exceptions=True)
                raise Missed("the bot ended")
            acting.result()
        except Unplayable as unplayable:
            self._skip(scene, str(unplayable))
        except Missed as missed:
            self._blame(scene, str(missed))
            self._clear()
        else:
            for claim in scene.claims:
                arena.findings.held(claim)
        if scene.ends_bot:
            self.past = None

    async def _bot_ended(self, scene: Scene) -> None:
        """Returns when the bot has ended in a scene in which it should not."""
        program = self.stage.program
        while program is None or program.code is None or scene.ends_bot:
            await asyncio.sleep(0.02)

    def _clear(self) -> None:
        """Lets nothing of a scene that went wrong reach into the next one."""
        for seat in self.stage.arena.seats.values():
            if not seat.over:
                seat.finished(None, ())
        self.past = None

    def _blame(self, scene: Scene, text: str) -> None:
        program = self.stage.program
        if program is not None and program.code is not None:
            text += f"; it ended with {program.code}\n{program.output()}".rstrip()
        self.stage.arena.findings.problem(scene.claims[0], text)

    def _blame_absence(self, scene: Scene) -> None:
        """Blames the scene that begins with it; the others could not be played."""
        findings, why = self.stage.arena.findings, "there was no session with the bot"
        if Claim.HELLO_FIRST not in scene.claims or findings.fails(Claim.KEY):
            self._skip(scene, why)
        elif not findings.fails(Claim.HELLO_FIRST):
            self._blame(scene, why)

    def _skip(self, scene: Scene, why: str) -> None:
        for claim in scene.claims:
            self.stage.arena.findings.unchecked(claim, why)
