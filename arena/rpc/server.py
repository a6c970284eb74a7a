"""The gRPC server that carries all services of a gateway."""

import asyncio
import logging
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grpc
import structlog
from grpc_health.v1 import health, health_pb2
from grpc_health.v1.health_pb2_grpc import add_HealthServicer_to_server
from grpc_reflection.v1alpha import reflection

from arena.service.errors import Unavailable

MESSAGE_BYTES = 256 * 1024
"""No message that the arena takes is longer."""

OPTIONS: Sequence[tuple[str, Any]] = (
    ("grpc.max_receive_message_length", MESSAGE_BYTES),
    # A second gateway on the same port is a mistake, not a way to share the load.
    ("grpc.so_reuseport", 0),
    # A peer that is frozen or cut off is noticed within half a minute.
    ("grpc.keepalive_time_ms", 20_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.http2.ping_timeout_ms", 10_000),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.max_pings_without_data", 0),
    # A bot may ping as often as every five seconds before it is told to calm down. There is a
    # similar name with `recv` in it, which does nothing.
    ("grpc.http2.min_ping_interval_without_data_ms", 5_000),
)


_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """Where a gateway listens; with both files it speaks TLS."""

    address: str = "127.0.0.1:7700"
    certificate: Path | None = None
    """PEM file with the certificate chain."""
    private_key: Path | None = None
    """PEM file with the key of the certificate."""


class RpcServer:
    """A grpc.aio server with health and reflection. Add services to `server`, then `start`."""

    def __init__(
        self, settings: ServerSettings, interceptors: Sequence[grpc.aio.ServerInterceptor] = ()
    ) -> None:
        self.server = grpc.aio.server(interceptors=list(interceptors), options=list(OPTIONS))
        self._health = health.aio.HealthServicer()
        add_HealthServicer_to_server(self._health, self.server)
        self._closing: asyncio.Task[None] | None = None
        self.port = self._listen(settings)
        logging.getLogger("grpc._cython.cygrpc").addHandler(_LAST_RITES)

    async def start(self, service_names: Sequence[str]) -> None:
        """Begins to serve; the names are those that health and reflection are to know."""
        names = (*service_names, health.SERVICE_NAME, reflection.SERVICE_NAME)
        reflection.enable_server_reflection(names, self.server)
        await self.server.start()
        for name in (health.OVERALL_HEALTH, *service_names):
            await self._health.set(name, health_pb2.HealthCheckResponse.SERVING)

    async def go_away(self, grace_s: float) -> None:
        """Listens no more, so that who comes finds another gateway; calls may go on for a while."""
        await self._health.enter_graceful_shutdown()
        self._closing = asyncio.create_task(self.server.stop(grace_s))

    async def stop(self, grace_s: float) -> None:
        """Refuses new calls at once and ends the running ones after the grace."""
        await self._health.enter_graceful_shutdown()
        await self.server.stop(grace_s)
        if self._closing is not None:
            await self._closing

    def _listen(self, settings: ServerSettings) -> int:
        """Returns the port; raises `Unavailable` if it cannot be had."""
        try:
            if settings.certificate is not None and settings.private_key is not None:
                pair = (settings.private_key.read_bytes(), settings.certificate.read_bytes())
                credentials = grpc.ssl_server_credentials([pair])
                return self.server.add_secure_port(settings.address, credentials)
            return self.server.add_insecure_port(settings.address)
        except RuntimeError as error:
            raise Unavailable(f"the gateway cannot listen on {settings.address}: {error}") from None


class _LastRites(logging.Handler):
    """Ends the process when grpc.aio has logged, right before it hangs up, what broke it.

    One call whose path is not UTF-8 is enough, from anybody: see `docs/decisions/0030`. At
    once, since a gateway that vanishes is a failure of ours, and a call that ends is the bot's.
    """

    def emit(self, record: logging.LogRecord) -> None:
        if isinstance(record.msg, BaseException):  # other messages are texts
            _log.error("the server broke down; this process ends", error=repr(record.msg))
            os._exit(1)


_LAST_RITES = _LastRites()
