"""A figure beside the bounds it has to keep."""

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the report."""

    name: str
    value: float
    low: float = -math.inf
    high: float = math.inf

    @property
    def holds(self) -> bool:
        return self.low <= self.value <= self.high

    def __str__(self) -> str:
        bounds = [f"at least {self.low:g}"] * math.isfinite(self.low)
        bounds += [f"at most {self.high:g}"] * math.isfinite(self.high)
        wanted = f" ({', '.join(bounds)})" if bounds else ""
        return f"{self.name}: {self.value:,.4g}{wanted}{'' if self.holds else '  <-- BROKEN'}"
