"""What is a set, what beats what, and what a hand may show, by the shared vectors."""

import json
from itertools import product
from pathlib import Path

import pytest

from arena.games.scout import Scout, beats, can_beat, classify, strength

from .positions import cards, legal, position

VECTORS = json.loads((Path(__file__).parents[1] / "rules_vectors.json").read_text())["scout"]


def row(values):
    return " ".join(map(str, values))


@pytest.mark.parametrize("vector", VECTORS["classify"], ids=lambda v: row(v["values"]) or "none")
def test_a_set_is_of_a_kind(vector):
    kind = classify(vector["values"])

    assert (kind.value if kind else None) == vector["kind"]


@pytest.mark.parametrize(
    "vector", VECTORS["compare"], ids=lambda v: f"{row(v['new'])} on {row(v['active']) or 'none'}"
)
def test_a_set_beats_another(vector):
    assert beats(vector["new"], vector["active"]) == vector["legal"]


@pytest.mark.parametrize("vector", VECTORS["legal_shows"], ids=lambda v: row(v["active"]) or "none")
def test_a_hand_may_show_what_beats_the_table(vector):
    state = position(
        f"{row(vector['hand'])} | 1 | 1 | 1", table=row(vector["active"]), owner=3, mover=0
    )

    shows = [notation for notation in legal(Scout(4), state) if notation.startswith("show")]

    assert shows == [f"show {start} {length}" for start, length in vector["shows"]]
    assert can_beat(cards(row(vector["hand"])), cards(row(vector["active"]))) == bool(shows)


def test_strength_orders_all_short_sets_as_the_rules_say():
    sets = [
        values
        for length in (1, 2, 3)
        for values in product(range(1, 11), repeat=length)
        if classify(values)
    ]

    def by_the_rules(values):
        is_match = len(set(values)) == 1
        return (len(values), is_match, min(values))

    assert sorted(sets, key=strength) == sorted(sets, key=by_the_rules)
    assert len({strength(values) for values in sets}) == len({by_the_rules(v) for v in sets})
