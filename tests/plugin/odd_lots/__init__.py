"""Odd Lots: an auction that is awkward on purpose, to try what the arena makes of it."""

from odd_lots.rules import OddLots

__all__ = ["OddLots"]
