"""What a bot does, claim by claim, with the numbers that `docs/protocol.md` gives its points."""

from enum import Enum


class Claim(Enum):
    """One claim about a bot: the point that it is of, and the sentence."""

    KEY = "1", "every call carries the key"
    HELLO_FIRST = "2", "hello comes first, and names the submission"
    HELLO_ONCE = "2", "hello comes once"
    ACKNOWLEDGED = "3", "every seat is acknowledged, with the attempt that it names"
    LEGAL = "4", "every prompt is answered, with a legal action"
    ONCE = "4", "every prompt is answered once"
    AT_ONCE = "4", "several matches are played at once"
    ATTEMPT = "4", "an answer names the attempt that asked"
    SAME = "4", "a prompt that comes again gets the same answer"
    FAILURE = "5", "what the bot cannot decide is reported, or answered all the same"
    ECHO = "6", "heartbeats are echoed"
    SILENCE = "6", "an arena that fell silent is taken for gone"
    UNKNOWN_KINDS = "7", "messages of an unknown kind are ignored"
    UNKNOWN_FIELDS = "7", "unknown fields are ignored"
    UNKNOWN_VALUES = "7", "unknown values of an enum are ignored"
    GOING_AWAY = "8", "the bot moves when the arena asks for it"
    IN_TIME = "9", "answers come in time"
    FAULTED = "10", "the bot plays on after a fault, and outlives a forfeit"
    IGNORED = "11", "the bot plays on when something counted for nothing"
    CUT_BEFORE = "12", "a session that breaks before the answer is opened again"
    CUT_AFTER = "12", "an answer that got lost with its session is sent again"
    BACK_OFF = "12", "the bot backs off while the arena is away"
    ABORTED = "13", "the bot does not come back when a newer session has won"
    RESUMED = "14", "a match that another worker goes on with is played on"
    RESTARTED = "14", "a match that starts again is played from its start"
    GIVEN_UP = "15", "the bot plays on when the arena gives a match up"
    TOLD_AGAIN = "15", "the end of a match that the bot does not know any more is ignored"
    GOODBYE = "goodbye", "at SIGTERM the bot plays its matches to their end and ends with 0"

    def __init__(self, point: str, sentence: str) -> None:
        self.point = point
        self.sentence = sentence

    @property
    def advised(self) -> bool:
        """Whether a bot only should do so: if it does not, that is a warning."""
        return self in (Claim.ATTEMPT, Claim.SILENCE, Claim.BACK_OFF, Claim.ABORTED)
