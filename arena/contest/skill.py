"""Skill as a mean and a doubt about it, by Weng and Lin; a second online rating."""

from collections.abc import Sequence
from dataclasses import dataclass

from openskill.models import BradleyTerryFull

_MODEL = BradleyTerryFull(tau=0.0)
"""Every two seats fight a duel, as in Elo. The package's Plackett-Luce would take whole tables, but
gives those who share a place less than the one behind them. No doubt is added with time (`tau`): a
submission never changes."""

_REACH = 1_000.0
"""Means further apart count as this far: powers beyond would overflow, and the better one is sure
to win long before."""


@dataclass(frozen=True, slots=True)
class Skill:
    """How good a submission is believed to be, normally distributed; a newcomer's by default."""

    mu: float = 25.0
    sigma: float = 25.0 / 3.0

    @property
    def ordinal(self) -> float:
        """What it is worth at least, as good as surely."""
        return self.mu - 3 * self.sigma


def rate_skills(skills: Sequence[Skill], points: Sequence[float]) -> tuple[Skill, ...]:
    """Returns the new skill of every seat; whoever has more points took the better place.

    Equal points share a place, and with equal skills before they are equal after, whoever sits
    where. Raises `ValueError` unless there are two seats or more.
    """
    if len(skills) < 2 or len(skills) != len(points):
        raise ValueError(f"places of two seats or more: {skills!r}, {points!r}")
    best = max(skill.mu for skill in skills)
    # Only differences count.
    near = [max(skill.mu - best, -_REACH) for skill in skills]
    teams = [
        [_MODEL.rating(mu=mu, sigma=skill.sigma)] for mu, skill in zip(near, skills, strict=True)
    ]
    rated = _MODEL.rate(teams, ranks=_places(points))
    return tuple(
        Skill(skill.mu + (after.mu - mu), after.sigma)
        for skill, mu, (after,) in zip(skills, near, rated, strict=True)
    )


def _places(points: Sequence[float]) -> list[float]:
    """Returns the place of every seat as the package wants it: whole numbers in a float."""
    near = [round(one, 9) for one in points]  # thirds do not add up to exactly one
    return [float(sum(other > one for other in near)) for one in near]
