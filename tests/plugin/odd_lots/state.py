"""Everything that is true of a match of Odd Lots, and what a seat may know of it."""

from dataclasses import dataclass
from enum import Enum

from arena.games.kernel import Seat
from odd_lots.lots import Kind, Lot

PURSE = 250


class Stage(Enum):
    """What comes next."""

    DEAL = "tastes are dealt"
    CALL = "chance says who attends"
    DRAW = "a lot is drawn"
    BID = "those who attend bid"
    COLLECT = "the buyer collects"
    TAX = "chance taxes everybody"
    OVER = "nothing"


@dataclass(frozen=True, slots=True)
class Sale:
    lot: Lot
    attending: tuple[Seat, ...]
    bids: tuple[int, ...]
    """By attending seat; silence is 0."""

    @property
    def buyer(self) -> Seat | None:
        """The seat that bid most, if it alone did."""
        most = max(self.bids, default=0)
        if most == 0 or self.bids.count(most) > 1:
            return None
        return self.attending[self.bids.index(most)]


def purse(sales: tuple[Sale, ...], seat: Seat) -> int:
    """Returns what `seat` has left after `sales`."""
    return PURSE - sum(max(sale.bids) for sale in sales if sale.buyer == seat)


@dataclass(frozen=True, slots=True)
class State:
    stage: Stage = Stage.DEAL
    tastes: tuple[Kind, ...] = ()
    attending: tuple[Seat, ...] = ()
    lot: Lot | None = None
    sales: tuple[Sale, ...] = ()
    taxes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """A sale as a seat sees it."""

    lot: Lot
    attending: tuple[Seat, ...]
    buyer: Seat | None
    own_bid: int | None
    bids: tuple[int, ...] | None
    """Known when the next lot is sold, or all is over."""


@dataclass(frozen=True, slots=True)
class Observation:
    seat: Seat | None
    stage: Stage
    taste: Kind | None
    tastes: tuple[Kind, ...] | None
    """Known when all is over."""
    purse: int | None
    attending: tuple[Seat, ...]
    lot: Lot | None
    sales: tuple[Report, ...]
    taxes: tuple[int, ...]
