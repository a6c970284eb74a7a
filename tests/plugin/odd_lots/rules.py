"""Odd Lots: sealed bids for lots of doubtful worth, by whoever happens to attend.

Everybody is dealt a secret taste. For every lot chance says who attends, then which lot it is;
those who attend bid at once, in secret, or stay silent. Whoever alone bids most pays the bid and
has to collect the lot. Bids stay sealed until the next lot is sold. At the very end chance taxes
everybody.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from arena.games.dice import Dice
from arena.games.kernel import Chance, Decision, Finished, Seat, Turn
from odd_lots.actions import SEALED, Action, Bid, Collect, Silence
from odd_lots.imagination import imagined_sale, imagined_tastes
from odd_lots.lots import BAG, TASTES
from odd_lots.state import PURSE, Observation, Report, Sale, Stage, State, purse

DEFAULTS: Mapping[str, str | int | bool] = {"lots": 3, "currency": "¤", "open_bids": False}


class OddLots:
    """The auction for a fixed number of seats and fixed options."""

    name: ClassVar[str] = "odd-lots"
    version: ClassVar[int] = 1
    seat_counts: ClassVar[range] = range(1, 9, 2)

    def __init__(self, seats: int, **options: str | int | bool) -> None:
        if seats not in self.seat_counts:
            raise ValueError(f"odd-lots is for 1, 3, 5 or 7 seats, not {seats}")
        for name in options:
            if name not in DEFAULTS:
                raise ValueError(f"odd-lots has no option {name!r}")
        self.seats = seats
        self.options = {**DEFAULTS, **options}
        lots, currency, open_bids = self.options.values()
        if not isinstance(lots, int) or isinstance(lots, bool) or not 0 <= lots <= len(BAG):
            raise ValueError(f"lots must be a number from 0 to {len(BAG)}, not {lots!r}")
        if not (isinstance(currency, str) and currency and currency.isprintable()):
            raise ValueError(f"currency must be printable text, not {currency!r}")
        if not isinstance(open_bids, bool):
            raise ValueError(f"open_bids must be true or false, not {open_bids!r}")
        self._lots = lots
        self._open_bids = open_bids
        bids = [Bid(amount, currency) for amount in range(1, PURSE + 1)]
        self._bids: tuple[Action, ...] = (Silence(), *bids)

    def start(self) -> State:
        return State()

    def turn(self, state: State) -> Turn:
        match state.stage:
            case Stage.BID:
                return Decision(state.attending)
            case Stage.COLLECT:
                buyer = state.sales[-1].buyer
                assert buyer is not None
                return Decision((buyer,))
            case Stage.OVER:
                return Finished(tuple(self._score(state, seat) for seat in range(self.seats)))
            case _:
                return Chance()

    def chance(self, state: State, dice: Dice) -> State:
        match state.stage:
            case Stage.DEAL:
                order = dice.permutation(len(TASTES), "tastes")
                tastes = tuple(TASTES[order[seat]] for seat in range(self.seats))
                return self._next(replace(state, tastes=tastes))
            case Stage.CALL:
                present = dice.bits(self.seats, "attending")
                attending = tuple(seat for seat in range(self.seats) if present[seat])
                return replace(state, stage=Stage.DRAW, attending=attending)
            case Stage.DRAW:
                left = [lot for lot in BAG if all(lot != sale.lot for sale in state.sales)]
                lot = left[dice.integer(len(left), "lot")]
                drawn = replace(state, stage=Stage.BID, lot=lot)
                return drawn if drawn.attending else self._sold(drawn, ())
            case Stage.TAX:
                taxes = tuple(dice.integer(100, f"tax/{seat}") for seat in range(self.seats))
                return replace(state, stage=Stage.OVER, taxes=taxes)
            case _:
                raise ValueError(f"no chance is due when {state.stage.value}")

    def legal_actions(self, state: State, seat: Seat) -> Sequence[Action]:
        if state.stage is Stage.COLLECT:
            return (Collect(),)
        return self._bids[: 1 + purse(state.sales, seat)]

    def apply(self, state: State, actions: Mapping[Seat, Action]) -> State:
        if state.stage is Stage.COLLECT:
            return self._next(state)
        chosen = [actions[seat] for seat in state.attending]
        return self._sold(state, tuple(a.amount if isinstance(a, Bid) else 0 for a in chosen))

    def observe(self, state: State, seat: Seat | None) -> Observation:
        over = state.stage is Stage.OVER
        known = None if seat is None or state.stage is Stage.DEAL else seat
        return Observation(
            seat=seat,
            stage=state.stage,
            taste=None if known is None else state.tastes[known],
            tastes=state.tastes if over else None,
            purse=None if seat is None else purse(state.sales, seat),
            attending=state.attending,
            lot=state.lot,
            sales=tuple(
                self._report(sale, seat, over or number < len(state.sales))
                for number, sale in enumerate(state.sales, 1)
            ),
            taxes=state.taxes,
        )

    def public(self, state: State, seat: Seat, action: Action) -> str:
        return str(action) if self._open_bids or isinstance(action, Collect) else SEALED

    def imagine(self, observation: Observation, dice: Dice) -> State:
        sales: tuple[Sale, ...] = ()
        for report in observation.sales:
            if report.bids is None:
                sale = imagined_sale(report, observation.seat, sales, dice)
            else:
                sale = Sale(report.lot, report.attending, report.bids)
            sales += (sale,)
        return State(
            stage=observation.stage,
            tastes=imagined_tastes(observation, self.seats, dice),
            attending=observation.attending,
            lot=observation.lot,
            sales=sales,
            taxes=observation.taxes,
        )

    def _sold(self, state: State, bids: tuple[int, ...]) -> State:
        assert state.lot is not None
        sale = Sale(state.lot, state.attending, bids)
        sold = replace(state, sales=(*state.sales, sale), attending=(), lot=None)
        return self._next(sold) if sale.buyer is None else replace(sold, stage=Stage.COLLECT)

    def _next(self, state: State) -> State:
        over = len(state.sales) == self._lots
        return replace(state, stage=Stage.TAX if over else Stage.CALL)

    def _report(self, sale: Sale, seat: Seat | None, revealed: bool) -> Report:
        own = sale.bids[sale.attending.index(seat)] if seat in sale.attending else None
        bids = sale.bids if revealed or self._open_bids else None
        return Report(sale.lot, sale.attending, sale.buyer, own, bids)

    def _score(self, state: State, seat: Seat) -> int:
        bought = [sale.lot for sale in state.sales if sale.buyer == seat]
        taste = state.tastes[seat]
        return sum(lot.value_to(taste) for lot in bought) - state.taxes[seat]
