"""Picks the adapters: the one place that knows which database and which relay are used."""

import asyncio
import logging
import shutil
import sys
from datetime import UTC, datetime

import structlog

from arena.config import Settings
from arena.games.registry import Registry
from arena.hosting import Host, engine, host, make_home, read_upload
from arena.relay import RedisLiveLogs, RedisRelay
from arena.service.errors import Unavailable
from arena.service.hosting_ports import Manifest
from arena.service.limits import Limits, rates
from arena.service.ports import UnitOfWork
from arena.service.quotas import Quota
from arena.service.records import Author, Role
from arena.storage import Database, open_database
from arena.wire.play import PlayEncoder

_HANDLER = "arena"
"""The name of our handler of what packages log."""


class Wiring:
    """The adapters of one process. Opens nothing before it is asked to."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.games = Registry.installed()
        self.database: Database = open_database(settings.database)

    def open_unit(self) -> UnitOfWork:
        """Opens a transaction."""
        return self.database.unit()

    def now(self) -> datetime:
        """Tells the time, in UTC."""
        return datetime.now(UTC)

    def operator(self) -> Author:
        """Returns who acts here: whoever may read the settings on this machine runs the arena."""
        return Author("", "operator", Role.OPERATOR, self.now())

    def relay(self, worker: str) -> RedisRelay:
        """Returns the worker's end of the relay; it is still to be started."""
        return RedisRelay(self.settings.redis_url, worker, PlayEncoder())

    def live_logs(self) -> RedisLiveLogs:
        """Returns the logs of running matches."""
        return RedisLiveLogs(self.settings.redis_url)

    def host(self, worker: str) -> Host:
        """Returns what runs uploaded bots on this machine; it is still to be started."""
        return host(worker, self.settings, self.games, open_unit=self.open_unit, now=self.now)

    @property
    def quota(self) -> Quota:
        """What an author's uploads and matches may come to."""
        given = self.settings
        return Quota(given.author_versions, given.author_upload_mb, given.author_matches)

    def read_upload(self, archive: bytes, sha256: str) -> Manifest:
        """Checks an upload whole; raises `InvalidArgument` that says what is wrong with it."""
        return read_upload(archive, sha256, self.games, self.settings.upload_mb)

    def limits(self) -> Limits:
        """Returns how often authors and addresses may come to this process."""
        given = self.settings
        return Limits(
            rates(
                given.calls_per_min,
                given.connects_per_min,
                given.uploads_per_hour,
                given.address_calls_per_min,
            )
        )

    def close(self) -> None:
        """Closes the database."""
        self.database.close()


def wire(settings: Settings) -> Wiring:
    """Returns the adapters that the settings ask for, with an up-to-date database."""
    settings.data_dir.mkdir(parents=True, exist_ok=True)
    wiring = Wiring(settings)
    wiring.database.migrate()
    return wiring


def hosting_obstacle(settings: Settings) -> str:
    """Returns why this machine cannot run uploaded bots; empty if it can."""
    home = make_home(settings)
    try:
        asyncio.run(engine(home, settings).probe())
    except Unavailable as error:
        return str(error)
    finally:
        shutil.rmtree(home, ignore_errors=True)
    return ""


def configure_logging(settings: Settings) -> None:
    """Sends log messages, ours and those of packages, to standard error: for people or as JSON."""
    as_json = settings.log_format == "json"
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.StackInfoRenderer(),
        structlog.processors.format_exc_info,
    ]
    renderer: structlog.typing.Processor = (
        structlog.processors.JSONRenderer()
        if as_json
        else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    )
    level = logging.getLevelNamesMapping()[settings.log_level.upper()]
    structlog.configure(
        processors=[*shared, renderer],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    root, handler = logging.getLogger(), logging.StreamHandler(sys.stderr)
    for earlier in [one for one in root.handlers if one.name == _HANDLER]:
        root.removeHandler(earlier)
    handler.name = _HANDLER
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[structlog.stdlib.add_logger_name, *shared],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
        )
    )
    root.addHandler(handler)
