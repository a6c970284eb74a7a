"""What a bidder may do, in notations with blanks, quotes and letters beyond ASCII."""

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Silence:
    def __str__(self) -> str:
        return "stay silent…"


@dataclass(frozen=True, slots=True)
class Bid:
    amount: int
    currency: str

    def __str__(self) -> str:
        return f"bid {self.amount} {self.currency}"


@dataclass(frozen=True, slots=True)
class Collect:
    """All that the buyer can do."""

    def __str__(self) -> str:
        return "say \"Mine!\" \\o/ — it’s 'sold'"


Action: TypeAlias = Silence | Bid | Collect

SEALED = "✉"
"""The public notation of a bid, or of silence, while bids are sealed."""
