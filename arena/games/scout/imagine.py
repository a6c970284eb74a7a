"""A state that an observation allows, drawn at random, for bots that search.

Hidden are cards nobody has seen, and place and side of cards that were scouted. Every arrangement
of them is equally likely: the deal is random, and how others chose is no evidence
(Rules §42).
"""

from collections.abc import Sequence

from arena.games.dice import Dice
from arena.games.kernel import Seat
from arena.games.scout.beating import can_beat
from arena.games.scout.cards import Card, deck, listed
from arena.games.scout.deal import undealt
from arena.games.scout.hidden import HiddenHand
from arena.games.scout.observation import Observation
from arena.games.scout.planting import planted
from arena.games.scout.state import FirstRound, Phase, Round, State

_ATTEMPTS = 200


def imagine(seen: Observation, dice: Dice) -> State:
    """Returns a state that its seat would observe as `seen`.

    At times it is public that the mover holds a set that beats the table. Draws without one are
    refused; after 200 refusals one is planted, which the observation allows but is not uniform.
    """
    if not seen.round:
        return undealt(len(seen.seats))
    hidden = [HiddenHand.of(seat) for seat in seen.seats]
    unseen = _unseen(seen)
    debtor = _owes_show(seen)
    for attempt in range(_ATTEMPTS):
        label = f"imagine/{attempt}"
        stock = _shuffled(unseen, dice, label)
        hands, rest = _completed(seen, hidden, stock, dice, label)
        if debtor is None or can_beat(hands[debtor], seen.table):
            return _state(seen, hands, rest)
    assert debtor is not None
    stock = _shuffled(unseen, dice, "imagine/planted")
    hidden[debtor] = planted(hidden[debtor], stock, [c.up for c in seen.table], dice)
    there = {c.upright for c in hidden[debtor].placed.values()}
    stock = [c for c in stock if c.upright not in there]
    return _state(seen, *_completed(seen, hidden, stock, dice, "imagine/planted"))


def _unseen(seen: Observation) -> list[Card]:
    """Returns the cards that are somewhere, this seat knows not where."""
    known = {c.upright for c in seen.hand}
    known.update(c.upright for past in seen.history for c in past.cards)
    if seen.first_round is not None:
        known.update(seen.first_round.shown, seen.first_round.kept)
    return [c for c in deck(len(seen.seats)) if c not in known]


def _owes_show(seen: Observation) -> Seat | None:
    """Returns the seat that surely holds a set that beats the table, if it is another seat.

    It is in the middle of a Scout & Show (Rules §20), or one of two seats that has no chip to
    scout with, and yet the round goes on (Rules §33).
    """
    for mover in seen.to_act:
        if mover == seen.seat or not seen.table:
            continue
        if seen.phase == Phase.SHOW.value:
            return mover
        if len(seen.seats) == 2 and not seen.seats[mover].chips:
            return mover
    return None


def _shuffled(cards: Sequence[Card], dice: Dice, label: str) -> list[Card]:
    order = dice.permutation(len(cards), label)
    turns = dice.bits(len(cards), f"{label}/turned")
    return [
        cards[index].turned if turn else cards[index]
        for index, turn in zip(order, turns, strict=True)
    ]


def _completed(
    seen: Observation,
    hidden: Sequence[HiddenHand],
    stock: Sequence[Card],
    dice: Dice,
    label: str,
) -> tuple[tuple[tuple[Card, ...], ...], Sequence[Card]]:
    """Returns hands by seat that draw from `stock`, and what is left of it."""
    hands = []
    for seat, hand in enumerate(hidden):
        if seat == seen.seat:
            hands.append(seen.hand)
            continue
        drawn, stock = stock[: hand.missing], stock[hand.missing :]
        hands.append(hand.completed(drawn, dice, f"{label}/{seat}"))
    return tuple(hands), stock


def _state(seen: Observation, hands: tuple[tuple[Card, ...], ...], rest: Sequence[Card]) -> State:
    remembers = seen.first_round is not None
    return State(
        round=seen.round,
        start_player=seen.start_player,
        totals=tuple(seat.total for seat in seen.seats),
        reserve=() if remembers else listed(rest),
        first_round=_first_round(seen, rest),
        play=_round(seen, hands),
    )


def _first_round(seen: Observation, rest: Sequence[Card]) -> FirstRound | None:
    """Returns the first of two rounds, with `rest` for what others kept to its end."""
    remembered = seen.first_round
    if remembered is None:
        return None
    kept = []
    for seat, count in enumerate(remembered.kept_counts):
        if seat == seen.seat:
            kept.append(remembered.kept)
        else:
            kept.append(listed(rest[:count]))
            rest = rest[count:]
    return FirstRound(remembered.shown, tuple(kept))


def _round(seen: Observation, hands: tuple[tuple[Card, ...], ...]) -> Round:
    return Round(
        phase=Phase(seen.phase),
        mover=seen.to_act[0] if len(seen.to_act) == 1 else seen.start_player,
        hands=hands,
        table=seen.table,
        owner=seen.owner,
        captured=tuple(seat.captured for seat in seen.seats),
        chips=tuple(seat.chips for seat in seen.seats),
        scout_and_show=tuple(seat.scout_and_show for seat in seen.seats),
        scouts_since_show=seen.scouts_since_show,
        turns=seen.turns,
        known=tuple(seat.known for seat in seen.seats),
        history=seen.history,
        ender=seen.ender,
        truncated=seen.truncated,
    )
