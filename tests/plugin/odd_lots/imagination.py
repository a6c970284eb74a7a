"""What may be true of what a seat cannot see."""

from arena.games.dice import Dice
from arena.games.kernel import Seat
from odd_lots.lots import TASTES, Kind
from odd_lots.state import Observation, Report, Sale, Stage, purse


def imagined_tastes(observation: Observation, seats: int, dice: Dice) -> tuple[Kind, ...]:
    if observation.stage is Stage.DEAL:
        return ()
    if observation.tastes is not None:
        return observation.tastes
    unseen = list(TASTES)
    if observation.taste is not None:
        unseen.remove(observation.taste)
    tastes = [unseen[i] for i in dice.permutation(len(unseen), "tastes")]
    if observation.taste is not None and observation.seat is not None:
        tastes.insert(observation.seat, observation.taste)
    return tuple(tastes[:seats])


def imagined_sale(report: Report, seat: Seat | None, before: tuple[Sale, ...], dice: Dice) -> Sale:
    """Returns a sale of the same lot to the same buyer, with the same bid of `seat`."""
    bids = dict.fromkeys(report.attending, 0)
    own = report.own_bid or 0
    if seat is not None and report.own_bid is not None:
        bids[seat] = own
    others = [s for s in report.attending if s != seat]
    if report.buyer is None:
        # Somebody has matched our bid, or nobody has bid at all.
        able = [s for s in others if purse(before, s) >= own]
        if own:
            bids[able[dice.integer(len(able), "tie")]] = own
    else:
        if report.buyer != seat:
            bids[report.buyer] = own + 1 + dice.integer(purse(before, report.buyer) - own, "most")
        for other in others:
            if other != report.buyer:
                highest = min(bids[report.buyer] - 1, purse(before, other))
                bids[other] = dice.integer(highest + 1, f"less/{other}")
    return Sale(report.lot, report.attending, tuple(bids.values()))
