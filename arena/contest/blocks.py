"""Blocks: one lineup on one seed, the seats rotated, so that the luck of the deal evens out."""

from collections.abc import Sequence
from typing import TypeAlias

Lineup: TypeAlias = tuple[str, ...]
"""Submission ids in seat order."""


def rotations(lineup: Lineup) -> tuple[Lineup, ...]:
    """Returns as many lineups as seats: every submission sits once in every seat."""
    if len(set(lineup)) != len(lineup):
        raise ValueError(f"a block seats no submission twice: {lineup}")
    return tuple(lineup[shift:] + lineup[:shift] for shift in range(len(lineup)))


def duel_scores(
    lineup: Lineup, matches: Sequence[tuple[Lineup, Sequence[int]]]
) -> tuple[tuple[float, ...], ...]:
    """Returns what submission i of the lineup scored against submission j over the block.

    A match is its own lineup and the rank of every seat. The better rank scores 1, equal ranks
    score a half; the mean over all matches counts. Raises `ValueError` unless these are the
    matches of one whole block.
    """
    if sorted(seated for seated, _ in matches) != sorted(rotations(lineup)):
        raise ValueError(f"a block plays each rotation of its lineup once: {lineup}")
    places = [dict(zip(seated, ranks, strict=True)) for seated, ranks in matches]
    return tuple(
        tuple(
            sum(_duel(rank[mine], rank[theirs]) for rank in places) / len(places)
            for theirs in lineup
        )
        for mine in lineup
    )


def _duel(mine: int, theirs: int) -> float:
    return 0.5 if mine == theirs else float(mine < theirs)
