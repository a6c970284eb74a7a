"""An arena with something to see: ladders, played blocks, a live match, people, awkward names."""

import asyncio
import random
import zlib
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from starlette.applications import Starlette

from arena.contest.blocks import rotations
from arena.games.registry import Registry
from arena.hosting import read_upload
from arena.match.events import Decided, MatchEvent
from arena.relay import MemoryLiveLogs
from arena.relay.duty import DutyRoll
from arena.service.authors import create_author
from arena.service.bots import create_submission
from arena.service.closing import close_block
from arena.service.comparing import settle_comparison
from arena.service.comparison_storage import Comparison
from arena.service.hosting_ports import Manifest
from arena.service.ladders import create_ladder, join_ladder
from arena.service.limits import Limits
from arena.service.matches import create_match
from arena.service.naming import new_id
from arena.service.ratings import rate_block
from arena.service.records import Author, Block, Bot, Ladder, Match, Role
from arena.service.rounds import advance_tournaments
from arena.service.starting_comparisons import start_comparison
from arena.service.tournament_views import RoundView, list_rounds
from arena.storage import Database
from arena.web.app import application
from arena.web.ports import Ports
from arena_sdk import Bot as Player
from arena_sdk import Prompt, play_local

HOSTILE = (
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert('bot')>",
    "right\u202eto\u2066left",
    "emoji 🏎️🃏",
    "long " + "x" * 10_000,
    "",
)
UPLOAD_MB = 1
PEOPLE = ("Ada", "Bob", "Cleo")


class WatchedLogs(MemoryLiveLogs):
    """Live logs that know how many follow them."""

    def __init__(self) -> None:
        super().__init__()
        self.followers = 0

    async def follow(
        self, match_id: str, after: int, idle_s: float | None = None
    ) -> AsyncIterator[tuple[int, MatchEvent]]:
        self.followers += 1
        try:
            async for numbered in super().follow(match_id, after, idle_s):
                yield numbered
        finally:
            self.followers -= 1


class Stumbling(Player):
    """Chooses at random; now and then it breaks down instead."""

    def __init__(self) -> None:
        self._dice = random.Random(5)

    def choose(self, prompt: Prompt) -> str:
        if self._dice.random() < 0.01:
            raise RuntimeError("tripped")
        shows = [a for a in prompt.legal_actions if a.startswith(("show", "up"))]
        return self._dice.choice(shows or prompt.legal_actions)


