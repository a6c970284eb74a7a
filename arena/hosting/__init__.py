"""Runs uploaded bots: archives, manifests, the sandbox, and the door to the arena."""

from arena.hosting.bubblewrap import BubblewrapEngine
from arena.hosting.uploads import read_upload

__all__ = ["BubblewrapEngine", "read_upload"]
