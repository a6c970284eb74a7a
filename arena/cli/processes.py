"""`arena up` and the processes that it runs: gateway, worker, beat, web."""

import asyncio
import errno
import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

import click

from arena.bootstrap import configure_logging, hosting_obstacle, wire
from arena.cli.output import console
from arena.cli.supervisor import Supervisor
from arena.config import BadSetting, Settings
from arena.metrics import serve_metrics
from arena.relay.embedded import EmbeddedServer
from arena.service import authors
from arena.service.errors import AlreadyExists, Unavailable
from arena.service.records import Role
from arena.tracing import stop_tracing, trace_to

OPERATOR = "operator"
_PROCESSES = (
    ("gateway", "gateway"),
    ("worker", "worker", "--queue", "matches"),
    ("ledger", "worker", "--queue", "ledger"),
    ("beat", "beat"),
    ("web", "web"),
    ("hosting", "worker", "--queue", "hosting"),
)
"""What `arena up` runs, by name, in the order of the ports of their metrics."""


@click.command()
@click.option("--matches", type=int, help="Matches played at a time.")
def up(matches: int | None) -> None:
    """Run everything on this machine until Ctrl-C."""
    settings = Settings.from_environment()
    if matches is not None:
        settings = replace(settings, worker_matches=matches)
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    with running(settings) as (supervisor, settings):
        console.print("The arena is up.", style="bold", end=" ")
        console.print(f"Bots connect to {_address(settings)}")
        console.print(f"data and logs: {settings.data_dir.resolve()}", highlight=False)
        key = settings.data_dir.resolve() / "operator.key"
        if key.exists():  # not where the database is older than this directory
            console.print(f"operator's key: {key}", highlight=False)
        console.print(f"pages: {pages_address(settings)}", highlight=False)
        console.print("Ctrl-C stops it.", style="dim")
        while not stop.wait(0.5):
            for name in supervisor.tend():
                console.print(f"{name} died and is started again", style="red")
        console.print("stopping ...", style="dim")


@contextmanager
def running(settings: Settings) -> Iterator[tuple[Supervisor, Settings]]:
    """Runs a whole arena; yields its supervisor and the settings with every gap filled in."""
    try:
        settings.data_dir.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadSetting(f"ARENA_DATA_DIR: {settings.data_dir}: {error.strerror}") from None
    with ExitStack() as ending:
        redis = None
        if not settings.redis_url:
            redis = EmbeddedServer(settings.data_dir)
            redis.start()
            ending.callback(redis.stop)
            settings = replace(settings, redis_url=redis.url)
        settings = replace(
            settings,
            database_url=settings.database,
            gateway_port=_gateways_port(settings),
            web_port=_pages_port(settings),
        )
        settings = replace(settings, hosting=hosting_mode(settings))
        first_operator(settings)
        environment = {**os.environ, **settings.environment()}
        supervisor = Supervisor(environment, settings.data_dir / "logs", redis)
        ending.callback(supervisor.stop, settings.drain_s + 10)
        for number, (name, *arguments) in enumerate(_PROCESSES):
            if name != "hosting" or settings.hosting == "on":
                port = settings.metrics_port and settings.metrics_port + number
                supervisor.start(name, *arguments, ARENA_METRICS_PORT=str(port))
        gateways = supervisor.children[0]
        await_port(settings.gateway_host, settings.gateway_port, alive=gateways.alive)
        yield supervisor, settings


def hosting_mode(settings: Settings) -> str:
    """Returns `on` or `off`; says why where it cannot be on."""
    if settings.hosting == "off":
        return "off"
    obstacle = hosting_obstacle(settings)
    if obstacle and settings.hosting == "on":
        raise Unavailable(f"ARENA_HOSTING is on, but {obstacle}")
    if obstacle:
        console.print(f"uploads are refused: {obstacle}", style="yellow", highlight=False)
    return "off" if obstacle else "on"


def first_operator(settings: Settings) -> Path:
    """Makes the operator of a new arena; returns the file, mode 600, that holds the key."""
    path = settings.data_dir / "operator.key"
    wiring = wire(settings)
    try:
        _, _, secret = authors.create_author(
            OPERATOR, Role.OPERATOR, open_unit=wiring.open_unit, now=wiring.now
        )
    except AlreadyExists:
        return path
    finally:
        wiring.close()
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(secret + "\n")
    return path


