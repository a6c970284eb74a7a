"""Observations of SCOUT and `botarena.scout.v1.Observation`."""

from collections.abc import Iterable
from functools import lru_cache

from arena.games.scout.cards import Card, card
from arena.games.scout.observation import Observation, PublicSeat, Remembered
from arena.games.scout.state import KnownCard, PublicAction
from botarena.scout.v1 import observation_pb2 as pb

_CARDS = {
    (up, down): pb.Card(up=up, down=down)
    for up in range(1, 11)
    for down in range(1, 11)
    if up != down
}


def observation_bytes(observation: Observation) -> bytes:
    """Returns the serialized message.

    A history grows by one action a ply, so each action is serialized once and kept: messages
    written one after the other are one message with the fields of all.
    """
    message = pb.Observation(
        seat=observation.seat,
        phase=observation.phase,
        round=observation.round,
        start_player=observation.start_player,
        to_act=observation.to_act,
        hand=_card_messages(observation.hand),
        table=_card_messages(observation.table),
        owner=observation.owner,
        seats=[_seat_message(seat) for seat in observation.seats],
        scouts_since_show=observation.scouts_since_show,
        turns=observation.turns,
        ender=observation.ender,
        truncated=observation.truncated,
        first_round=_remembered_message(observation.first_round),
    )
    return message.SerializeToString() + b"".join(map(_action_bytes, observation.history))


def observation_from(message: pb.Observation) -> Observation:
    return Observation(
        seat=message.seat if message.HasField("seat") else None,
        phase=message.phase,
        round=message.round,
        start_player=message.start_player,
        to_act=tuple(message.to_act),
        hand=_cards_from(message.hand),
        table=_cards_from(message.table),
        owner=message.owner if message.HasField("owner") else None,
        seats=tuple([_seat_from(seat) for seat in message.seats]),
        scouts_since_show=message.scouts_since_show,
        turns=message.turns,
        ender=message.ender if message.HasField("ender") else None,
        truncated=message.truncated,
        history=tuple(
            [PublicAction(a.seat, a.notation, _cards_from(a.cards)) for a in message.history]
        ),
        first_round=(
            _remembered_from(message.first_round) if message.HasField("first_round") else None
        ),
    )


def _card_messages(cards: Iterable[Card]) -> list[pb.Card]:
    return [_CARDS[c.up, c.down] for c in cards]


def _cards_from(messages: Iterable[pb.Card]) -> tuple[Card, ...]:
    return tuple([_card_from(m) for m in messages])


def _card_from(message: pb.Card) -> Card:
    """Raises `ValueError` for a card that the game does not have."""
    try:
        return card(message.up, message.down)
    except KeyError:
        raise ValueError(f"no card {message.up}/{message.down}") from None


@lru_cache(maxsize=1 << 14)
def _action_bytes(action: PublicAction) -> bytes:
    """Returns an observation that has nothing but this action."""
    message = pb.PublicAction(
        seat=action.seat, notation=action.notation, cards=_card_messages(action.cards)
    )
    return pb.Observation(history=[message]).SerializeToString()


@lru_cache(maxsize=1 << 14)
def _known_message(known: KnownCard) -> pb.KnownCard:
    return pb.KnownCard(card=_CARDS[known.card.up, known.card.down], place=known.place)


def _seat_message(seat: PublicSeat) -> pb.PublicSeat:
    return pb.PublicSeat(
        hand_size=seat.hand_size,
        captured=seat.captured,
        chips=seat.chips,
        scout_and_show=seat.scout_and_show,
        total=seat.total,
        known=map(_known_message, seat.known),
    )


def _seat_from(message: pb.PublicSeat) -> PublicSeat:
    return PublicSeat(
        message.hand_size,
        message.captured,
        message.chips,
        message.scout_and_show,
        message.total,
        tuple(
            [
                KnownCard(_card_from(k.card), k.place if k.HasField("place") else None)
                for k in message.known
            ]
        ),
    )


def _remembered_message(remembered: Remembered | None) -> pb.Remembered | None:
    if remembered is None:
        return None
    return pb.Remembered(
        shown=_card_messages(remembered.shown),
        kept=_card_messages(remembered.kept),
        kept_counts=remembered.kept_counts,
    )


def _remembered_from(message: pb.Remembered) -> Remembered:
    return Remembered(
        _cards_from(message.shown), _cards_from(message.kept), tuple(message.kept_counts)
    )
