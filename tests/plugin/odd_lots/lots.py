"""What is sold, and what the bidders secretly like."""

from dataclasses import dataclass
from enum import Enum


class Kind(Enum):
    """What a lot is, and so who likes it."""

    CLOCK = "clock"
    CHAIR = "chair"
    TEAPOT = "teapot"


@dataclass(frozen=True, slots=True)
class Flaw:
    """What is wrong with a lot, and what mending it costs."""

    text: str
    cost: int


@dataclass(frozen=True, slots=True)
class Lot:
    name: str
    kind: Kind
    worth: int
    flaw: Flaw | None = None

    def value_to(self, taste: Kind) -> int:
        """Returns what the lot counts for its owner: worth less mending, twice if it is liked."""
        value = self.worth - (self.flaw.cost if self.flaw else 0)
        return 2 * value if self.kind is taste else value


TASTES = tuple(Kind) * 3
"""The taste cards: one is dealt to each seat, the rest stays unseen."""

BAG = (
    Lot("clock “Łódź”", Kind.CLOCK, 90),
    Lot("clock, silent", Kind.CLOCK, 70, Flaw("has no hands", 85)),
    Lot('12" clock', Kind.CLOCK, 55),
    Lot("clock \\ barometer", Kind.CLOCK, 30, Flaw("always says 'rain'", 5)),
    Lot("chair", Kind.CHAIR, 40),
    Lot("chair & chair", Kind.CHAIR, 80, Flaw("", 1)),
    Lot("<i>chair</i>", Kind.CHAIR, 60),
    Lot("chair, 3 legs", Kind.CHAIR, 20, Flaw("3 ≠ 4", 60)),
    Lot("茶壺", Kind.TEAPOT, 100),
    Lot("teapot %s", Kind.TEAPOT, 45),
    Lot("🫖", Kind.TEAPOT, 65, Flaw("Russell's", 40)),
    Lot("", Kind.TEAPOT, 0),
)
