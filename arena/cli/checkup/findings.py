"""What a check found, and what is to be done about it."""

from dataclasses import dataclass
from enum import Enum

CLOCKS_S = 1.0
"""How far apart the clocks of two machines may be."""


class State(Enum):
    """How bad it is."""

    GOOD = "good"
    DOUBTFUL = "doubtful"
    """The arena plays, but not as an operator should leave it."""
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at."""

    what: str
    state: State
    found: str
    advice: str = ""
    """What to change; empty where all is well."""


def good(what: str, found: str) -> Finding:
    return Finding(what, State.GOOD, found)


def doubtful(what: str, found: str, advice: str) -> Finding:
    return Finding(what, State.DOUBTFUL, found, advice)


def wrong(what: str, found: str, advice: str) -> Finding:
    return Finding(what, State.WRONG, found, advice)


def clocks(what: str, apart_s: float) -> Finding:
    """Judges how far another clock is ahead of ours."""
    found = f"{apart_s:+.2f} s from this machine's"
    if abs(apart_s) <= CLOCKS_S:
        return good(what, found)
    advice = "let chrony or systemd-timesyncd set the clocks of all machines: leases hang on them"
    return wrong(what, found, advice)
