"""What an author writes, a `Bot`, and what it is asked, a `Prompt`."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from arena.match.outcome import Outcome
from arena.match.players import Faulted, Heard, Table


@dataclass(frozen=True, slots=True)
class Prompt:
    """Asks your bot which of the legal actions it takes."""

    match_id: str
    ply: int
    """The number of the step in the match, from 0."""
    observation: Any
    """What your seat may know: the game's own dataclass, such as `arena.games.scout.Observation`.
    A game that is not installed here comes as a dict of plain values."""
    legal_actions: tuple[str, ...]
    """What you may answer, never empty. The first is played for you if you do wrong."""
    time_left_s: float
    """Free thinking time for this decision; beyond it your bank pays."""
    bank_left_s: float
    """Your reserve of thinking time for the whole match."""
    faults_left: int
    """How many more faults you may make without forfeiting."""
    heard: tuple[Heard, ...] = ()
    """What the other seats did since your last prompt, oldest first."""
    last_elapsed_s: float = 0.0
    """What your previous decision took, as the arena measured it."""


class Bot:
    """Plays one match: every match gets an instance of its own, so `self` is your memory of it.

    Override `choose`; the rest may stay as it is. Any method may be `async`; others run in a
    thread, so they may take their time. The methods of one instance never run at the same time.
    """

    def seated(self, table: Table) -> Awaitable[None] | None:
        """Called once, before the first prompt. No clock runs yet, but the time to join does."""

    def choose(self, prompt: Prompt) -> str | Awaitable[str]:
        """Returns one of `prompt.legal_actions`.

        An exception is a fault like any other wrong answer: the arena plays the first legal
        action, you see the traceback here, and the match goes on.
        """
        raise NotImplementedError(f"{type(self).__name__} must override choose()")

    def heard(self, heard: Heard) -> Awaitable[None] | None:
        """Called for each thing another seat did, oldest first, right before `choose`."""

    def faulted(self, notice: Faulted) -> Awaitable[None] | None:
        """Called when you did wrong: says what, and what was played in your stead."""

    def finished(self, outcome: Outcome | None) -> Awaitable[None] | None:
        """Called once, at the end.

        `None`: the arena gave the match up, or it ended while the bot was away.
        """


MakeBot: TypeAlias = Callable[[], Bot]
"""Makes the bot for one match; most often the class itself."""