class World:
    """Everything that a test looks at."""

    def __init__(self, database: Database) -> None:
        self.open_unit = database.unit
        self.games = Registry.installed()
        self.logs = WatchedLogs()
        self._instant = datetime(2026, 1, 1, tzinfo=UTC)
        self.secrets: dict[str, str] = {}
        self.authors: dict[str, Author] = {}
        for name in PEOPLE:
            self.admit(name, Role.AUTHOR)
        self.admit("Olga", Role.OPERATOR)
        self.ladders = {
            "scout": self._ladder("scout open", "scout"),
            "carrera": self._ladder("carrera open", "carrera"),
        }
        self.submissions = {
            game: tuple(self.enter(name, f"{name} {game}", game) for name in PEOPLE)
            for game in self.ladders
        }
        self.rated = {game: self._rated_block(game) for game in self.ladders}
        self.half_done, self.live, self.waiting = self._open_block("scout")
        self.sparring = self._bot("Ada", "Ada sparring", "scout")
        self.comparison = self.compare(self.sparring, self.submissions["scout"][0])

    def now(self) -> datetime:
        self._instant += timedelta(seconds=1)
        return self._instant

    def application(
        self,
        spectator_delay_s: float = 0.0,
        limits: Limits | None = None,
        roll: DutyRoll | None = None,
        upload_idle_s: float = 10.0,
        hosts_bots: bool = True,
    ) -> Starlette:
        def read(archive: bytes, digest: str) -> Manifest:
            return read_upload(archive, digest, self.games, UPLOAD_MB)

        ports = Ports(
            self.open_unit,
            self.games,
            self.now,
            self.logs,
            spectator_delay_s,
            read if hosts_bots else None,
            UPLOAD_MB,
            upload_idle_s,
            limits or Limits({}),
            roll=roll,
        )
        return application(ports, "a secret for tests")

    def enter(self, author: str, name: str, game: str) -> str:
        """Adds a bot under any name at all, and puts its first submission on the ladder."""
        made, ladder_id = self._bot(author, name, game), self.ladders[game].ladder_id
        owner = self.authors[author]
        join_ladder(owner, ladder_id, made, open_unit=self.open_unit, now=self.now)
        return made

    def compare(
        self, new: str, old: str, blocks: int = 2, author: str = "Ada", **asked: Any
    ) -> Comparison:
        """Starts a comparison, and plays its first blocks."""
        started = start_comparison(
            self.authors[author],
            new,
            old,
            hosting=True,
            open_unit=self.open_unit,
            games=self.games,
            now=self.now,
            **asked,
        )
        for _ in range(blocks):
            *_, last = list_rounds(started.tournament_id, 99, "", open_unit=self.open_unit).items
            self.play_tables(last)
        settle_comparison(started.tournament_id, open_unit=self.open_unit, now=self.now)
        return started

    def play_tables(self, one: RoundView) -> None:
        """Plays a round of a tournament; the next one opens."""
        for table in one.tables:
            for match in table.matches:
                self.finish(match)
            close_block(table.block_id, open_unit=self.open_unit, now=self.now)
        advance_tournaments(open_unit=self.open_unit, now=self.now)

    def log_of(self, match: Match) -> tuple[MatchEvent, ...]:
        """The log of a match as it would be played, always the same."""
        game, seats = match.terms.game, len(match.lineup)
        _, log = play_local(game, [Stumbling] * seats, seed=match.seed, **match.terms.options)
        return tuple(_timed(event) for event in log)

    def finish(self, match: Match) -> Match:
        """Plays a match that is queued or running."""
        log = self.log_of(match)
        with self.open_unit() as unit:
            if not match.attempt:
                unit.matches.claim(match.match_id, "worker-1", self.now(), self._later())
            unit.matches.finish(match.match_id, 1, log[-1].outcome, log, self.now())
            return unit.matches.get(match.match_id)

    def start(self, match: Match, events: int) -> Match:
        """Begins a match and puts its first events into the live log."""
        with self.open_unit() as unit:
            unit.matches.claim(match.match_id, "worker-1", self.now(), self._later())
            begun = unit.matches.get(match.match_id)
        first = self.log_of(begun)[:events]
        with ThreadPoolExecutor(1) as aside:  # a browser test has a loop in this thread already
            aside.submit(asyncio.run, self.append(begun, first)).result()
        return begun

    async def append(self, match: Match, events: Sequence[MatchEvent]) -> None:
        """Adds events to the live log; runs in the loop of the server, if one follows the log."""
        log = await self.logs.open(match.match_id, 1)
        for event in events:
            await log.append(event)

    def stray_match(self, game: str = "carrera") -> Match:
        """A match outside of all contests."""
        return create_match(
            self.authors["Ada"],
            game,
            {},
            self.submissions[game],
            open_unit=self.open_unit,
            games=self.games,
            now=self.now,
        )

    def admit(self, name: str, role: Role = Role.AUTHOR) -> None:
        author, _, secret = create_author(name, role, open_unit=self.open_unit, now=self.now)
        self.authors[name], self.secrets[name] = author, secret

    def _bot(self, author: str, name: str, game: str) -> str:
        owner = self.authors[author]
        bot = Bot(new_id("bot"), name, game, owner.author_id, self.now())
        with self.open_unit() as unit:
            unit.bots.add(bot)
        made = create_submission(owner, bot.bot_id, open_unit=self.open_unit, now=self.now)
        return made.submission_id

    def _ladder(self, name: str, game: str) -> Ladder:
        return create_ladder(
            name, game, {}, 3, open_unit=self.open_unit, games=self.games, now=self.now
        )

    def _block(self, game: str, salt: str) -> tuple[Block, list[Match]]:
        ladder, created = self.ladders[game], self.now()
        block = Block(new_id("block"), ladder.ladder_id, self.submissions[game], created)
        seed = random.Random(zlib.crc32(f"{game} {salt}".encode())).randbytes(32)
        matches = [
            Match(
                new_id("match"),
                ladder.terms,
                lineup,
                seed,
                created,
                created + timedelta(hours=2),
                block.block_id,
                ladder.ladder_id,
                place,
            )
            for place, lineup in enumerate(rotations(block.lineup))
        ]
        with self.open_unit() as unit:
            unit.blocks.add(block, matches)
        return block, matches

    def _rated_block(self, game: str) -> list[Match]:
        block, matches = self._block(game, "rated")
        finished = [self.finish(match) for match in matches]
        rate_block(block.block_id, open_unit=self.open_unit, now=self.now)
        return finished

    def _open_block(self, game: str) -> list[Match]:
        """One match finished, one being played, one waiting; so the deal is secret."""
        _, (first, second, third) = self._block(game, "open")
        return [self.finish(first), self.start(second, 12), third]

    def _later(self) -> datetime:
        return self._instant + timedelta(hours=1)


def _timed(event: MatchEvent) -> MatchEvent:
    """Gives decisions times, which local play does not take."""
    if not isinstance(event, Decided):
        return event
    return Decided(
        event.ply,
        tuple(replace(c, elapsed_ms=(event.ply * 37 + c.seat) % 90) for c in event.choices),
    )
