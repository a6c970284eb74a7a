"""Fills in what an observation hides: every deal it allows is equally likely.

The unseen cards lie on places: first the face-down plays nobody showed us, in the order played,
then the other hands by seat, then the cards that were not dealt.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice

from arena.games.carrera.cards import SUITS, deck
from arena.games.carrera.deduction import placed, proofs
from arena.games.carrera.observation import Observation
from arena.games.carrera.options import Options
from arena.games.carrera.state import State
from arena.games.carrera.tricks import Play, Trick
from arena.games.dice import Dice


def imagined(seen: Observation, dice: Dice, *, copies: int, options: Options) -> State:
    """Returns a state that `seen` allows."""
    over = seen.to_act is None
    tricks = seen.revealed if over and seen.revealed else seen.tricks
    unseen = _unseen(seen, tricks, copies)
    proven = proofs(tricks, options) if options.facedown_one_has_power else ()
    cards = iter(placed(unseen, proven, dice))
    return State(
        round=seen.round,
        leader=seen.leader,
        tricks=tuple(Trick(_filled(trick.plays, cards), trick.winner) for trick in tricks),
        plays=_filled(seen.plays, cards),
        hands=tuple(
            seen.hand if seat == seen.seat else tuple(sorted(islice(cards, size)))
            for seat, size in enumerate(seen.hand_sizes)
        ),
        fuel=seen.fuel,
        momentum=seen.momentum,
        trophies=seen.trophies,
        market=seen.market,
        discarded=seen.discarded,
        revealed=seen.revealed,
    )


def _unseen(seen: Observation, tricks: Sequence[Trick], copies: int) -> list[str]:
    """Returns the cards whose place is unknown, in the order of the deck."""
    left = Counter(deck(copies))
    left.subtract(seen.hand)
    for play in chain(seen.plays, *(trick.plays for trick in tricks)):
        if (suit := play.suit or play.face_down) is not None:
            left[suit] -= 1
    return [suit for suit in SUITS for _ in range(left[suit])]


def _filled(plays: tuple[Play, ...], cards: Iterator[str]) -> tuple[Play, ...]:
    return tuple(
        replace(play, face_down=next(cards)) if play.is_unknown else play for play in plays
    )
