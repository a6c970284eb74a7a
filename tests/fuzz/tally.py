"""How much was sent into the arena, and what came back."""

from collections import Counter
from dataclasses import dataclass, field

from grpc import StatusCode
from hypothesis import settings

SHORT, LONG = 5_000, 100_000
"""What the two forms send at least, over all services."""
SHARES = {"every RPC": 1_700, "play, drawn": 1_700, "play, mutated": 1_700, "play, HTTP/2": 200}
"""What each part sends of the short form."""


@dataclass(slots=True)
class Tally:
    """What one part sent."""

    part: str
    messages: int = 0
    calls: int = 0
    codes: Counter[str] = field(default_factory=Counter)

    def ended(self, code: StatusCode) -> None:
        """Counts a call and how it ended."""
        self.calls += 1
        self.codes[code.name] += 1

    @property
    def enough(self) -> bool:
        """Whether this part sent its share."""
        return self.messages >= SHARES[self.part] * scale()

    def __str__(self) -> str:
        codes = ", ".join(f"{name} {number:,}" for name, number in self.codes.most_common())
        return f"{self.part}: {self.messages:,} messages in {self.calls:,} calls: {codes or '-'}"


TALLIES = {part: Tally(part) for part in SHARES}


def scale() -> int:
    """Returns how many times longer this form is than the short one."""
    return settings().max_examples // 10
