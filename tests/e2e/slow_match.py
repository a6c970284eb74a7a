"""An arena with workers of a test's choice, and one match that goes on for some seconds."""

import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import redis

from arena.bootstrap import Wiring, wire
from arena.cli.processes import await_port, first_operator, free_port
from arena.cli.supervisor import Supervisor
from arena.config import Settings
from arena.match.clock import Clock
from arena.match.events import Decided
from arena.relay import EmbeddedServer
from arena.service import authors, bots, matches
from arena.service.audit import audit
from arena.service.records import AttemptEnd, Author, Match, MatchState, Role

PATIENCE_S = 120.0
CLOCK = Clock(limit_ms=20_000, bank_ms=60_000, join_ms=30_000)
THOUGHT_S = 0.3
"""How long bots think at most."""


@dataclass(slots=True)
class SlowMatch:
    """The match, and what a test breaks meanwhile."""

    wiring: Wiring
    supervisor: Supervisor
    redis_url: str
    match_id: str
    notes: Path

    def match(self) -> Match:
        with self.wiring.open_unit() as unit:
            return unit.matches.get(self.match_id)

    def ends(self) -> list[AttemptEnd | None]:
        """Returns how the attempts ended."""
        with self.wiring.open_unit() as unit:
            return [attempt.end for attempt in unit.matches.attempts(self.match_id)]

    def faults(self) -> int:
        with self.wiring.open_unit() as unit:
            log = unit.matches.log(self.match_id)
        choices = [c for event in log if isinstance(event, Decided) for c in event.choices]
        return sum(choice.fault is not None for choice in choices)

    def complaints(self) -> Sequence[str]:
        """Returns what the audit finds: one log, true to its seed, for one outcome."""
        wiring = self.wiring
        return audit(open_unit=wiring.open_unit, games=wiring.games, now=wiring.now).complaints

    def plies(self) -> list[int]:
        """Returns the plies at which bots were asked, in order."""
        return [int(line.split()[2]) for line in self.notes.read_text().splitlines()]

    def forget(self) -> None:
        """Empties Redis."""
        with redis.Redis.from_url(self.redis_url) as client:
            client.flushall()

    def is_over(self) -> bool:
        self.supervisor.tend()
        return self.match().state is MatchState.FINISHED


def until(claim: Callable[[], object]) -> None:
    """Returns once the claim holds."""
    deadline = time.monotonic() + PATIENCE_S
    while not claim():
        assert time.monotonic() < deadline, "it did not come to that"
        time.sleep(0.05)


@contextmanager
def slow_match(scratch: Path, workers: Sequence[Sequence[str]]) -> Iterator[SlowMatch]:
    """Opens it; each worker is a Python module with its arguments."""
    server = EmbeddedServer(scratch)
    server.start()
    settings = replace(
        Settings(),
        data_dir=scratch,
        redis_url=server.url,
        database_url=f"sqlite:///{scratch / 'arena.db'}",
        gateway_port=free_port("127.0.0.1"),
        drain_s=0.5,
    )
    first_operator(settings)
    wiring = wire(settings)
    supervisor = Supervisor({**os.environ, **settings.environment()}, scratch / "logs", server)
    try:
        supervisor.start("gateway", "gateway")
        for number, command in enumerate(workers):
            supervisor.run(f"worker-{number}", sys.executable, "-m", *command)
        supervisor.start("ledger", "worker", "--queue", "ledger")
        supervisor.start("beat", "beat")
        await_port(settings.gateway_host, settings.gateway_port, PATIENCE_S)
        author, _, key = authors.create_author(
            "Ada", Role.OPERATOR, open_unit=wiring.open_unit, now=wiring.now
        )
        notes, lineup = scratch / "bots.notes", _lineup(wiring, author)
        notes.touch()
        supervisor.run(
            "bots",
            sys.executable,
            "-m",
            "tests.chaos.bot",
            ARENA_ADDRESS=f"{settings.gateway_host}:{settings.gateway_port}",
            ARENA_KEY=key,
            CHAOS_SUBMISSIONS=" ".join(lineup),
            CHAOS_CAPACITY="8",
            CHAOS_THOUGHT_S=str(THOUGHT_S),
            CHAOS_NOTES=str(notes),
        )
        match = matches.create_match(
            author,
            "carrera",
            {},
            lineup,
            CLOCK,
            open_unit=wiring.open_unit,
            games=wiring.games,
            now=wiring.now,
        )
        yield SlowMatch(wiring, supervisor, server.url, match.match_id, notes)
    finally:
        supervisor.stop(5.0)
        server.stop()
        wiring.close()


def _lineup(wiring: Wiring, author: Author) -> list[str]:
    made = []
    for name in ("Ada", "Blaise", "Claude"):
        bot = bots.create_bot(
            author,
            name,
            "carrera",
            open_unit=wiring.open_unit,
            games=wiring.games,
            now=wiring.now,
        )
        submission = bots.create_submission(
            author, bot.bot_id, open_unit=wiring.open_unit, now=wiring.now
        )
        made.append(submission.submission_id)
    return made
