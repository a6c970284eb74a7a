"""Environments of carrera: `env(seats=4, reward="duels", render_mode=None, **options)`."""

from arena.research.aec.env import maker

__all__ = ["env", "raw_env"]

env = raw_env = maker("carrera")
