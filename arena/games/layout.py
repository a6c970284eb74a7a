"""What stands where in an observation vector: signed bytes in named parts.

The vectors are for programs that learn. A game that offers them has a module `encoding` with its
`ACTIONS` in a fixed order, `action_index`, `layout(seats)` and `vector(observation)`.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from arena.games.kernel import Seat

MOST = 127
"""The largest number a signed byte holds; what is larger is told as this."""


@dataclass(frozen=True, slots=True)
class Part:
    """Some bytes of a vector that mean the same kind of thing."""

    name: str
    shape: tuple[int, ...]
    low: int
    high: int
    meaning: str

    @property
    def size(self) -> int:
        """The number of bytes."""
        size = 1
        for side in self.shape:
            size *= side
        return size


@dataclass(frozen=True, slots=True)
class Layout:
    """The parts of a vector, one after another."""

    parts: tuple[Part, ...]

    @property
    def size(self) -> int:
        """The number of bytes of the whole vector."""
        return sum(part.size for part in self.parts)

    def slices(self) -> dict[str, slice]:
        """Returns where each part lies, by name."""
        found, start = {}, 0
        for part in self.parts:
            found[part.name] = slice(start, start + part.size)
            start += part.size
        return found


def signed(numbers: Iterable[int]) -> bytes:
    """Returns `numbers` as signed bytes; what is out of range is told as the nearest that is in."""
    return bytes([min(MOST, max(-MOST, number)) & 0xFF for number in numbers])


def one_hot(place: int | None, size: int) -> bytes:
    """Returns `size` bytes, a 1 at `place` among zeros; all zeros for `None`."""
    return bytes([index == place for index in range(size)])


def seen_from(seat: Seat, other: Seat | None, seats: int) -> int | None:
    """Returns how many seats after `seat` the other one sits: 0 is `seat` itself."""
    return None if other is None else (other - seat) % seats
