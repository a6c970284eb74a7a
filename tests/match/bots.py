"""Players for tests: they answer by a rule, at once, and keep whatever they were told."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from arena.games.dice import Dice
from arena.games.kernel import Game, Seat
from arena.match.clock import Clock
from arena.match.events import Decided, MatchEvent
from arena.match.outcome import Fault, Outcome
from arena.match.players import Answer, Faulted, Heard, Player, Prompt
from arena.match.referee import Referee

SEED = bytes(range(32))
CLOCK = Clock(limit_ms=1_000, bank_ms=5_000, lag_ms=100)

Rule: TypeAlias = Callable[[Prompt], Answer]


def default(prompt: Prompt) -> Answer:
    return Answer(prompt.legal_actions[0])


def last(prompt: Prompt) -> Answer:
    return Answer(prompt.legal_actions[-1])


def at_random(seat: Seat, seed: bytes = SEED) -> Rule:
    """Takes any legal action in any time within the limit: the same for the same prompt."""

    def answer(prompt: Prompt) -> Answer:
        dice = Dice(seed, prompt.ply)
        choice = dice.integer(len(prompt.legal_actions), f"choice/{seat}")
        return Answer(prompt.legal_actions[choice], dice.integer(100, f"elapsed/{seat}"))

    return answer


BAD: dict[str, tuple[Rule, Fault]] = {
    "slow": (lambda prompt: Answer("", 6_100, Fault.TIMEOUT), Fault.TIMEOUT),
    "late": (lambda prompt: Answer(prompt.legal_actions[-1], 6_101), Fault.TIMEOUT),
    "cheat": (lambda prompt: Answer("take the bank", 5), Fault.ILLEGAL_ACTION),
    "mute": (lambda prompt: Answer(""), Fault.ILLEGAL_ACTION),
    "gone": (lambda prompt: Answer("", 0, Fault.DISCONNECT), Fault.DISCONNECT),
    "broken": (lambda prompt: Answer(prompt.legal_actions[-1], 7, Fault.CRASH), Fault.CRASH),
    "absent": (lambda prompt: Answer("", 0, Fault.NO_SHOW), Fault.NO_SHOW),
}
"""What bad bots do, and what fault it is."""


def now_and_then(rule: Rule, bad: Rule, every: int) -> Rule:
    """Follows `rule`, but is `bad` at every so many plies."""
    return lambda prompt: (rule if prompt.ply % every else bad)(prompt)


class Scripted:
    """Answers by a rule and keeps what it was told, in order."""

    def __init__(self, rule: Rule = default) -> None:
        self.rule = rule
        self.told: list[Prompt | Faulted] = []
        self.outcome: Outcome | None = None
        self.heard: list[Heard] = []
        """All that was heard, in prompts and at the end."""

    @property
    def prompts(self) -> list[Prompt]:
        return [told for told in self.told if isinstance(told, Prompt)]

    @property
    def notices(self) -> list[Faulted]:
        return [told for told in self.told if isinstance(told, Faulted)]

    async def sit(self) -> None:
        pass

    async def choose(self, prompt: Prompt) -> Answer:
        self.told.append(prompt)
        self.heard.extend(prompt.heard)
        return self.rule(prompt)

    def faulted(self, notice: Faulted) -> None:
        self.told.append(notice)

    def finished(self, outcome: Outcome, heard: tuple[Heard, ...]) -> None:
        assert self.outcome is None
        self.outcome = outcome
        self.heard.extend(heard)


def play(
    game: Game[Any, Any],
    players: Sequence[Player],
    past: Sequence[MatchEvent] = (),
    *,
    seed: bytes = SEED,
    clock: Clock = CLOCK,
    faults_allowed: int = 2,
) -> tuple[Outcome, list[MatchEvent]]:
    """Returns the outcome and the whole log."""
    log = list(past)

    async def record(event: MatchEvent) -> None:
        log.append(event)

    referee = Referee(
        game, players, seed=seed, clock=clock, faults_allowed=faults_allowed, record=record
    )
    return asyncio.run(referee.play(past)), log


def decisions(log: Sequence[MatchEvent]) -> list[Decided]:
    return [event for event in log if isinstance(event, Decided)]


def faults(log: Sequence[MatchEvent], seat: Seat) -> list[Fault | None]:
    """The faults of one seat, `None` where it chose by itself, decision by decision."""
    return [c.fault for decided in decisions(log) for c in decided.choices if c.seat == seat]
