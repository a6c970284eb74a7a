"""How a round begins: the deal, and what two seats carry over to their second round."""

from arena.games.dice import Dice
from arena.games.kernel import Seat
from arena.games.scout.cards import Card, deck, hand_size, listed
from arena.games.scout.options import Options
from arena.games.scout.state import FirstRound, Phase, Round, State

_CHIPS_OF_TWO = 3


def undealt(seats: int) -> State:
    """Returns the state before the first deal."""
    return State(
        round=0,
        start_player=0,
        totals=(0,) * seats,
        reserve=(),
        first_round=None,
        play=_opened(Phase.DONE, 0, ((),) * seats),
    )


def dealt(state: State, dice: Dice, options: Options) -> State:
    """Returns the state after the chance ply that opens a round (Rules §3 to §7)."""
    seats = len(state.totals)
    stock = state.reserve or deck(seats)
    order = dice.permutation(len(stock), "deal")
    turned = dice.bits(len(stock), "orientation")
    shuffled = [
        stock[index].turned if turn else stock[index]
        for index, turn in zip(order, turned, strict=True)
    ]
    size = hand_size(seats)
    hands = tuple(tuple(shuffled[seat * size : (seat + 1) * size]) for seat in range(seats))
    start_player = _start_player(state, dice, options)
    return State(
        round=state.round + 1,
        start_player=start_player,
        totals=state.totals,
        reserve=listed(shuffled[seats * size :]),
        first_round=_first_round(state.play) if state.reserve else None,
        play=_opened(Phase.FLIP, start_player, hands),
    )


def _opened(phase: Phase, mover: Seat, hands: tuple[tuple[Card, ...], ...]) -> Round:
    seats = len(hands)
    dealt = phase is not Phase.DONE
    return Round(
        phase=phase,
        mover=mover,
        hands=hands,
        table=(),
        owner=None,
        captured=(0,) * seats,
        chips=(_CHIPS_OF_TWO if dealt and seats == 2 else 0,) * seats,
        scout_and_show=(dealt and seats > 2,) * seats,
        scouts_since_show=0,
        turns=0,
        known=((),) * seats,
        history=(),
    )


def _start_player(state: State, dice: Dice, options: Options) -> Seat:
    seats = len(state.totals)
    if state.round:
        return (state.start_player + 1) % seats
    return dice.integer(seats, "start_player") if options.start_player == "random" else 0


def _first_round(play: Round) -> FirstRound:
    shown = listed({c.upright for past in play.history for c in past.cards})
    return FirstRound(
        shown=shown,
        kept=tuple(listed({c.upright for c in hand}.difference(shown)) for hand in play.hands),
    )
