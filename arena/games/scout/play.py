"""What a Show and a Scout do to a round, and when they end it.

New rounds are built by place, in the order of the fields: keywords would cost a tenth of a ply.
"""

from collections.abc import Mapping
from dataclasses import replace

from arena.games.kernel import Seat
from arena.games.scout.actions import FLIP, Action, End, Scouting, Show
from arena.games.scout.beating import can_beat
from arena.games.scout.cards import Card, turned
from arena.games.scout.knowledge import known_after_scout, known_after_show, put
from arena.games.scout.options import Options
from arena.games.scout.state import Phase, PublicAction, Round


def after_show(play: Round, action: Show, options: Options) -> Round:
    """Returns the round after the mover showed (Rules §15)."""
    seat, hand = play.mover, play.hands[play.mover]
    end = action.start + action.length
    table = hand[action.start : end]
    rest = hand[: action.start] + hand[end:]
    captured = play.captured
    if play.table:
        captured = put(captured, seat, captured[seat] + len(play.table))
    mover = seat + 1 if seat + 1 < len(play.hands) else 0
    turns = play.turns + 1
    stuck = len(play.hands) == 2 and _stuck(play.chips[mover], play.hands[mover], table)
    ender = seat if stuck or not rest else None
    truncated = ender is None and turns == options.max_turns_per_round
    return Round(
        Phase.PLAY if ender is None and not truncated else Phase.DONE,
        mover,
        put(play.hands, seat, rest),
        table,
        seat,  # the owner
        captured,
        play.chips,
        play.scout_and_show,
        0,  # scouts since the show
        turns,
        known_after_show(play.known, seat, action, table),
        (*play.history, PublicAction(seat, _public_show(table, action, options), table)),
        ender,
        truncated,
    )


def after_scout(play: Round, action: Scouting, options: Options) -> Round:
    """Returns the round after the mover scouted (Rules §16, §19, §31)."""
    seat, hand = play.mover, play.hands[play.mover]
    if action.end is End.LEFT:
        card, table = play.table[0], play.table[1:]
    else:
        card, table = play.table[-1], play.table[:-1]
    lying = card.turned if action.flip else card
    hand = (*hand[: action.insert], lying, *hand[action.insert :])
    chips = _chips_after_scout(play, options)
    scout_and_show = play.scout_and_show
    phase, mover, scouts, turns = Phase.SHOW, seat, play.scouts_since_show, play.turns
    ender: Seat | None = None
    truncated = False
    if action.then_show:
        scout_and_show = put(scout_and_show, seat, False)
    else:
        scouts, turns = scouts + 1, turns + 1
        if len(play.hands) == 2:
            if _stuck(chips[seat], hand, table):
                ender = play.owner
        else:
            mover = seat + 1 if seat + 1 < len(play.hands) else 0
            if scouts == len(play.hands) - 1 and (table or options.unbeaten_even_if_emptied):
                ender = mover
        truncated = ender is None and turns == options.max_turns_per_round
        phase = Phase.PLAY if ender is None and not truncated else Phase.DONE
    return Round(
        phase,
        mover,
        put(play.hands, seat, hand),
        table,
        play.owner if table else None,
        play.captured,
        chips,
        scout_and_show,
        scouts,
        turns,
        known_after_scout(play.known, seat, action, card, exact=options.scout_insert_public),
        (*play.history, PublicAction(seat, public_scout(action, options), (card,))),
        ender,
        truncated,
    )


def after_flips(play: Round, actions: Mapping[Seat, Action], start_player: Seat) -> Round:
    """Returns the round after one seat, or all at once, kept or flipped (Rules §8, §9)."""
    hands = tuple(
        turned(hand) if seat in actions and actions[seat] == FLIP else hand
        for seat, hand in enumerate(play.hands)
    )
    following = (play.mover + len(actions)) % len(hands)
    all_ready = following == start_player
    return replace(
        play, hands=hands, mover=following, phase=Phase.PLAY if all_ready else Phase.FLIP
    )


def scores(play: Round, options: Options) -> tuple[int, ...]:
    """Returns what each seat scores for a round that is over (Rules §25, §34)."""
    chip = options.two_player_unspent_chip_vp if len(play.hands) == 2 else 1
    return tuple(
        captured + chips * chip - (0 if seat == play.ender else len(hand))
        for seat, (captured, chips, hand) in enumerate(
            zip(play.captured, play.chips, play.hands, strict=True)
        )
    )


def public_show(play: Round, action: Show, options: Options) -> str:
    """Returns a Show as the other seats see it (Rules §39)."""
    hand = play.hands[play.mover]
    return _public_show(hand[action.start : action.start + action.length], action, options)


def public_scout(action: Scouting, options: Options) -> str:
    """Returns a Scout as the other seats see it (Rules §39)."""
    return action.notation if options.scout_insert_public else action.public


def _public_show(cards: tuple[Card, ...], action: Show, options: Options) -> str:
    notation = "show " + " ".join([f"{c.up}/{c.down}" for c in cards])
    return f"{notation} at {action.start}" if options.scout_insert_public else notation


def _stuck(chips: int, hand: tuple[Card, ...], table: tuple[Card, ...]) -> bool:
    """Returns whether one of two seats can neither scout nor show (Rules §33)."""
    return bool(table) and not chips and not can_beat(hand, table)


def _chips_after_scout(play: Round, options: Options) -> tuple[int, ...]:
    assert play.owner is not None, "only an active set can be scouted"
    chips = play.chips
    if len(play.hands) == 2:
        chips = put(chips, play.mover, chips[play.mover] - 1)
        if not options.two_player_owner_gets_chip:
            return chips
    return put(chips, play.owner, chips[play.owner] + 1)
