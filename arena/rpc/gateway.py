"""The gateway process: holds the sessions of bots and serves every call until it has to stop."""

import asyncio
import os
import secrets
import signal
import socket
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import structlog

from arena.bootstrap import Wiring, wire
from arena.config import Settings
from arena.metrics import watch_loop
from arena.metrics.catalogue import SESSIONS
from arena.relay import RedisGateway
from arena.relay.duty import Details, on_duty
from arena.rpc.auth import Doorkeeper
from arena.rpc.gate import Gate
from arena.rpc.play import PlayServicer, PlaySettings
from arena.rpc.ports import Ports, Uploads
from arena.rpc.recorded import Recorder
from arena.rpc.server import RpcServer, ServerSettings
from arena.rpc.services import SERVICE_NAMES, add_services
from arena.rpc.turnstile import Turnstile

STORAGE_THREADS = 32
"""How many calls may wait for the database at a time."""

_log = structlog.get_logger(__name__)


async def serve(settings: Settings) -> None:
    """Serves until SIGTERM or SIGINT, then lets the bots move on."""
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    loop.set_default_executor(ThreadPoolExecutor(STORAGE_THREADS, "storage"))
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    wiring = wire(settings)
    gateway_id = f"gateway-{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(2)}"
    relay, logs = RedisGateway(settings.redis_url, gateway_id), wiring.live_logs()
    doorkeeper = Doorkeeper(open_unit=wiring.open_unit)
    recorder = Recorder(open_unit=wiring.open_unit, now=wiring.now)
    turnstile = Turnstile(wiring.limits(), settings.author_streams)
    gate = Gate(doorkeeper, turnstile, recorder)
    server = RpcServer(_server_settings(settings), [gate])
    play = PlayServicer(relay, doorkeeper.admit_session, PlaySettings(settings.heartbeat_s))
    play.add_to(server.server)
    ports = Ports(
        wiring.open_unit,
        wiring.games,
        wiring.now,
        logs,
        relay.online,
        _uploads(wiring),
        wiring.quota,
    )
    add_services(server.server, ports)
    SESSIONS.set_function(lambda: play.sessions)
    watching = asyncio.create_task(watch_loop())
    try:
        await relay.start()
        await logs.start()
        await server.start(["botarena.v1.PlayService", *SERVICE_NAMES])
        _log.info("gateway serves", gateway=gateway_id, port=server.port)
        with on_duty(settings.redis_url, "gateway", gateway_id, partial(_details, play, server)):
            await stop.wait()
            _log.info("gateway drains", gateway=gateway_id)
            await server.go_away(settings.drain_s)
            await play.drain(settings.drain_s)
    finally:
        watching.cancel()
        await server.stop(1.0)
        await logs.stop()
        await relay.stop()
        wiring.close()


def _details(play: PlayServicer, server: RpcServer) -> Details:
    return {"port": server.port, "sessions": play.sessions, "draining": play.draining}


def _uploads(wiring: Wiring) -> Uploads | None:
    if wiring.settings.hosting == "off":
        return None
    settings = wiring.settings
    return Uploads(
        wiring.read_upload, settings.upload_mb << 20, wiring.quota, settings.upload_idle_s
    )


def _server_settings(settings: Settings) -> ServerSettings:
    return ServerSettings(
        f"{settings.gateway_host}:{settings.gateway_port}",
        Path(settings.tls_certificate) if settings.tls_certificate else None,
        Path(settings.tls_key) if settings.tls_key else None,
    )
