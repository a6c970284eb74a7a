"""Plays one match: asks, judges, records. Never breaks because of a bot."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from typing import Any, TypeVar

from arena.games.dice import Dice, commitment
from arena.games.kernel import Chance, Decision, Finished, Game, Seat
from arena.match.clock import Clock
from arena.match.events import Choice, Decided, Ended, MatchEvent, Started
from arena.match.outcome import Fault, Outcome, outcome
from arena.match.players import Answer, Faulted, Heard, Player, Prompt
from arena.match.replay import BadLog, Frame, replay

T = TypeVar("T")

Record = Callable[[MatchEvent], Awaitable[None]]
"""Keeps one event for good; raises if another referee has taken the match over."""


class Referee:
    """Runs a game between players and records every event before it takes effect."""

    def __init__(
        self,
        game: Game[Any, Any],
        players: Sequence[Player],
        *,
        seed: bytes,
        clock: Clock,
        faults_allowed: int,
        record: Record,
    ) -> None:
        if len(players) != game.seats:
            raise ValueError(f"{len(players)} players for {game.seats} seats")
        self._game = game
        self._players = players
        self._seed = seed
        self._clock = clock
        self._faults_allowed = faults_allowed
        self._record = record
        self._faults = [0] * game.seats
        self._banks_ms = [clock.bank_ms] * game.seats
        self._last_elapsed_ms = [0] * game.seats
        self._unheard: list[list[Heard]] = [[] for _ in range(game.seats)]

    async def play(self, past: Sequence[MatchEvent] = ()) -> Outcome:
        """Plays to the end, from where the log `past` leaves off.

        If that is the end, everybody is told of it, maybe once more.

        Exceptions of players and of `record` come through: they are the arena's failures. Raises
        `BadLog` if `past` is not a log of this match.
        """
        game = self._game
        frame = await self._resume(past) if past else await self._start()
        await _all_of([player.sit() for player in self._players])
        if past and isinstance(past[-1], Ended):
            return self._tell(past[-1].outcome)  # nobody may have heard of it
        state, ply, draws = frame.state, frame.ply, frame.draws
        while True:
            match game.turn(state):
                case Chance():
                    state = game.chance(state, Dice(self._seed, draws))
                    draws += 1
                case Decision(seats):
                    state = game.apply(state, await self._decide(state, ply, seats))
                case Finished(scores):
                    return await self._end(ply, scores)
            ply += 1

    async def _start(self) -> Frame:
        await self._record(self._started())
        return Frame(0, self._game.start())

    async def _resume(self, past: Sequence[MatchEvent]) -> Frame:
        if past[0] != self._started():
            raise BadLog(f"the log is of another match than {self._started()}: {past[0]}")
        for frame in replay(self._game, self._seed, past):
            last = frame
        for event in past:
            if isinstance(event, Decided):
                self._remember(event)
        return last

    def _started(self) -> Started:
        game = self._game
        return Started(
            game.name,
            game.version,
            game.seats,
            game.options,
            self._clock,
            self._faults_allowed,
            commitment(self._seed),
        )

    async def _end(self, ply: int, scores: Sequence[int]) -> Outcome:
        final = outcome(scores, self._forfeited())
        await self._record(Ended(ply, final, self._seed))
        return self._tell(final)

    def _tell(self, final: Outcome) -> Outcome:
        for player, unheard in zip(self._players, self._unheard, strict=True):
            player.finished(final, tuple(unheard))
        return final

    async def _decide(self, state: Any, ply: int, seats: Sequence[Seat]) -> Mapping[Seat, Any]:
        """Asks all `seats` at once and returns one legal action for each."""
        asked = await _all_of([self._ask(state, ply, seat) for seat in seats])
        actions = {choice.seat: action for action, choice in asked}
        decided = Decided(ply, tuple(choice for _, choice in asked))
        await self._record(decided)
        self._remember(decided)
        for choice in decided.choices:
            if choice.fault is not None:
                left = self._faults_allowed - self._faults[choice.seat]
                notice = Faulted(ply, choice.fault, choice.action, left)
                self._players[choice.seat].faulted(notice)
        return actions

    async def _ask(self, state: Any, ply: int, seat: Seat) -> tuple[Any, Choice]:
        """Returns the seat's action, or its default action if it forfeited or did wrong."""
        game = self._game
        legal = game.legal_actions(state, seat)
        action, elapsed_ms, fault = legal[0], 0, None
        if self._plays(seat):
            prompt = Prompt(
                ply,
                game.observe(state, seat),
                tuple([str(a) for a in legal]),
                self._clock.limit_ms,
                self._banks_ms[seat],
                self._faults_allowed - self._faults[seat],
                tuple(self._unheard[seat]),
                self._last_elapsed_ms[seat],
            )
            answer = await self._players[seat].choose(prompt)
            elapsed_ms, fault = answer.elapsed_ms, self._fault(prompt, answer)
            if fault is None:
                action = legal[prompt.legal_actions.index(answer.action)]
        public = game.public(state, seat, action)
        return action, Choice(seat, str(action), public, elapsed_ms, fault)

    def _fault(self, prompt: Prompt, answer: Answer) -> Fault | None:
        """Returns what is wrong with an answer; one that took too long is no answer."""
        if answer.fault is not None:
            return answer.fault
        if answer.elapsed_ms > self._clock.budget_ms(prompt.bank_ms):
            return Fault.TIMEOUT
        return None if answer.action in prompt.legal_actions else Fault.ILLEGAL_ACTION

    def _remember(self, decided: Decided) -> None:
        """Counts faults, charges banks, and keeps what the other seats are to hear."""
        for choice in decided.choices:
            seat, bank_ms = choice.seat, self._banks_ms[choice.seat]
            if self._plays(seat):
                self._unheard[seat].clear()
            self._faults[seat] += choice.fault is not None
            self._last_elapsed_ms[seat] = choice.elapsed_ms
            self._banks_ms[seat] = self._clock.bank_after(bank_ms, choice.elapsed_ms)
        for choice in decided.choices:
            heard = Heard(decided.ply, choice.seat, choice.public)
            for seat, unheard in enumerate(self._unheard):
                if seat != choice.seat:
                    unheard.append(heard)

    def _plays(self, seat: Seat) -> bool:
        """Whether the seat is asked: once it has forfeited it is not."""
        return self._faults[seat] <= self._faults_allowed

    def _forfeited(self) -> frozenset[Seat]:
        return frozenset(seat for seat in range(self._game.seats) if not self._plays(seat))


async def _all_of(work: Sequence[Coroutine[Any, Any, T]]) -> list[T]:
    """Returns all results; one failure cancels the rest and is raised as it is, after them."""
    if len(work) == 1:
        return [await work[0]]
    tasks = [asyncio.ensure_future(one) for one in work]
    try:
        return await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
