"""Runs uploaded bots: archives, manifests, the sandbox, and the door to the arena."""

from arena.hosting.host import Host
from arena.hosting.machine import engine, host, make_home
from arena.hosting.uploads import read_upload

__all__ = ["Host", "engine", "host", "make_home", "read_upload"]