def _address(settings: Settings) -> str:
    return f"{settings.gateway_host}:{settings.gateway_port}"


def pages_address(settings: Settings) -> str:
    """Returns where people read the pages."""
    return f"http://{settings.web_host}:{settings.web_port}/"


def _gateways_port(settings: Settings) -> int:
    host, port = settings.gateway_host, settings.gateway_port
    if port and _taken(host, port):
        raise Unavailable(f"ARENA_GATEWAY_PORT: somebody listens on {host}:{port} already")
    return port or free_port(host)


def _pages_port(settings: Settings) -> int:
    """Returns the port of the pages: where nobody asked for one, another one if it is taken."""
    host, port = settings.web_host, settings.web_port
    if port and _taken(host, port):
        if port != Settings().web_port:
            raise Unavailable(f"ARENA_WEB_PORT: somebody listens on {host}:{port} already")
        console.print(f"somebody listens on {host}:{port} already", style="yellow", highlight=False)
        port = 0
    return port or free_port(host)


def _taken(host: str, port: int) -> bool:
    """Returns whether somebody listens there; what else is wrong with it whoever listens says."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        socket.create_server((host, port), family=family).close()
    except OSError as error:
        return error.errno == errno.EADDRINUSE
    return False


def free_port(host: str) -> int:
    """Returns a port that nobody listens on now."""
    with socket.create_server((host, 0)) as taken:
        port: int = taken.getsockname()[1]
        return port


def await_port(
    host: str, port: int, patience_s: float = 60.0, alive: Callable[[], bool] = lambda: True
) -> None:
    """Returns when somebody listens there; raises `Unavailable` if nobody does in time.

    Nobody will, either, once what is waited for is not `alive` any more.
    """
    deadline = time.monotonic() + patience_s
    while alive() and time.monotonic() < deadline:
        try:
            socket.create_connection((host, port), 1.0).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise Unavailable(f"the gateway does not listen on {host}:{port}; see logs/gateway.log")


@click.command()
def gateway() -> None:
    """Serve gRPC: hold the sessions of bots, answer everybody."""
    from arena.rpc.gateway import serve

    settings = _started()
    serve_metrics(settings, "gateway")
    trace_to(settings, "gateway")
    asyncio.run(serve(settings))
    stop_tracing()


@click.command()
@click.option(
    "--queue",
    "queues",
    type=click.Choice(["matches", "ledger", "hosting"]),
    multiple=True,
    help="Serve only this queue; by default `matches` and `ledger`.",
)
def worker(queues: tuple[str, ...]) -> None:
    """Play matches, rate blocks, run the schedule; or, if asked to, run uploaded bots."""
    settings = _started()
    serve_metrics(settings, "worker")
    trace_to(settings, "worker")
    from workers import hearing, process  # noqa: F401  they connect what starts with the worker
    from workers.app import HOSTING, LEDGER, MATCHES, app

    served = queues or (MATCHES, LEDGER)
    if HOSTING in served:
        from workers import hosting  # noqa: F401  it brings its task along
    threads = settings.worker_matches if MATCHES in served else 0
    threads += 4 if LEDGER in served else 0
    threads += 4 if HOSTING in served else 0
    name = f"{'-'.join(served)}-{os.getpid()}@%h"
    app.worker_main(
        [
            "--quiet",
            "worker",
            "--pool=threads",
            f"--concurrency={threads}",
            f"--queues={','.join(served)}",
            f"--hostname={name}",
            "--loglevel=WARNING",
            "--without-gossip",
            "--without-mingle",
        ]
    )


@click.command()
def beat() -> None:
    """Say when the schedule is due. Several of them do no harm."""
    settings = _started()
    from arena.relay.duty import on_duty
    from workers.app import app
    from workers.measuring import count_beats

    serve_metrics(settings, "beat")
    count_beats()
    with on_duty(settings.redis_url, "beat", f"beat-{socket.gethostname()}-{os.getpid()}"):
        app.Beat(scheduler_cls="celery.beat:Scheduler", loglevel="WARNING", quiet=True).run()


@click.command()
def migrate() -> None:
    """Bring the database up to date; every process does so when it starts."""
    wire(_started()).close()


def _started() -> Settings:
    settings = Settings.from_environment()
    configure_logging(settings)
    return settings
