"""Blocks: one lineup on one seed, the seats rotated, so that the luck of the deal evens out."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

Lineup: TypeAlias = tuple[str, ...]
"""Submission ids in seat order."""


@dataclass(frozen=True, slots=True)
class Played:
    """What a contest wants to know of one match that has ended."""

    lineup: Lineup
    ranks: tuple[int, ...]
    """By seat, 1 best; ties share a rank."""
    scores: tuple[int, ...]
    faults: tuple[int, ...]


def rotations(lineup: Lineup) -> tuple[Lineup, ...]:
    """Returns as many lineups as seats: every submission sits once in every seat."""
    if len(set(lineup)) != len(lineup):
        raise ValueError(f"a block seats no submission twice: {lineup}")
    return tuple(lineup[shift:] + lineup[:shift] for shift in range(len(lineup)))


def duel_scores(lineup: Lineup, played: Sequence[Played]) -> tuple[tuple[float, ...], ...]:
    """Returns what submission i of the lineup scored against submission j over the block.

    The better rank of a match scores 1, equal ranks score a half; the mean over all matches
    counts. Raises `ValueError` unless these are the matches of one whole block.
    """
    if sorted(match.lineup for match in played) != sorted(rotations(lineup)):
        raise ValueError(f"a block plays each rotation of its lineup once: {lineup}")
    ranks = [dict(zip(match.lineup, match.ranks, strict=True)) for match in played]
    return tuple(
        tuple(
            sum(_duel(rank[mine], rank[theirs]) for rank in ranks) / len(ranks) for theirs in lineup
        )
        for mine in lineup
    )


def _duel(mine: int, theirs: int) -> float:
    return 0.5 if mine == theirs else float(mine < theirs)
