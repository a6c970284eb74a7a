"""What a scripted arena does to a bot at one prompt."""

from enum import Enum, auto


class Trouble(Enum):
    """Nothing of it is a fault of the bot; all of it happens to bots sooner or later."""

    TWICE = auto()
    """The prompt comes twice."""
    UNKNOWN = auto()
    """A message of an unknown kind comes before it."""
    VALUES = auto()
    """Messages with unknown values of their enums come before it."""
    IGNORED = auto()
    """The bot is told that things counted for nothing."""
    UNREADABLE = auto()
    """The observation cannot be read; a failure is as good as a choice."""
    FAULT = auto()
    """The answer counts as a timeout."""
    BREAK = auto()
    """The session breaks right after the prompt."""
    LOSE = auto()
    """The answer gets lost, and the session breaks."""
    SILENCE = auto()
    """The session falls silent for good, and nothing that the bot sends arrives any more."""
    LEAVE = auto()
    """The session ends in peace after it was announced."""
    TAKE_OVER = auto()
    """The answer gets lost; another attempt takes the match over where it stands and asks again."""
    ABANDON = auto()
    """The attempt ends with the answer, and with nothing that the bot would notice."""
