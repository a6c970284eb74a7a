"""The parts of an arena that a promise is tried on: Valkey, gateways, submissions; and referees."""

import json
import os
import signal
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from arena.bootstrap import Wiring, wire
from arena.cli.processes import await_port, free_port
from arena.cli.supervisor import Child, Supervisor
from arena.config import Settings
from arena.relay import EmbeddedServer, RedisRelay
from arena.service import authors, bots
from arena.service.records import Author, Role
from arena.wire.play import PlayEncoder
from tests.promises.bots import Crew

PATIENCE_S = 900.0
"""Nothing that a promise waits for takes longer, even on a machine that has much else to do."""


@dataclass(slots=True)
class Grounds:
    """Every process of it can be killed, frozen and started again."""

    wiring: Wiring
    supervisor: Supervisor
    redis: EmbeddedServer
    addresses: Sequence[str]
    """Where the gateways are."""
    author: Author
    key: str

    def submissions(self, game: str, count: int) -> list[str]:
        """Makes so many submissions of one new bot."""
        wiring, name = self.wiring, f"{game} {os.urandom(4).hex()}"
        bot = bots.create_bot(
            self.author,
            name,
            game,
            open_unit=wiring.open_unit,
            games=wiring.games,
            now=wiring.now,
        )
        return [
            bots.create_submission(
                self.author, bot.bot_id, open_unit=wiring.open_unit, now=wiring.now
            ).submission_id
            for _ in range(count)
        ]

    def crew(self, name: str, crew: Crew, *prefix: str) -> Child:
        """Starts a process of bots; `prefix` goes before its command."""
        words = json.dumps({**asdict(crew), "key": self.key})
        return self.supervisor.run(
            name, *prefix, sys.executable, "-m", "tests.promises.bots", words
        )

    @asynccontextmanager
    async def relay(self, redis_url: str = "") -> AsyncIterator[RedisRelay]:
        """Gives a worker's end of the relay."""
        relay = RedisRelay(redis_url or self.redis.url, "promises", PlayEncoder())
        await relay.start()
        try:
            yield relay
        finally:
            await relay.stop()


@contextmanager
def grounds(gateways: int = 1, host: str = "127.0.0.1", **settings: object) -> Iterator[Grounds]:
    """Opens them: gateways that listen on ports of `host`, and an author."""
    with tempfile.TemporaryDirectory(prefix="botarena-", ignore_cleanup_errors=True) as scratch:
        redis = EmbeddedServer(Path(scratch))
        redis.start()
        ports = [free_port(host) for _ in range(gateways)]
        chosen = replace(
            Settings(),
            data_dir=Path(scratch),
            redis_url=redis.url,
            database_url=f"sqlite:///{scratch}/arena.db",
            gateway_host=host,
            drain_s=0.5,
            **settings,  # type: ignore[arg-type]
        )
        wiring = wire(chosen)
        environment = {**os.environ, **chosen.environment()}
        supervisor = Supervisor(environment, Path(scratch) / "logs", redis)
        try:
            for number, port in enumerate(ports):
                supervisor.start(f"gateway-{number}", "gateway", ARENA_GATEWAY_PORT=str(port))
            author, _, key = authors.create_author(
                "promised", Role.AUTHOR, open_unit=wiring.open_unit, now=wiring.now
            )
            for port in ports:
                await_port(host, port)
            addresses = [f"{host}:{port}" for port in ports]
            yield Grounds(wiring, supervisor, redis, addresses, author, key)
        finally:
            for child in supervisor.children:  # one that is frozen would not hear that it is over
                send(child, signal.SIGCONT)
            supervisor.stop(2.0)
            redis.stop()
            wiring.close()


def send(child: Child, number: signal.Signals) -> None:
    """Sends a signal to a process, if it is there."""
    if child.process is not None and child.process.poll() is None:
        child.process.send_signal(number)
