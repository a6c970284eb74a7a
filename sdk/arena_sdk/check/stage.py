"""Where the scenes of a check are played: the arena, the bot, and tables of one game."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from arena.games.dice import Dice, commitment
from arena.games.kernel import Game
from arena.match.clock import Clock
from arena.match.events import MatchEvent
from arena.match.players import Answer, Player, Prompt, Table
from arena.match.referee import Referee
from arena_sdk.check.arena import KEY, SUBMISSION, ScriptedArena
from arena_sdk.check.program import Program
from arena_sdk.check.seat import Missed, Seat
from arena_sdk.check.trouble import Trouble

MATCHES = 4
"""How many matches a bot is asked to play at once."""

FAULTS_ALLOWED = 3


class Other:
    """Plays by chance for a seat that the bot does not have; the same table, the same play."""

    def __init__(self, name: str) -> None:
        self._seed = sha256(name.encode()).digest()

    async def sit(self) -> None: ...

    async def choose(self, prompt: Prompt) -> Answer:
        number = Dice(self._seed, prompt.ply).integer(len(prompt.legal_actions), "choice")
        return Answer(prompt.legal_actions[number])

    def faulted(self, notice: object) -> None: ...

    def finished(self, outcome: object, heard: object) -> None: ...


@dataclass(slots=True)
class Stage:
    """Seats the bot at tables and plays them."""

    arena: ScriptedArena
    address: str
    game: Game[Any, Any]
    clock: Clock
    program: Program | None
    """`None` if the author runs the bot."""
    _tables: int = field(default=0, init=False)

    @property
    def environment(self) -> Mapping[str, str]:
        """What the bot is to be started with."""
        return {
            "ARENA_ADDRESS": self.address,
            "ARENA_KEY": KEY,
            "ARENA_SUBMISSION": SUBMISSION,
            "ARENA_MATCHES": str(MATCHES),
        }

    def seat(
        self,
        most_prompts: int | None = None,
        *,
        gate: asyncio.Event | None = None,
        faults_allowed: int = FAULTS_ALLOWED,
    ) -> Seat:
        """Returns a seat for the bot at a new table."""
        self._tables += 1
        number, game = self._tables, self.game
        seed = sha256(f"check/{number}".encode()).digest()
        table = Table(
            *(f"check-{number}", 1, 1, game.name, game.version, game.options),
            *(number % game.seats, game.seats, self.clock, faults_allowed, commitment(seed)),
        )
        return Seat(self.arena, table, seed, most_prompts, gate)

    async def play(self, seat: Seat, others: str = "") -> None:
        """Plays the match of a seat to its end; raises `Missed` if the bot keeps it from that.

        `others` is any text, from which it follows how the other seats play.
        """
        table = seat.table
        players: list[Player] = [Other(f"{others}{table.match_id}/{n}") for n in range(table.seats)]
        players[table.seat] = seat
        referee = Referee(
            self.game,
            players,
            seed=seat.seed,
            clock=table.clock,
            faults_allowed=table.faults_allowed,
            record=_forget,
        )
        await referee.play()

    @asynccontextmanager
    async def playing(self, seats: Sequence[Seat]) -> AsyncIterator[None]:
        """Plays several matches meanwhile, and to their end; raises `Missed` as `play` does."""
        matches = [asyncio.create_task(self.play(seat)) for seat in seats]
        try:
            yield
            await asyncio.gather(*matches)
        finally:
            for match in matches:
                match.cancel()
            await asyncio.gather(*matches, return_exceptions=True)

    async def expect(self, what: str, claim: Callable[[], object]) -> None:
        """Waits until the claim holds; raises `Missed` if it never does."""
        if not await self.arena.until(claim):
            raise Missed(f"{what} within {self.arena.patience_s:g} s")

    def plan(self, *troubles: Trouble | None) -> None:
        """Says what is to happen at the next prompts, one after the other."""
        self.arena.troubles = iter(troubles)


async def _forget(event: MatchEvent) -> None:
    """Records nothing: no match of a check goes on after a crash."""
