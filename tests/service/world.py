"""An arena without processes: use cases, a database of its own, bots that are functions."""

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import count

from arena.games.registry import Registry
from arena.match.clock import Clock
from arena.match.events import Choice, Decided, Ended, MatchEvent
from arena.match.outcome import Fault, Outcome, outcome
from arena.match.players import Prompt, Table
from arena.relay import MemoryLiveLogs, MemoryRelay
from arena.service import authors, bots, ladders, matches, playing, ratings, scheduling, sweeping
from arena.service.errors import Unavailable
from arena.service.filling import Unfilled
from arena.service.leases import LEASE, Leases
from arena.service.ports import UnitOfWork
from arena.service.records import Attempt, AttemptEnd, Author, Ladder, Match, MatchFilter, Role
from arena.service.relay_ports import LiveLogs, Presence, Relay
from arena.storage import Database, memory_database

QUICK = Clock(limit_ms=200, bank_ms=0, lag_ms=0, join_ms=50)
GAME = "odd-lots"


def first_action(_: Table, prompt: Prompt) -> str:
    return prompt.legal_actions[0]


def last_action(_: Table, prompt: Prompt) -> str:
    return prompt.legal_actions[-1]


class MemoryQueue:
    """A queue that a test looks into, and breaks."""

    def __init__(self) -> None:
        self.matches: list[str] = []
        self.urgent: list[str] = []
        self.blocks: list[str] = []
        self.hosted: list[str] = []
        self.breaks_after: int | None = None
        """How many more ids it takes before it is down."""

    def play(self, match_id: str, *, urgent: bool = False) -> None:
        self._take(self.matches, match_id)
        if urgent:
            self.urgent.append(match_id)

    def rate(self, block_id: str) -> None:
        self._take(self.blocks, block_id)

    def host(self, submission_id: str) -> None:
        self._take(self.hosted, submission_id)

    def hosting_waits(self) -> bool:
        return bool(self.hosted)

    def _take(self, waiting: list[str], record_id: str) -> None:
        if self.breaks_after is not None:
            if not self.breaks_after:
                raise Unavailable("the queue is down")
            self.breaks_after -= 1
        waiting.append(record_id)


