"""The planner's chances, against all the ways in which the unseen cards can lie."""

from collections.abc import Iterator
from itertools import permutations

import pytest

from arena.games.carrera import HAND_SIZE, Carrera, Observation, Play, totals
from arena.games.kernel import Decision
from arena.match.clock import Clock
from arena.match.players import Table
from arena_sdk.house.carrera_planner import PlannerBot, harmless
from tests.games.playthrough import playthrough

MOST_UNSEEN = 7


def planner(game: Carrera, seat: int) -> PlannerBot:
    bot = PlannerBot()
    options = game.options
    bot.seated(Table("m", 1, 1, "carrera", 1, options, seat, game.seats, Clock(), 3, ""))
    return bot


def late_prompts(seats: int) -> Iterator[tuple[PlannerBot, Observation, tuple[str, int]]]:
    """Yields the face-up actions of random play where few cards are unseen."""
    game = Carrera(seats, max_rounds=3)
    for number in range(4):
        for at in playthrough(game, b"late %d" % number):
            if not isinstance(at.turn, Decision):
                continue
            (seat,) = at.turn.seats
            bot, seen = planner(game, seat), game.observe(at.state, seat)
            if bot.unseen(seen).total() > MOST_UNSEEN:
                continue
            for action in map(str, game.legal_actions(at.state, seat)):
                kind, suit, *rest = action.split()
                if kind == "up":
                    yield bot, seen, (suit, int(rest[0]))


def by_hand(bot: PlannerBot, seen: Observation, suit: str, fuel: int) -> float:
    """Returns the share of the deals in which nobody to come holds a card that beats this one."""
    plays = [*seen.plays, Play(bot.seat, suit, fuel, seen.momentum[bot.seat])]
    mine, *others = (totals(plays)[s] for s in (bot.seat, *(p.seat for p in seen.plays if p.suit)))
    if any(other >= mine for other in others):
        return 0.0
    to_come = [s for s in range(len(seen.fuel)) if s not in {play.seat for play in plays}]
    cards = list(bot.unseen(seen).elements())
    sizes = [seen.hand_sizes[seat] for seat in to_come]
    won = count = 0
    for dealt in permutations(cards, sum(sizes)):
        left = iter(dealt)
        hands = [[next(left) for _ in range(size)] for size in sizes]
        count += 1
        won += not any(
            beats(seen, plays, seat, card, mine)
            for seat, hand in zip(to_come, hands, strict=True)
            for card in hand
        )
    return won / count


def beats(seen: Observation, plays: list[Play], seat: int, card: str, mine: int) -> bool:
    if any(play.suit == card for play in plays):
        return False
    fuel = seen.fuel[seat] if seen.trick == HAND_SIZE else min(1, seen.fuel[seat])
    return totals([*plays, Play(seat, card, fuel, seen.momentum[seat])])[seat] > mine


@pytest.mark.parametrize("seats", [3, 4])
def test_the_planner_counts_every_allocation(seats: int) -> None:
    found = [
        (bot.chance(seen, *card), by_hand(bot, seen, *card))
        for bot, seen, card in late_prompts(seats)
    ]

    assert [chance for chance, _ in found] == pytest.approx([share for _, share in found])
    assert len({round(chance, 6) for chance, _ in found}) > 10


def test_hands_are_counted_together() -> None:
    """One card of four would beat ours, and two seats hold two each: one of them has it."""
    both = frozenset({1, 2})

    assert harmless(((both, 1), (frozenset(), 3)), ((1, 2), (2, 2))) == 0
    assert harmless(((frozenset(), 4),), ((1, 2), (2, 2))) == 6
