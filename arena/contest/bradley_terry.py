"""The likeliest strengths behind duel scores, by Bradley and Terry.

A strength is the natural logarithm of the odds: whoever is ahead by s can expect to score
1 / (1 + exp(-s)). Duels that were partly won count in proportion, ties as half.
"""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from operator import mul
from typing import NamedTuple, TypeAlias

_FARTHEST = 2.0
"""No strength moves by more in one step; the odds may look quite different from there."""

_SAFE = 0.3
"""A step that moves no strength by more overshoots nothing: expected scores bend the likelihood
less than exp(2 * 0.3) < 2 times as much at its end as at its start."""

_MOST_STEPS = 100

_Vector: TypeAlias = Sequence[float]


class Duels(NamedTuple):
    """All duels of two strengths, by their places."""

    one: int
    other: int
    played: float
    won: float
    """What `one` scored in them."""


@dataclass(frozen=True, slots=True)
class Pull:
    """What draws strengths back to where they are expected, however one-sided the duels."""

    towards: tuple[float, ...]
    weight: float


def fit(
    duels: Collection[Duels],
    start: _Vector,
    *,
    fixed: Collection[int] = (),
    pull: Pull | None = None,
    tolerance: float,
) -> tuple[float, ...]:
    """Returns the strengths that make the duels likeliest; those in `fixed` stay.

    They are unique, but for a shift of all where none is fixed, if everybody won something from
    everybody over a chain of others. With a pull they are unique whatever the duels. Newton steps,
    halved where they would overshoot.
    """
    pull = pull or Pull(tuple(start), 0.0)
    held = frozenset(fixed)
    strengths = list(start)
    for _ in range(_MOST_STEPS):
        step = _newton_step(duels, strengths, held, pull, tolerance)
        farthest = max(map(abs, step), default=0.0)
        if farthest > _SAFE:
            step = _shortened(duels, strengths, step, pull)
        strengths = [x + y for x, y in zip(strengths, step, strict=True)]
        if farthest * farthest < tolerance:  # Newton: the next step would be the square of this
            break
    return tuple(strengths)


def _shortened(
    duels: Collection[Duels], strengths: _Vector, step: list[float], pull: Pull
) -> list[float]:
    """Returns the step, halved until the duels are likelier after it than before."""
    before = _likelihood(duels, strengths, pull)
    step = [x * min(1.0, _FARTHEST / max(map(abs, step))) for x in step]
    while max(map(abs, step)) > _SAFE:
        ahead = [x + y for x, y in zip(strengths, step, strict=True)]
        if _likelihood(duels, ahead, pull) >= before:
            break
        step = [x / 2 for x in step]
    return step


def _likelihood(duels: Collection[Duels], strengths: _Vector, pull: Pull) -> float:
    """Returns the logarithm of the likelihood."""
    odds = [math.exp(x) for x in strengths]
    likelihood = sum(
        won * strengths[one]
        + (played - won) * strengths[other]
        - played * math.log(odds[one] + odds[other])
        for one, other, played, won in duels
    )
    held = sum((x - y) ** 2 for x, y in zip(strengths, pull.towards, strict=True))
    return likelihood - pull.weight / 2 * held


def _newton_step(
    duels: Collection[Duels],
    strengths: _Vector,
    fixed: Collection[int],
    pull: Pull,
    tolerance: float,
) -> list[float]:
    """Returns how far each strength is from the top of the parabola that fits the likelihood.

    That is the solution of H x = g by conjugate gradients, where H is sparse: two strengths
    concern each other only if they met.
    """
    odds = [math.exp(x) for x in strengths]
    slope = [
        pull.weight * (towards - x) for x, towards in zip(strengths, pull.towards, strict=True)
    ]
    steepness = [pull.weight] * len(strengths)
    bends = []
    for one, other, played, won in duels:
        both = odds[one] + odds[other]
        surplus = won - played * odds[one] / both
        bend = played * (odds[one] / both) * (odds[other] / both)  # more than 0, however far apart
        slope[one] += surplus
        slope[other] -= surplus
        steepness[one] += bend
        steepness[other] += bend
        bends.append((one, other, bend))
    scale = [0.0 if i in fixed or not x else 1 / x for i, x in enumerate(steepness)]
    step = [0.0] * len(slope)
    scaled = list(map(mul, scale, slope))
    direction = scaled
    size = _dot(slope, scaled)
    for _ in range(2 * len(slope)):
        if max(map(abs, scaled), default=0.0) < tolerance / 10:
            break
        bent = [pull.weight * x for x in direction]
        for one, other, bend in bends:
            flow = bend * (direction[one] - direction[other])
            bent[one] += flow
            bent[other] -= flow
        length = size / _dot(direction, bent)
        step = [x + length * y for x, y in zip(step, direction, strict=True)]
        slope = [x - length * y for x, y in zip(slope, bent, strict=True)]
        scaled = list(map(mul, scale, slope))
        previous, size = size, _dot(slope, scaled)
        direction = [x + size / previous * y for x, y in zip(scaled, direction, strict=True)]
    return step


def _dot(left: _Vector, right: _Vector) -> float:
    return sum(x * y for x, y in zip(left, right, strict=True))
