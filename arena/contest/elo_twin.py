"""The little of the package `elo` that we use, for where it cannot be installed."""

from collections.abc import Iterable


class Elo:
    """Rates by the same formula as `elo.Elo`, which builds on Python 3.11 only."""

    def __init__(self, *, k_factor: float = 10, beta: float = 200) -> None:
        self.k_factor = k_factor
        self.beta = beta

    def expect(self, rating: float, other_rating: float) -> float:
        """Returns the expected score of a rating against another."""
        return 1 / (1 + 10 ** ((other_rating - rating) / (2 * self.beta)))

    def rate(self, rating: float, series: Iterable[tuple[float, float]]) -> float:
        """Returns the rating after a series of (score, rating of the other)."""
        gains = sum(score - self.expect(rating, other) for score, other in series)
        return rating + self.k_factor * gains
