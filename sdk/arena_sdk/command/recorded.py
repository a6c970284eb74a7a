"""A recorded match as it was: every state again, and every prompt as it was put to a seat."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from arena.games.kernel import Game, Seat
from arena.match.events import Choice, Decided, Ended, MatchEvent, Started
from arena.match.players import Heard, Prompt, Table
from arena.match.replay import BadLog, Frame, replay
from arena_sdk.command.naming import named_game
from arena_sdk.command.refusal import Refusal


@dataclass(frozen=True, slots=True)
class Asked:
    """One prompt of one seat, and what was chosen."""

    prompt: Prompt
    choice: Choice


class Recorded:
    """A whole log, checked against the rules."""

    def __init__(self, log: Sequence[MatchEvent], game: str = "") -> None:
        """Raises `Refusal`; `game` is what the author calls it, if it is not registered."""
        if not (log and isinstance(log[0], Started) and isinstance(log[-1], Ended)):
            raise Refusal("this is not a whole match log: it has no beginning or no end")
        self.started, self.ended = log[0], log[-1]
        if not self.ended.seed:
            raise Refusal(
                "this log is without its seed, which comes out when all of its block is played"
            )
        kind = named_game(game or self.started.game)
        if (kind.name, kind.version) != (self.started.game, self.started.version):
            raise Refusal(
                f"the log is of {self.started.game}, version {self.started.version};"
                f" here is {kind.name}, version {kind.version}"
            )
        self.game: Game[Any, Any] = kind(self.started.seats, **self.started.options)
        self.decided = [event for event in log if isinstance(event, Decided)]
        try:
            self.frames: list[Frame] = list(replay(self.game, self.ended.seed, self.decided))
        except BadLog as error:
            raise Refusal(f"the log does not follow from the rules: {error}", 1) from None
        self.states = {frame.ply: frame.state for frame in self.frames}

    def table(self, seat: Seat) -> Table:
        """Returns what the seat was told when it sat down."""
        started = self.started
        return Table(
            match_id="replay",
            attempt=1,
            since_attempt=1,
            game=started.game,
            version=started.version,
            options=started.options,
            seat=seat,
            seats=started.seats,
            clock=started.clock,
            faults_allowed=started.faults_allowed,
            commitment=started.commitment,
        )

    def asked(self, seat: Seat) -> Iterator[Asked]:
        """Yields every prompt of a seat as the referee put it."""
        clock = self.started.clock
        bank_ms, faults, elapsed_ms = clock.bank_ms, 0, 0
        unheard: list[Heard] = []
        for event in self.decided:
            mine = next((choice for choice in event.choices if choice.seat == seat), None)
            if mine is not None and faults <= self.started.faults_allowed:
                yield Asked(
                    Prompt(
                        event.ply,
                        self.game.observe(self.states[event.ply], seat),
                        tuple(map(str, self.game.legal_actions(self.states[event.ply], seat))),
                        clock.limit_ms,
                        bank_ms,
                        self.started.faults_allowed - faults,
                        tuple(unheard),
                        elapsed_ms,
                    ),
                    mine,
                )
                unheard.clear()
                elapsed_ms = mine.elapsed_ms
                bank_ms = clock.bank_after(bank_ms, elapsed_ms)
                faults += mine.fault is not None
            unheard += [
                Heard(event.ply, choice.seat, choice.public)
                for choice in event.choices
                if choice.seat != seat
            ]
