"""The fast list of legal actions against a slow and plain reading of the rules."""

from random import Random

import pytest

from arena.games.scout import Scout, beats, card, classify

from .positions import legal, position

SETS = [
    tuple(first + step * i for i in range(length))
    for length in range(1, 8)
    for first in range(1, 11)
    for step in ((0, 1, -1) if length > 1 else (0,))
    if 1 <= first + step * (length - 1) <= 10
]


def by_the_rules(hand, table):
    """Returns the notations of a seat that may do everything, shows first."""

    def shows(hand, table):
        values, active = [c.up for c in hand], [c.up for c in table]
        return [
            f"show {start} {length}"
            for start in range(len(hand))
            for length in range(1, len(hand) - start + 1)
            if beats(values[start : start + length], active)
        ]

    scouts, before_show = [], []
    for end in ("left", "right")[: len(table)]:
        taken, rest = (table[0], table[1:]) if end == "left" else (table[-1], table[:-1])
        for side in ("keep", "flip"):
            for gap in range(len(hand) + 1):
                lying = taken.turned if side == "flip" else taken
                scouts.append(f"scout {end} {side} {gap}")
                if shows([*hand[:gap], lying, *hand[gap:]], rest):
                    before_show.append(f"scout+show {end} {side} {gap}")
    return shows(hand, table) + scouts + before_show


def any_card(random, up):
    return card(up, random.choice([v for v in range(1, 11) if v != up]))


@pytest.mark.parametrize(
    ("size", "draws"), [*((size, 40) for size in range(1, 13)), (20, 10), (44, 2)]
)
def test_any_hand_has_the_actions_that_the_rules_give_it(size, draws):
    random = Random(size)
    for _ in range(draws):
        values = random.choices(range(1, 11), k=size)
        if size > 2:  # else long sets are too rare to be tested
            planted = random.choice(SETS)[:size]
            at = random.randrange(size - len(planted) + 1)
            values[at : at + len(planted)] = planted
        hand = [any_card(random, value) for value in values]
        table = [any_card(random, value) for value in random.choice([(), *SETS])]
        held, laid = (" ".join(map(str, cards)) for cards in (hand, table))

        state = position(f"{held} | 1 | 1", table=laid, owner=2)

        assert legal(Scout(3), state) == by_the_rules(hand, table)


def test_the_longest_run_has_all_ten_values():
    state = position("1 2 3 4 5 6 7 8 9 10 | 1 | 1", table="1 2 3 4 5 6 7 8 9", owner=2)

    shows = [notation for notation in legal(Scout(3), state) if notation.startswith("show")]

    assert shows == ["show 0 10", "show 1 9"]


def test_every_set_of_the_test_is_one():
    assert all(classify(values) for values in SETS)
