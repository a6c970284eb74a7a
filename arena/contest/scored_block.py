"""A block that is over, as all that is worked out from blocks takes it."""

from dataclasses import dataclass

from arena.contest.blocks import Lineup


@dataclass(frozen=True, slots=True)
class ScoredBlock:
    """Who sat at the table, and what they scored against each other over the block."""

    lineup: Lineup
    duel_scores: tuple[tuple[float, ...], ...]
    """By place in the lineup: what the row scored against the column, from 0 to 1."""

    @property
    def points(self) -> tuple[float, ...]:
        """What each submission scored against the others on average, from 0 to 1."""
        others = len(self.lineup) - 1
        return tuple(
            sum(score for theirs, score in enumerate(row) if theirs != mine) / others
            for mine, row in enumerate(self.duel_scores)
        )
