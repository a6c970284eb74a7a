"""How long a seat may think: a limit per decision, a bank per match, an allowance for lag."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Clock:
    """The time settings of one match, in milliseconds."""

    limit_ms: int = 2_000
    """Free thinking time for each decision."""
    bank_ms: int = 10_000
    """Reserve of a seat for the whole match; it pays for what goes beyond the limit."""
    lag_ms: int = 100
    """Taken off every elapsed time before it is charged, since the way to the bot costs time."""
    join_ms: int = 10_000
    """How long a seat may take to acknowledge that it sits."""

    def __post_init__(self) -> None:
        for name, least, most in (
            ("limit_ms", 10, 3_600_000),
            ("bank_ms", 0, 86_400_000),
            ("lag_ms", 0, 60_000),
            ("join_ms", 0, 3_600_000),
        ):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
                raise ValueError(f"{name} must be a whole number from {least} to {most}: {value!r}")

    def budget_ms(self, bank_left_ms: int) -> int:
        """Returns the longest time from prompt to choice that is still no fault."""
        return self.limit_ms + bank_left_ms + self.lag_ms

    def bank_after(self, bank_left_ms: int, elapsed_ms: int) -> int:
        """Returns what is left of the bank after a decision that took `elapsed_ms`."""
        overdraft = max(0, elapsed_ms - self.lag_ms - self.limit_ms)
        return max(0, bank_left_ms - overdraft)
