"""Valkey and PostgreSQL as an operator would run them: reached over the network, kept on disk."""

import shutil
import subprocess
from pathlib import Path

import psycopg

from arena.relay.embedded import server_binary
from tests.cluster.hosts import NETWORK, Host
from tests.postgres import SETTINGS, owner, programs_for

REDIS_PORT, SQL_PORT = 6379, 5432


def redis_command(host: Host, directory: Path) -> list[str]:
    """Returns what runs a server that keeps what it has."""
    directory.mkdir(exist_ok=True)
    options = {"bind": host.address, "port": REDIS_PORT, "dir": directory, "appendonly": "yes"}
    options |= {"protected-mode": "no", "save": "", "maxmemory-policy": "noeviction"}
    return [server_binary(), *(str(word) for k, v in options.items() for word in (f"--{k}", v))]


def redis_url(host: Host) -> str:
    return f"redis://{host.address}:{REDIS_PORT}/0"


def sql_command(host: Host, directory: Path) -> list[str]:
    """Makes a database cluster; returns what runs its server, as a user who is not root."""
    directory.chmod(0o755)
    user = owner()
    assert user is not None, "hosts are made by root"
    shutil.chown(directory, user)
    programs, data = programs_for(directory, user), directory / "data"
    options = ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
    command = [programs / "initdb", "-D", data, *options]
    subprocess.run(command, user=user, cwd="/", check=True, capture_output=True)
    with (data / "pg_hba.conf").open("a") as rights:
        rights.write(f"host all all {NETWORK}.0/24 trust\n")
    settings = {**SETTINGS, "listen_addresses": host.address, "port": str(SQL_PORT), "fsync": "on"}
    as_user = ["setpriv", f"--reuid={user}", "--regid=nogroup", "--clear-groups"]
    as_user += ["--pdeathsig=keep"]
    run = [*as_user, str(programs / "postgres"), "-D", str(data), "-k", str(directory)]
    return [*run, *(word for k, v in settings.items() for word in ("-c", f"{k}={v}"))]


def sql_url(host: Host) -> str:
    return f"postgresql+psycopg://postgres@{host.address}:{SQL_PORT}/postgres"


def answers(url: str) -> bool:
    """Whether the database can be asked."""
    try:
        psycopg.connect(url.replace("+psycopg", ""), connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True
