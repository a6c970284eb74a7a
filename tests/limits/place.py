"""A gateway and pages as operators run them, once wide and once narrow, and who comes to them."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path

import grpc

from arena.bootstrap import Wiring, wire
from arena.cli.processes import await_port, free_port
from arena.cli.supervisor import Supervisor
from arena.config import Settings
from arena.relay import EmbeddedServer
from arena.service.authors import create_author
from arena.service.records import Author, Role

HOST = "127.0.0.1"
UPLOAD_MB = 1
FEW = 3
"""What the narrow ones take of everything."""
WIDE = {
    "ARENA_ADDRESS_CALLS_PER_MIN": "0",
    "ARENA_CALLS_PER_MIN": "0",
    "ARENA_AUTHOR_MATCHES": str(FEW),
}
NARROW = dict.fromkeys(
    (
        "ARENA_CALLS_PER_MIN",
        "ARENA_CONNECTS_PER_MIN",
        "ARENA_UPLOADS_PER_HOUR",
        "ARENA_ADDRESS_CALLS_PER_MIN",
    ),
    str(FEW),
)
STREAMS = {
    **WIDE,
    "ARENA_AUTHOR_STREAMS": str(FEW),
    "ARENA_AUTHOR_VERSIONS": str(FEW),
    "ARENA_AUTHOR_UPLOAD_MB": "1",
}
"""Takes as many calls as come, and little that stays."""


@dataclass(frozen=True, slots=True)
class Person:
    """An author with a key."""

    author: Author
    key: str

    @property
    def metadata(self) -> tuple[tuple[str, str], ...]:
        return (("authorization", f"Bearer {self.key}"),)


@dataclass(frozen=True, slots=True)
class Place:
    """Where they are."""

    wiring: Wiring
    wide: grpc.Channel
    narrow: grpc.Channel
    streams: grpc.Channel
    wide_pages: str
    narrow_pages: str
    _numbers: Iterator[int] = field(default_factory=count)

    def number(self) -> int:
        """Returns a new one, for names."""
        return next(self._numbers)

    def person(self, role: Role = Role.AUTHOR) -> Person:
        """Returns somebody new."""
        ports = {"open_unit": self.wiring.open_unit, "now": self.wiring.now}
        author, _, key = create_author(f"person {self.number()}", role, **ports)
        return Person(author, key)


@contextmanager
def place(scratch: Path) -> Iterator[Place]:
    """Runs all of them until the end of the block."""
    redis = EmbeddedServer(scratch)
    redis.start()
    settings = replace(
        Settings(), data_dir=scratch, redis_url=redis.url, hosting="on", upload_mb=UPLOAD_MB
    )
    wiring = wire(settings)
    supervisor = Supervisor({**os.environ, **settings.environment()}, scratch / "logs", redis)
    with ExitStack() as ending:
        ending.callback(redis.stop)
        ending.callback(wiring.close)
        ending.callback(supervisor.stop, 5.0)
        ports = []
        for name, own in (("wide", WIDE), ("narrow", NARROW), ("streams", STREAMS)):
            ports.append(port := free_port(HOST))
            supervisor.start(f"gateway-{name}", "gateway", ARENA_GATEWAY_PORT=str(port), **own)
        for name, own in (("wide", WIDE), ("narrow", NARROW)):
            ports.append(port := free_port(HOST))
            supervisor.start(f"web-{name}", "web", ARENA_WEB_PORT=str(port), **own)
        for port in ports:
            await_port(HOST, port)
        channels = [
            ending.enter_context(grpc.insecure_channel(f"{HOST}:{port}")) for port in ports[:3]
        ]
        yield Place(wiring, *channels, *(f"http://{HOST}:{port}" for port in ports[3:]))
