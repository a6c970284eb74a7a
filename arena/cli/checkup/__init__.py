"""What `arena doctor` looks at, a file each: the settings, the machine, Redis, the database."""

from arena.cli.checkup.database import database
from arena.cli.checkup.findings import Finding, State
from arena.cli.checkup.machine import machine
from arena.cli.checkup.server import server
from arena.cli.checkup.settings import settings

__all__ = ["Finding", "State", "database", "machine", "server", "settings"]
