"""Plays tournaments with strengths for bots."""

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeAlias

from arena.contest.blocks import Lineup
from arena.contest.scored_block import ScoredBlock
from arena.contest.tournament import Format, PlayedRound, Round

Play: TypeAlias = Callable[[Lineup], ScoredBlock]


def entered(count: int) -> tuple[str, ...]:
    """Returns entrants, seeded by name."""
    return tuple(f"s{number:02}" for number in range(1, count + 1))


def as_ranked(order: Sequence[str]) -> Play:
    """Whoever comes first in `order` always beats whoever comes later."""
    places = {submission: place for place, submission in enumerate(order)}

    def play(lineup: Lineup) -> ScoredBlock:
        return ScoredBlock(
            lineup,
            tuple(
                tuple(0.5 if a == b else float(places[a] < places[b]) for b in lineup)
                for a in lineup
            ),
        )

    return play


def at_random(random: Random) -> Play:
    """Anything can come out, ties and thirds too."""

    def play(lineup: Lineup) -> ScoredBlock:
        scores = [[0.5] * len(lineup) for _ in lineup]
        for i in range(len(lineup)):
            for j in range(i):
                scores[i][j] = random.randint(0, 6) / 6
                scores[j][i] = 1 - scores[i][j]
        return ScoredBlock(lineup, tuple(map(tuple, scores)))

    return play


def finished(round_: Round, play: Play) -> PlayedRound:
    return PlayedRound(tuple(map(play, round_.tables)), round_.byes)


def played_out(
    held: Format, entrants: Sequence[str], play: Play
) -> tuple[list[Round], list[PlayedRound]]:
    """Returns every round, before and after it was played."""
    rounds: list[Round] = []
    played: list[PlayedRound] = []
    while (round_ := held.next_round(entrants, played)) is not None:
        rounds.append(round_)
        played.append(finished(round_, play))
    return rounds, played
