"""The web process: serves the pages until it has to stop."""

import asyncio
import os
import secrets
import socket
from dataclasses import replace
from pathlib import Path

import structlog
import uvicorn

from arena.bootstrap import wire
from arena.config import Settings
from arena.metrics import watch_loop
from arena.relay.duty import DutyRoll, on_duty
from arena.web.app import application
from arena.web.ports import Ports

_log = structlog.get_logger(__name__)


async def serve(settings: Settings) -> None:
    """Serves until SIGTERM or SIGINT."""
    wiring = wire(settings)
    ports = Ports(
        wiring.open_unit,
        wiring.games,
        wiring.now,
        wiring.live_logs(),  # never started: who only follows logs has a connection for each
        settings.spectator_delay_s,
        wiring.read_upload if settings.hosting != "off" else None,
        settings.upload_mb,
        settings.upload_idle_s,
        wiring.limits(),
        wiring.quota,
    )
    roll = DutyRoll(settings.redis_url) if settings.redis_url else None
    app = application(
        replace(ports, roll=roll), cookie_secret(settings.data_dir), https=settings.web_https
    )

    config = uvicorn.Config(
        app,
        host=settings.web_host,
        port=settings.web_port,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=2,
    )
    _log.info("web serves", host=settings.web_host, port=settings.web_port)
    address = f"http://{settings.web_host}:{settings.web_port}/"
    name = f"web-{socket.gethostname()}-{os.getpid()}"
    try:
        with on_duty(settings.redis_url, "web", name, lambda: {"address": address}):
            watching = asyncio.create_task(watch_loop())
            await uvicorn.Server(config).serve()
            watching.cancel()
    finally:
        if roll is not None:
            roll.close()
        wiring.close()


def cookie_secret(data_dir: Path) -> str:
    """Returns the secret that signs cookies, made on first use in a file of mode 600."""
    path = data_dir / "web.secret"
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text().strip()
    with open(descriptor, "w") as file:
        secret = secrets.token_urlsafe(48)
        file.write(secret + "\n")
    return secret
