"""What a ladder rates by beside Elo."""

from enum import Enum


class SecondRating(Enum):
    """A second online rating, moved by the same blocks in the same order."""

    NONE = "none"
    OPENSKILL = "openskill"
    """A mean and a doubt; see `arena.contest.skill`."""
