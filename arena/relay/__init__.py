"""Where referees in workers meet bots in gateways: by Redis, or within one process."""

from arena.relay.embedded import EmbeddedServer, embedded_server
from arena.relay.gateway import RedisGateway
from arena.relay.live_logs import RedisLiveLogs
from arena.relay.memory import MemoryLiveLogs, MemoryRelay
from arena.relay.worker import RedisRelay

__all__ = [
    "EmbeddedServer",
    "MemoryLiveLogs",
    "MemoryRelay",
    "RedisGateway",
    "RedisLiveLogs",
    "RedisRelay",
    "embedded_server",
]
