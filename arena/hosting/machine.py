"""What this machine gives to uploaded bots: a place on its disk, memory, cores, a way out."""

import os
import shutil
from pathlib import Path
from tempfile import gettempdir, mkdtemp

import structlog

from arena.config import Settings
from arena.games.registry import Registry
from arena.hosting.bubblewrap import BubblewrapEngine
from arena.hosting.building import Workshop
from arena.hosting.cgroups import Cgroups, cgroups
from arena.hosting.door import Gateway
from arena.hosting.host import Capacity, Host
from arena.hosting.life import Patience
from arena.service.errors import Unavailable
from arena.service.ports import Now, OpenUnit

_PREFIX = "arena-host-"
_BOTS_PER_CORE = 4
SYSTEM_CA = "system"

_log = structlog.get_logger(__name__)


def host(
    worker: str, settings: Settings, games: Registry, *, open_unit: OpenUnit, now: Now
) -> Host:
    """Returns a host for this machine; it is still to be started."""
    home = make_home(settings)
    return Host(
        worker,
        home,
        _capacity(settings),
        gateway(settings),
        Workshop(engine(home, settings), games, settings.upload_mb),
        Patience(
            settings.hosting_start_s,
            settings.hosting_idle_s,
            settings.drain_s,
            settings.hosting_matches,
            settings.hosting_turn_s,
        ),
        open_unit=open_unit,
        now=now,
    )


def engine(home: Path, settings: Settings) -> BubblewrapEngine:
    """Returns what contains bots; raises `Unavailable` where it lacks what is asked of it."""
    return BubblewrapEngine(home, settings.hosting_uid, _cgroups(settings))


def _cgroups(settings: Settings) -> Cgroups | None:
    if settings.hosting_cgroups == "off":
        return None
    try:
        found = cgroups()
    except Unavailable as error:
        if settings.hosting_cgroups == "on":
            raise
        _log.info("rlimits and a watchdog limit bots", why=str(error))
        return None
    _log.info("control groups limit bots", version=found.version)
    return found


def make_home(settings: Settings) -> Path:
    """Makes a directory for this process that bots can pass through, but not list.

    What earlier processes left behind when they were killed goes.
    """
    place = Path(settings.hosting_dir or gettempdir())
    for old in place.glob(f"{_PREFIX}*"):
        pid = old.name.removeprefix(_PREFIX).split("-")[0]
        if pid.isdecimal() and not Path("/proc", pid).exists():
            shutil.rmtree(old, ignore_errors=True)
    home = Path(mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-", dir=place))
    home.chmod(0o711)
    return home


def _capacity(settings: Settings) -> Capacity:
    cores = len(os.sched_getaffinity(0))
    memory_mb = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") >> 20
    return Capacity(
        settings.hosting_bots or _BOTS_PER_CORE * cores,
        settings.hosting_memory_mb or memory_mb // 2,
    )


def gateway(settings: Settings) -> Gateway:
    """Returns where this machine takes the play of its bots, and whom it trusts there.

    Raises `Unavailable` if the file is not there that says so.
    """
    address = settings.hosting_gateway or f"{settings.gateway_host}:{settings.gateway_port}"
    trusted = settings.hosting_ca or settings.tls_certificate
    if trusted == SYSTEM_CA:
        return Gateway(address, b"")
    try:
        return Gateway(address, Path(trusted).read_bytes() if trusted else None)
    except OSError as error:
        raise Unavailable(f"whom to trust as the gateway cannot be read: {error}") from None
