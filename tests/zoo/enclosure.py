"""An arena around the animals: real processes, good bots, and a match for every animal."""

import asyncio
import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

from arena.bootstrap import Wiring, wire
from arena.cli.processes import running
from arena.cli.supervisor import Supervisor
from arena.config import Settings
from arena.match.clock import Clock
from arena.match.events import Decided
from arena.match.outcome import Fault
from arena.service import authors, bots, ladders, matches
from arena.service.records import Author, Ladder, Match, Role
from tests.zoo.animals import Animal
from tests.zoo.stream import GONE, Den

CLOCK = Clock(limit_ms=1_000, bank_ms=0, lag_ms=500, join_ms=4_000)
LIMIT_S = 1.5
GAMES = ("scout", "carrera")
GOOD = 4
"""Good bots for each game: enough to fill the largest table but for one seat."""
PATIENCE_S = 80.0


@dataclass(frozen=True, slots=True)
class Seen:
    """What became of one match with a bad bot."""

    match: Match
    seat: int
    """Where the bad bot sat."""
    faults: Sequence[Sequence[Fault]]
    """By seat, those that were faults."""
    error: BaseException | None
    """What the animal itself found wrong."""


class Enclosure:
    """Gives animals their matches."""

    def __init__(self, wiring: Wiring, supervisor: Supervisor, address: str) -> None:
        self.wiring = wiring
        self._supervisor = supervisor
        self.address = address
        self._keeper, self.key = self._author("keeper")
        self._good = {game: self.submissions(game, "good", GOOD) for game in GAMES}
        supervisor.run(
            "good",
            sys.executable,
            "-m",
            "tests.chaos.bot",
            ARENA_ADDRESS=address,
            ARENA_KEY=self.key,
            CHAOS_SUBMISSIONS=" ".join(s for good in self._good.values() for s in good),
            CHAOS_NOTES=str(supervisor.log_dir / "good.notes"),
            CHAOS_THOUGHT_S="0.002",
            CHAOS_CAPACITY="100",
        )

    def submissions(self, game: str, name: str, count: int) -> list[str]:
        """Returns new submissions of the keeper, each of a bot of its own."""
        return [self._submission(game, f"{name} {number}") for number in range(count)]

    def gateway_rss(self) -> int:
        """Returns how many bytes of memory the gateway holds."""
        status = (self._gateway / "status").read_text()
        (line,) = (line for line in status.splitlines() if line.startswith("VmRSS:"))
        return int(line.split()[1]) * 1024

    def gateway_connections(self) -> int:
        """Returns how many sockets the gateway has open."""
        sockets = 0
        for file in (self._gateway / "fd").iterdir():
            with suppress(FileNotFoundError):  # it is closed already
                sockets += os.readlink(file).startswith("socket:")
        return sockets

    def log(self, name: str) -> str:
        """Returns what a process has logged."""
        return (self._supervisor.log_dir / f"{name}.log").read_text(errors="replace")

    @property
    def _gateway(self) -> Path:
        child = next(c for c in self._supervisor.children if c.name == "gateway")
        assert child.process is not None
        return Path(f"/proc/{child.process.pid}")

    def deaths(self) -> list[str]:
        """Returns the names of processes that died."""
        return self._supervisor.tend()

    async def show(self, animal: Animal, name: str, game: str, seats: int) -> Seen:
        """Plays one match of an animal, from beginning to end."""
        submission_id = await asyncio.to_thread(self._submission, game, f"{name} {seats}"[:40])
        seat = sum(name.encode()) % seats
        lineup = self.good(game, seats - 1)
        lineup.insert(seat, submission_id)
        match = await asyncio.to_thread(self._match, game, lineup)
        den = self.den(submission_id, match.match_id, game, seats)
        living = asyncio.ensure_future(animal.live(den))
        try:
            played = await self._final(match.match_id)
        finally:
            living.cancel()
            (error,) = await asyncio.gather(living, return_exceptions=True)
        return Seen(played, seat, self._faults(played), None if isinstance(error, GONE) else error)

    async def play(self, game: str) -> Seen:
        """Plays one match of good bots only."""
        match = await asyncio.to_thread(self._match, game, self.good(game, 3))
        played = await self._final(match.match_id)
        return Seen(played, 0, self._faults(played), None)

    def den(self, submission_id: str, match_id: str, game: str, seats: int) -> Den:
        """Returns where an animal lives that plays for this submission."""
        return Den(self.address, self.key, submission_id, match_id, game, seats, LIMIT_S)

    def ladder(self, game: str, lineup: Sequence[str]) -> Ladder:
        """Returns a new ladder with one table's bots: they play block after block."""
        wiring = self.wiring
        ladder = ladders.create_ladder(
            f"{game} {len(lineup)}",
            game,
            {},
            len(lineup),
            clock=CLOCK,
            same_author_allowed=True,
            backlog=1,
            open_unit=wiring.open_unit,
            games=wiring.games,
            now=wiring.now,
        )
        for submission_id in lineup:
            ladders.join_ladder(
                self._keeper,
                ladder.ladder_id,
                submission_id,
                open_unit=wiring.open_unit,
                now=wiring.now,
            )
        return ladder

    def good(self, game: str, count: int) -> list[str]:
        """Returns submissions whose bots are good."""
        return self._good[game][:count]

    async def _final(self, match_id: str) -> Match:
        patience = time.monotonic() + PATIENCE_S
        while True:
            match = await asyncio.to_thread(self._found, match_id)
            if match.state.final or time.monotonic() > patience:
                return match
            await asyncio.sleep(0.25)

    def _found(self, match_id: str) -> Match:
        with self.wiring.open_unit() as unit:
            return unit.matches.get(match_id)

    def _faults(self, match: Match) -> list[list[Fault]]:
        faults: list[list[Fault]] = [[] for _ in match.lineup]
        if match.outcome is not None:
            with self.wiring.open_unit() as unit:
                log = unit.matches.log(match.match_id)
            for event in log:
                for one in event.choices if isinstance(event, Decided) else ():
                    if one.fault is not None:
                        faults[one.seat].append(one.fault)
        return faults

    def _author(self, name: str) -> tuple[Author, str]:
        wiring = self.wiring
        author, _, secret = authors.create_author(
            name, Role.OPERATOR, open_unit=wiring.open_unit, now=wiring.now
        )
        return author, secret

    def _submission(self, game: str, name: str) -> str:
        wiring = self.wiring
        bot = bots.create_bot(
            self._keeper,
            f"{game} {name}"[:40].strip(),
            game,
            open_unit=wiring.open_unit,
            games=wiring.games,
            now=wiring.now,
        )
        return bots.create_submission(
            self._keeper, bot.bot_id, open_unit=wiring.open_unit, now=wiring.now
        ).submission_id

    def _match(self, game: str, lineup: Sequence[str]) -> Match:
        wiring = self.wiring
        return matches.create_match(
            self._keeper,
            game,
            {},
            lineup,
            CLOCK,
            open_unit=wiring.open_unit,
            games=wiring.games,
            now=wiring.now,
        )


@contextmanager
def enclosure(scratch: Path) -> Iterator[Enclosure]:
    """Opens an arena for animals."""
    settings = replace(
        Settings(),
        data_dir=scratch,
        gateway_port=0,
        web_port=0,
        heartbeat_s=1.0,
        drain_s=0.5,
        worker_matches=120,
    )
    with running(settings) as (supervisor, settings):
        wiring = wire(settings)
        try:
            address = f"{settings.gateway_host}:{settings.gateway_port}"
            yield Enclosure(wiring, supervisor, address)
        finally:
            wiring.close()
