"""Values of games as plain JSON values, and back."""

import json
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games.codec import decoded, encode, observation_type, plain


class Suit(Enum):
    ONE = "1"
    FOUR_A = "4a"


@dataclass(frozen=True, slots=True)
class Card:
    suit: Suit
    fuel: int = 0
    face_up: bool = True


@dataclass(frozen=True, slots=True)
class Table:
    seat: int | None
    name: str
    cards: tuple[Card | None, ...]
    ends: tuple[int, str] = (0, "")
    under: "Table | None" = None
    size: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        object.__setattr__(self, "size", len(self.cards))


def tables() -> st.SearchStrategy[Table]:
    cards = st.builds(Card, st.sampled_from(Suit), st.integers(-(2**53), 2**53), st.booleans())
    fields: dict[str, st.SearchStrategy[Any]] = {
        "seat": st.none() | st.integers(0, 4),
        "name": st.text(),
        "cards": st.lists(st.none() | cards, max_size=3).map(tuple),
        "ends": st.tuples(st.integers(-9, 9), st.text(max_size=3)),
    }
    flat = st.builds(Table, **fields)
    return st.builds(Table, under=st.none() | flat, **fields)


@given(tables())
def test_a_value_survives_json(table):
    line = encode(table)

    assert decoded(Table, json.loads(line)) == table
    assert decoded(Table, json.loads(line, parse_int=float)) == table


@given(tables())
def test_a_value_is_one_line_of_ascii(table):
    line = encode(table)

    assert line.isascii()
    assert len(line.splitlines()) == 1


def test_equal_values_give_equal_bytes():
    assert encode(Card(Suit.FOUR_A, 3)) == '{"face_up":true,"fuel":3,"suit":"FOUR_A"}'
    assert encode(Card(fuel=3, suit=Suit.FOUR_A)) == encode(Card(Suit.FOUR_A, 3))
    assert encode((1, (), None, "é")) == '[1,[],null,"\\u00e9"]'


def test_a_field_that_follows_from_others_is_not_written():
    table = Table(None, "t", (None,))

    assert "size" not in plain(table)
    assert decoded(Table, plain(table)).size == 1


def test_a_missing_field_takes_its_default():
    assert decoded(Card, {"suit": "ONE"}) == Card(Suit.ONE)


def bare(**changes: Any) -> dict[str, Any]:
    return {"seat": 0, "name": "t", "cards": []} | changes


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        ([], "Table: expected an object of Table, not []"),
        (bare(seat=3.5), "Table.seat: expected an integer, not 3.5"),
        (bare(seat=1e17), "Table.seat: expected an integer, not 1e+17"),
        (bare(seat=float("nan")), "Table.seat: expected an integer, not nan"),
        (bare(seat=True), "Table.seat: expected an integer or null, not True"),
        (bare(name=None), "Table.name: expected a string, not None"),
        (bare(cards={}), "Table.cards: expected an array, not {}"),
        (bare(cards=[None, {}]), "Table.cards[1].suit: missing"),
        (
            bare(cards=[{"suit": "4a"}]),
            "Table.cards[0].suit: expected one of ONE, FOUR_A, not '4a'",
        ),
        (
            bare(cards=[{"suit": "ONE", "face_up": 1}]),
            "Table.cards[0].face_up: expected true or false, not 1",
        ),
        (bare(cards=[{"suit": "ONE", "colour": 1}]), "Table.cards[0].colour: unknown field"),
        (bare(ends=[1]), "Table.ends: expected an array of 2, not of 1"),
        (bare(ends=[1, 2]), "Table.ends[1]: expected a string, not 2"),
        (bare(under=bare(size=0)), "Table.under.size: unknown field"),
        ({"seat": None, "cards": []}, "Table.name: missing"),
    ],
)
def test_a_wrong_value_is_refused_by_the_path_of_its_field(value, problem):
    with pytest.raises(ValueError) as refused:
        decoded(Table, value)

    assert str(refused.value) == problem


@pytest.mark.parametrize("value", [1.5, [1], {1: 2}, {3}, b"1", Card, (1, 2.0)])
def test_what_has_no_plain_form_is_refused(value):
    with pytest.raises(ValueError, match="has no plain form"):
        plain(value)


@dataclass(frozen=True, slots=True)
class Loose:
    value: Any


@dataclass(frozen=True, slots=True)
class Ambiguous:
    value: Card | Table


@pytest.mark.parametrize(
    ("kind", "problem"),
    [
        (Loose, "can be read as typing.Any"),
        (Ambiguous, "cannot tell the members .* apart"),
        (list, "can be read as <class 'list'>"),
    ],
)
def test_an_annotation_that_json_cannot_carry_is_refused(kind, problem):
    with pytest.raises(ValueError, match=problem):
        decoded(kind, {"value": 1} if kind is not list else [])


class Chess:
    name = "chess"

    def observe(self, state: int, seat: int | None) -> Table:
        return Table(seat, str(state), ())


class Blind:
    name = "blind"

    def observe(self, state, seat):
        return None


def test_the_observation_type_is_what_observe_returns():
    assert observation_type(Chess) is Table
    assert observation_type(Chess()) is Table


def test_a_game_that_does_not_say_what_it_observes_is_refused():
    with pytest.raises(ValueError, match="blind: observe"):
        observation_type(Blind)
