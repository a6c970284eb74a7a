"""An arena of many processes: two of almost everything, and the bots that play there."""

import os
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from arena.bootstrap import Wiring, wire
from arena.cli.processes import await_port, first_operator, free_port
from arena.cli.supervisor import Child, Supervisor
from arena.config import Settings
from arena.relay import EmbeddedServer
from arena.service import authors, bots, ladders
from arena.service.records import Author, Role
from tests.sentinels import Guarded

TABLES = (("scout", 3), ("scout", 4), ("carrera", 3), ("carrera", 5))
"""A ladder for each: the game and its seats."""
STEADY, MORTAL = 3, 3
"""Authors whose bots nobody kills, and others; each has a process, with a bot for every game."""
NARROW = STEADY - 1
"""The author whose bots play one match at a time."""
CAPACITY = 8
BACKLOG = 3


@dataclass(frozen=True, slots=True)
class Programme:
    """What is played, and how much of it at a time."""

    backlog: int = BACKLOG
    tables: Sequence[tuple[str, int]] = TABLES
    capacity: int = CAPACITY
    narrow: int = 1
    """Matches that the bots of the author `NARROW` play at a time."""


@dataclass(slots=True)
class House:
    """What the test watches and kills."""

    wiring: Wiring
    supervisor: Supervisor
    redis: EmbeddedServer | Guarded
    ladder_ids: Sequence[str]
    compliant: Mapping[str, str]
    """Submissions whose bots live all the time, by id, and the games they play."""
    narrow: Collection[str]
    """Submissions whose bots play one match at a time."""
    notes: Path
    """The directory of what bots noted."""

    def named(self, kind: str) -> list[Child]:
        """Returns the processes whose name begins with a kind."""
        return [c for c in self.supervisor.children if c.name.split("-")[0] == kind]


@contextmanager
def house(
    scratch: Path,
    database_url: str = "",
    backlog: int = BACKLOG,
    redis: "EmbeddedServer | Guarded | None" = None,
) -> Iterator[House]:
    """Opens the house with ladders that begin at once; SQLite unless a URL is given."""
    redis = redis or EmbeddedServer(scratch)
    redis.start()
    ports = [free_port("127.0.0.1") for _ in range(2)]
    settings = replace(
        Settings(),
        data_dir=scratch,
        redis_url=redis.url,
        database_url=database_url or f"sqlite:///{scratch / 'arena.db'}",
        drain_s=1.0,
    )
    first_operator(settings)
    wiring = wire(settings)
    supervisor = Supervisor({**os.environ, **settings.environment()}, scratch / "logs", redis)
    try:
        for number, port in enumerate(ports):
            supervisor.start(f"gateway-{number}", "gateway", ARENA_GATEWAY_PORT=str(port))
            supervisor.start(f"worker-{number}", "worker", "--queue", "matches")
            supervisor.start(f"beat-{number}", "beat")
        supervisor.start("ledger-0", "worker", "--queue", "ledger")
        for port in ports:
            await_port("127.0.0.1", port)
        address = f"ipv4:{','.join(f'127.0.0.1:{port}' for port in ports)}"
        programme = Programme(backlog)
        ladder_ids, compliant = opened_ladders(wiring, supervisor, address, scratch, programme)
        narrow = list(compliant)[-2:]
        yield House(wiring, supervisor, redis, ladder_ids, compliant, narrow, scratch)
    finally:
        supervisor.stop(8.0)
        redis.stop()
        wiring.close()


def opened_ladders(
    wiring: Wiring, supervisor: Supervisor, address: str, notes: Path, programme: Programme
) -> tuple[list[str], dict[str, str]]:
    """Enters the bots, starts their processes and opens the ladders."""
    compliant: dict[str, str] = {}
    by_game: dict[str, list[tuple[Author, str]]] = {"scout": [], "carrera": []}
    for number in range(STEADY + MORTAL):
        steady = number < STEADY
        name = f"steady-{number}" if steady else f"bot-{number}"
        author, _, secret = authors.create_author(
            name, Role.AUTHOR, open_unit=wiring.open_unit, now=wiring.now
        )
        for game, entered in by_game.items():
            submission_id = _submission(wiring, author, game)
            entered.append((author, submission_id))
            if steady:
                compliant[submission_id] = game
        supervisor.run(
            name,
            sys.executable,
            "-m",
            "tests.chaos.bot",
            ARENA_ADDRESS=_rotated(address, number),
            ARENA_KEY=secret,
            CHAOS_CAPACITY=str(programme.narrow if number == NARROW else programme.capacity),
            CHAOS_SUBMISSIONS=" ".join(entered[-1][1] for entered in by_game.values()),
            CHAOS_NOTES=str(notes / f"{name}.notes"),
        )
    opened = []
    for game, seats in programme.tables:
        ladder = ladders.create_ladder(
            f"{game} {seats}",
            game,
            {},
            seats,
            backlog=programme.backlog,
            open_unit=wiring.open_unit,
            games=wiring.games,
            now=wiring.now,
        )
        opened.append(ladder.ladder_id)
        for author, submission_id in by_game[game]:
            ladders.join_ladder(
                author,
                ladder.ladder_id,
                submission_id,
                open_unit=wiring.open_unit,
                now=wiring.now,
            )
    return opened, compliant


def _rotated(address: str, number: int) -> str:
    """Returns the address with its hosts in another order, so that both gateways have bots."""
    scheme, _, hosts = address.partition(":")
    first, _, second = hosts.partition(",")
    return f"{scheme}:{second},{first}" if number % 2 else address


def _submission(wiring: Wiring, author: Author, game: str) -> str:
    bot = bots.create_bot(
        author,
        f"{author.name} {game}",
        game,
        open_unit=wiring.open_unit,
        games=wiring.games,
        now=wiring.now,
    )
    made = bots.create_submission(author, bot.bot_id, open_unit=wiring.open_unit, now=wiring.now)
    return made.submission_id
