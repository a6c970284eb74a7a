"""How the table changes: a card is laid, a trick is resolved.

New states are built by place, in the order of the fields: keywords would cost a tenth of a ply.
"""

from collections.abc import Sequence
from typing import TypeVar

from arena.games.carrera.actions import Action, Down, Up
from arena.games.carrera.cards import HAND_SIZE, TANK
from arena.games.carrera.options import Options
from arena.games.carrera.state import State
from arena.games.carrera.tricks import Play, Trick, refill, winner
from arena.games.kernel import Seat

T = TypeVar("T")


def laid(state: State, seat: Seat, action: Action, options: Options) -> State:
    """Returns the table after `seat` plays a card, with fuel (Rules §8, §9, §12)."""
    hand = state.hands[seat]
    at = hand.index(action.suit)
    momentum = state.momentum[seat]
    market, discarded, reserve = state.market, state.discarded, state.fuel[seat]
    match action:
        case Down():
            play = Play(seat, None, 0, momentum, action.suit)
        case Up():
            fuel = action.fuel
            play = Play(seat, action.suit, fuel, momentum, None, action.take)
            if action.take:
                market, reserve = market - 1, reserve + 1
            limit = TANK if options.rank2_limit_check == "on_take" else TANK + fuel
            if reserve > limit:
                discarded, reserve = discarded + reserve - limit, limit
            reserve -= fuel
    return State(
        state.round,
        state.leader,
        _with(state.hands, seat, hand[:at] + hand[at + 1 :]),
        _with(state.fuel, seat, reserve),
        state.momentum,
        state.trophies,
        market,
        discarded,
        (*state.plays, play),
        state.tricks,
        state.revealed,
    )


def resolved(state: State, options: Options) -> State:
    """Returns the table after its full trick: winner, refill, market, award (Rules §17 to §22)."""
    plays = state.plays
    won = judged(plays, options)
    spent = sum([play.fuel for play in plays])
    early = spent if options.refill_includes_current_trick else 0
    face_down = [play.seat for play in plays if play.suit is None]
    market, fuel, lost = refill(state.market + early, face_down, state.fuel)
    tricks = (*state.tricks, Trick(plays, won))
    momentum, trophies, revealed = state.momentum, state.trophies, state.revealed
    if len(tricks) < HAND_SIZE:
        momentum = _awarded(momentum, won)
    else:
        momentum = (0,) * len(momentum)
        trophies = _awarded(trophies, won)
        revealed = tricks if options.reveal_facedown == "end_of_round" else ()
    return State(
        state.round,
        state.leader if won is None else won,
        state.hands,
        fuel,
        momentum,
        trophies,
        market + spent - early,
        state.discarded + lost,
        (),  # plays
        tricks,
        revealed,
    )


def judged(plays: Sequence[Play], options: Options) -> Seat | None:
    """Returns who wins a trick under these options."""
    return winner(
        plays,
        tie_break=options.tie_break,
        all_facedown=options.all_facedown,
        facedown_one_has_power=options.facedown_one_has_power,
    )


def _with(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    changed = list(values)
    changed[seat] = value
    return tuple(changed)


def _awarded(tokens: tuple[int, ...], seat: Seat | None) -> tuple[int, ...]:
    """Gives one token to `seat`, if anybody won."""
    return tokens if seat is None else _with(tokens, seat, tokens[seat] + 1)
