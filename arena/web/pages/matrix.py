"""Who ranked ahead of whom, over the newest matches of a ladder."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from arena.service.records import Match, StandingRow


@dataclass(frozen=True, slots=True)
class Matrix:
    """Shares of matches together in which the row ranked ahead of the column."""

    names: tuple[str, ...]
    shares: tuple[tuple[float | None, ...], ...]
    """By row and column; `None` where the two never met."""


def head_to_head(rows: Sequence[StandingRow], matches: Iterable[Match]) -> Matrix | None:
    """Returns the matrix of those who met another one of these, or `None` while nobody has."""
    places = {row.standing.submission_id: place for place, row in enumerate(rows)}
    met = [[0] * len(rows) for _ in rows]
    ahead = [[0.0] * len(rows) for _ in rows]
    for match in matches:
        if match.outcome is None:
            continue
        ranks = match.outcome.ranks
        seated = [
            (places[one], ranks[seat]) for seat, one in enumerate(match.lineup) if one in places
        ]
        for mine, my_rank in seated:
            for other, other_rank in seated:
                if mine != other:
                    met[mine][other] += 1
                    ahead[mine][other] += (my_rank < other_rank) + (my_rank == other_rank) / 2
    shown = [place for place, line in enumerate(met) if any(line)]
    if not shown:
        return None
    return Matrix(
        tuple(str(rows[i].name) for i in shown),
        tuple(tuple(ahead[i][j] / met[i][j] if met[i][j] else None for j in shown) for i in shown),
    )