class World:
    """Everything that a test touches. Time stands still unless it is told."""

    def __init__(self, database: Database | None = None) -> None:
        self.open_unit: Callable[[], UnitOfWork] = (database or memory_database()).unit
        self.games = Registry.installed()
        self.relay = MemoryRelay()
        self.logs = MemoryLiveLogs()
        self.queue = MemoryQueue()
        self.leases = Leases(open_unit=self.open_unit, now=self.now)
        self._instant = datetime(2026, 1, 1, tzinfo=UTC)
        self._numbers = count(1)

    def now(self) -> datetime:
        return self._instant

    def later(self, by: timedelta = LEASE) -> None:
        """Lets time pass; a little more than asked for."""
        self._instant += by + timedelta(milliseconds=1)

    # Who is there.

    def author(self, name: str = "", role: Role = Role.AUTHOR) -> Author:
        name = name or f"author {next(self._numbers)}"
        return authors.create_author(name, role, open_unit=self.open_unit, now=self.now)[0]

    def submission(self, author: Author | None = None, game: str = GAME) -> str:
        """Returns the first submission of a new bot; of a new author if none is given."""
        author = author or self.author()
        bot = bots.create_bot(
            author,
            f"bot {next(self._numbers)}",
            game,
            open_unit=self.open_unit,
            games=self.games,
            now=self.now,
        )
        return bots.create_submission(
            author, bot.bot_id, open_unit=self.open_unit, now=self.now
        ).submission_id

    def connected(self, number: int, capacity: int = 8) -> list[str]:
        """Returns new submissions of as many authors that are online."""
        found = [self.submission() for _ in range(number)]
        for submission_id in found:
            self.relay.connect(submission_id, first_action, capacity)
        return found

    def online(self, submission_ids: Collection[str]) -> Mapping[str, Presence]:
        return asyncio.run(self.relay.online(submission_ids))

    def ladder(
        self,
        submission_ids: Sequence[str],
        seats: int = 3,
        backlog: int = 1,
        *,
        seat_counts: Collection[int] = (),
        unfilled: Unfilled = Unfilled.WAIT,
        quarantine_after: int = 3,
    ) -> Ladder:
        """Returns a new ladder that these submissions have joined."""
        ladder = ladders.create_ladder(
            f"ladder {next(self._numbers)}",
            GAME,
            {},
            seats,
            clock=QUICK,
            backlog=backlog,
            seat_counts=seat_counts,
            unfilled=unfilled,
            quarantine_after=quarantine_after,
            open_unit=self.open_unit,
            games=self.games,
            now=self.now,
        )
        operator = Author("", "operator", Role.OPERATOR, self.now())
        for submission_id in submission_ids:
            ladders.join_ladder(
                operator,
                ladder.ladder_id,
                submission_id,
                open_unit=self.open_unit,
                now=self.now,
            )
        return ladder

    # What happens.

    def match(self, lineup: Sequence[str], clock: Clock = QUICK, lots: int = 7) -> Match:
        """Returns a new match that counts for nothing, younger than all others."""
        self.later(timedelta(0))
        return matches.create_match(
            Author("", "operator", Role.OPERATOR, self.now()),
            GAME,
            {"lots": lots},
            lineup,
            clock,
            open_unit=self.open_unit,
            games=self.games,
            now=self.now,
        )

    async def play(
        self,
        match_id: str,
        worker: str = "worker",
        *,
        relay: Relay | None = None,
        logs: LiveLogs | None = None,
        leases: Leases | None = None,
    ) -> playing.Played:
        return await playing.play_match(
            match_id,
            worker=worker,
            open_unit=self.open_unit,
            now=self.now,
            games=self.games,
            relay=self.relay if relay is None else relay,
            logs=self.logs if logs is None else logs,
            leases=self.leases if leases is None else leases,
        )

    def claim(self, match_id: str, worker: str = "worker") -> Match | None:
        with self.open_unit() as unit:
            return unit.matches.claim(match_id, worker, self.now(), self.now() + LEASE)

    def end(self, match_id: str, scores: Sequence[int], forfeits: Collection[int] = ()) -> None:
        """Ends a match with these scores, as if it had been played."""
        claimed = self.claim(match_id)
        assert claimed is not None
        final = outcome(scores, frozenset(forfeits))
        faults = tuple(Choice(seat, "pass", "pass", 0, Fault.TIMEOUT) for seat in forfeits)
        log: list[MatchEvent] = [Decided(7, faults), Ended(8, final, claimed.seed)]
        with self.open_unit() as unit:
            assert unit.matches.finish(match_id, claimed.attempt, final, log, self.now())

    def void(self, match_id: str) -> None:
        with self.open_unit() as unit:
            assert unit.matches.void(match_id, AttemptEnd.OPERATOR, "", self.now())

    def schedule(self) -> None:
        scheduling.schedule_ladders(open_unit=self.open_unit, online=self.online, now=self.now)

    def dispatch(self) -> list[str]:
        """Returns what was put into the queue."""
        before = len(self.queue.matches)
        scheduling.dispatch_matches(
            open_unit=self.open_unit, online=self.online, queue=self.queue, now=self.now
        )
        return self.queue.matches[before:]

    def sweep(self) -> sweeping.Swept:
        return sweeping.sweep(open_unit=self.open_unit, queue=self.queue, now=self.now)

    def rate(self, block_id: str) -> str:
        return ratings.rate_block(block_id, open_unit=self.open_unit, now=self.now)

    # What is on record.

    def all_matches(self) -> list[Match]:
        """Returns every match, oldest block first, in the order of its places."""
        with self.open_unit() as unit:
            found = unit.matches.page(500, "", MatchFilter()).items
        return sorted(found, key=lambda match: (match.created, match.block_id or "", match.place))

    def found(self, match_id: str) -> Match:
        with self.open_unit() as unit:
            return unit.matches.get(match_id)

    def attempts(self, match_id: str) -> tuple[Attempt, ...]:
        with self.open_unit() as unit:
            return unit.matches.attempts(match_id)

    def log(self, match_id: str) -> tuple[MatchEvent, ...]:
        with self.open_unit() as unit:
            return unit.matches.log(match_id)

    def standings(self, ladder: Ladder) -> Mapping[str, float]:
        """Returns the ratings on a ladder by submission."""
        with self.open_unit() as unit:
            return {s.submission_id: s.rating for s in unit.ladders.active(ladder.ladder_id)}


def told(world: World, submission_id: str) -> list[object]:
    """Returns the outcomes that a bot was told, `None` where the arena gave up."""
    said = [what for whom, what in world.relay.told if whom == submission_id]
    return [what for what in said if what is None or isinstance(what, Outcome)]
