"""What the laws need to know of each game: its options, its goods, and what it hides."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from hypothesis import strategies as st
from odd_lots.lots import BAG, TASTES
from odd_lots.state import Stage, purse

from arena.games.carrera.cards import deck as carrera_deck
from arena.games.kernel import Seat
from arena.games.scout.cards import deck as scout_deck
from tests.games.playthrough import Choose

Options: TypeAlias = Mapping[str, st.SearchStrategy[str | int | bool]]


@dataclass(frozen=True, slots=True)
class Entry:
    options: Callable[[int], Options]
    """A strategy for every option, by number of seats; it shrinks to the default."""
    goods: Callable[[Any, Any], Any]
    """What stays equal from the first chance to the end, given the game and a state."""
    exchanged: Callable[[Any, Any, Seat | None, Choose], Any]
    """The state after cards that the seat cannot see have changed places."""


def one_of(*values: str | int | bool) -> st.SearchStrategy[str | int | bool]:
    return st.sampled_from(values)


def shuffled(cards: list[Any], choose: Choose) -> list[Any]:
    left, order = list(cards), []
    while left:
        order.append(card := choose(0, left))
        left.remove(card)
    return order


# Odd Lots


def odd_lots_options(seats: int) -> Options:
    return {
        "lots": st.integers(3, 12) | st.integers(0, 2),
        "currency": one_of("¤", "€ “old”", "'%s' \\n {0} <b>", "zł 🪙"),
        "open_bids": one_of(False, True),
    }


def odd_lots_goods(game: Any, state: Any) -> Any:
    sold = [sale.lot for sale in state.sales]
    on_offer = [state.lot] if state.lot else []
    return (
        state.tastes,
        len({*sold, *on_offer} & {*BAG}) - len(sold + on_offer),
        all(purse(state.sales, seat) >= 0 for seat in range(game.seats)),
    )


def odd_lots_exchanged(game: Any, state: Any, seat: Seat | None, choose: Choose) -> Any:
    if state.stage in (Stage.DEAL, Stage.OVER):
        return state
    unseen = list(TASTES)
    if seat is not None:
        unseen.remove(state.tastes[seat])
    drawn = iter(shuffled(unseen, choose))
    tastes = tuple(own if s == seat else next(drawn) for s, own in enumerate(state.tastes))
    if not state.sales or game.options["open_bids"]:
        return replace(state, tastes=tastes)
    *before, last = state.sales
    hidden = [last.attending.index(s) for s in last.attending if s not in (seat, last.buyer)]
    lost = iter(shuffled([last.bids[i] for i in hidden], choose))
    bids = tuple(next(lost) if i in hidden else bid for i, bid in enumerate(last.bids))
    return replace(state, tastes=tastes, sales=(*before, replace(last, bids=bids)))


# Carrera


def carrera_options(seats: int) -> Options:
    return {
        "copies_per_suit": one_of("n", seats, seats + 1, 9),
        "start_player": one_of("seat0", "random"),
        "tie_break": one_of("first", "last"),
        "leader_may_play_face_down": one_of(True, False),
        "all_facedown": one_of("no_winner", "leader_wins"),
        "refill_includes_current_trick": one_of(False, True),
        "rank2_take_optional": one_of(True, False),
        "rank2_limit_check": one_of("after_commit", "on_take"),
        "facedown_one_has_power": one_of(False, True),
        "reveal_facedown": one_of("never", "end_of_round"),
        "max_rounds": one_of(20, 1, 2, 3),
        "placement": one_of("trophies", "winner_only"),
    }


def carrera_goods(game: Any, state: Any) -> Any:
    plays = [play for trick in state.tricks for play in trick.plays] + list(state.plays)
    cards = Counter(play.suit or play.face_down for play in plays)
    cards.update(card for hand in state.hands for card in hand)
    copies = game.options["copies_per_suit"]
    on_table = sum(play.fuel for play in state.plays)
    return (
        cards.total(),
        cards <= Counter(carrera_deck(game.seats if copies == "n" else copies)),
        sum(state.fuel) + state.market + state.discarded + on_table,
    )


def carrera_exchanged(game: Any, state: Any, seat: Seat | None, choose: Choose) -> Any:
    def is_hidden(play: Any) -> bool:
        return play.suit is None and play.seat != seat

    def filled(plays: Any) -> Any:
        return tuple(replace(p, face_down=next(cards)) if is_hidden(p) else p for p in plays)

    hands = [hand for s, hand in enumerate(state.hands) if s != seat]
    plays = [play for trick in state.tricks for play in trick.plays] + list(state.plays)
    hidden = [card for hand in hands for card in hand]
    hidden += [play.face_down for play in plays if is_hidden(play)]
    cards = iter(shuffled(hidden, choose))
    return replace(
        state,
        hands=tuple(
            hand if s == seat else tuple(sorted(next(cards) for _ in hand))
            for s, hand in enumerate(state.hands)
        ),
        plays=filled(state.plays),
        tricks=tuple(replace(trick, plays=filled(trick.plays)) for trick in state.tricks),
    )


# SCOUT


def scout_options(seats: int) -> Options:
    return {
        "start_player": one_of("seat0", "random"),
        "flip_phase": one_of("simultaneous_hidden", "sequential"),
        "unbeaten_even_if_emptied": one_of(True, False),
        # Without a limit, which is 0, seats that only ever play the default may go on for ever.
        "max_turns_per_round": one_of(500, 1, 7, 60),
        "two_player_owner_gets_chip": one_of(False, True),
        "two_player_unspent_chip_vp": one_of(1, 0),
        "scout_insert_public": one_of(False, True),
        "tie_policy": one_of("shared"),
    }


def scout_goods(game: Any, state: Any) -> Any:
    play, first = state.play, state.first_round
    cards = [card.upright for hand in (*play.hands, play.table, state.reserve) for card in hand]
    if first is not None:
        cards += [card for pile in (first.shown, *first.kept) for card in pile]
    scouts = sum(past.notation.startswith("scout") for past in play.history)
    if game.seats == 2:
        chips_due = 6 if game.options["two_player_owner_gets_chip"] else 6 - scouts
    else:
        chips_due = scouts
    return (
        len(cards) + sum(play.captured) - len(scout_deck(game.seats)),
        len(cards) - len({*cards} & {*scout_deck(game.seats)}),
        sum(play.chips) - chips_due,
    )


def scout_exchanged(game: Any, state: Any, seat: Seat | None, choose: Choose) -> Any:
    play, first = state.play, state.first_round
    known = [{k.card.upright: k.place for k in cards} for cards in play.known]

    def either_way(card: Any) -> Any:
        return choose(0, [card, card.turned])

    def mixed(s: Seat, hand: Any) -> Any:
        """Cards seen before stay in the hand, and in their place if that is known, too."""
        fixed = {i for i, card in enumerate(hand) if known[s].get(card.upright) is not None}
        loose = [
            either_way(card if card.upright in known[s] else next(unseen))
            for i, card in enumerate(hand)
            if i not in fixed
        ]
        cards = iter(shuffled(loose, choose))
        return tuple(card if i in fixed else next(cards) for i, card in enumerate(hand))

    hands = [(s, hand) for s, hand in enumerate(play.hands) if s != seat]
    pool = [c.upright for s, hand in hands for c in hand if c.upright not in known[s]]
    pool += state.reserve
    if first is not None:
        pool += [card for s, pile in enumerate(first.kept) if s != seat for card in pile]
    unseen = iter(shuffled(pool, choose))
    if first is not None:
        kept = tuple(
            pile if s == seat else tuple(next(unseen) for _ in pile)
            for s, pile in enumerate(first.kept)
        )
        state = replace(state, first_round=replace(first, kept=kept))
    mixed_hands = tuple(hand if s == seat else mixed(s, hand) for s, hand in enumerate(play.hands))
    return replace(
        state,
        play=replace(play, hands=mixed_hands),
        reserve=tuple(next(unseen) for _ in state.reserve),
    )


CATALOGUE = {
    "carrera": Entry(carrera_options, carrera_goods, carrera_exchanged),
    "odd-lots": Entry(odd_lots_options, odd_lots_goods, odd_lots_exchanged),
    "scout": Entry(scout_options, scout_goods, scout_exchanged),
}
