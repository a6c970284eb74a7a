"""The machine: files that may be open, room on the disk, the sandbox, versions."""

import platform
import resource
import shutil
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

from packaging.requirements import Requirement

from arena.bootstrap import hosting_obstacle
from arena.cli.checkup.findings import Finding, doubtful, good, wrong
from arena.config import Settings

FILES = 4_096
FEW_FILES = 1_024
_GIB = 1 << 30
SHOWN = ("botarena", "grpcio", "celery", "redis", "sqlalchemy")


def machine(settings: Settings) -> Iterator[Finding]:
    """Looks at what the machine gives the arena."""
    yield _files()
    yield _disk(settings.data_dir)
    yield _sandbox(settings)
    yield _versions()


def _files() -> Finding:
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    found = "any number" if files == resource.RLIM_INFINITY else f"{files:,}"
    if files == resource.RLIM_INFINITY or files >= FILES:
        return good("open files", found)
    advice = "ulimit -n 65536, or LimitNOFILE=65536 in its unit: every session is an open file"
    return (doubtful if files >= FEW_FILES else wrong)("open files", found, advice)


def _disk(data_dir: Path) -> Finding:
    place = data_dir.resolve()
    while not place.exists():
        place = place.parent
    free_gib = shutil.disk_usage(place).free / _GIB
    found, advice = f"{free_gib:,.1f} GiB free at {place}", "make room, or set ARENA_REPLAY_DAYS"
    if free_gib < 1:
        return wrong("disk", found, advice)
    return doubtful("disk", found, advice) if free_gib < 5 else good("disk", found)


def _sandbox(settings: Settings) -> Finding:
    if settings.hosting == "off":
        return good("sandbox", "not needed: ARENA_HOSTING is off")
    obstacle = hosting_obstacle(settings)
    if not obstacle:
        return good("sandbox", "uploaded bots can be run")
    advice = "install bubblewrap where uploaded bots are to run, or set ARENA_HOSTING=off"
    return (wrong if settings.hosting == "on" else doubtful)("sandbox", obstacle, advice)


def _versions() -> Finding:
    packages = ", ".join(f"{name} {version(name)}" for name in SHOWN)
    found = f"Python {platform.python_version()}, {packages}"
    if unmet := list(_unmet()):
        return wrong("versions", f"{found}; {', '.join(unmet)}", "install 'botarena[server]' anew")
    return good("versions", found)


def _unmet() -> Iterator[str]:
    """Yields what the server needs and does not have, or has in another version."""
    for text in requires("botarena") or ():
        needed = Requirement(text)
        if needed.marker is None or needed.marker.evaluate({"extra": "server"}):
            try:
                if not needed.specifier.contains(version(needed.name), prereleases=True):
                    yield f"{needed.name} is not {needed.specifier}"
            except PackageNotFoundError:
                yield f"{needed.name} is missing"
