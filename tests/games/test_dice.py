"""Chance from a seed, against the definition in `docs/fairness.md` and its vectors."""

import json
from collections import Counter
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games.dice import Dice, commitment

VECTORS = json.loads((Path(__file__).parents[2] / "docs" / "fairness_vectors.json").read_text())

PLIES = st.integers(0, 10_000)
LABELS = st.text(st.characters(codec="ascii"), max_size=12)
SEEDS = st.binary(min_size=32, max_size=32)
SIZES = st.integers(0, 60)


def hash_of(seed: bytes, draw: int, label: str, index: int) -> str:
    """The definition, word for word."""
    message = seed + b"/" + str(draw).encode() + b"/" + label.encode() + b"/" + str(index).encode()
    return sha256(message).hexdigest()


def permutation(seed: bytes, draw: int, label: str, n: int) -> list[int]:
    return [index for _, index in sorted((hash_of(seed, draw, label, i), i) for i in range(n))]


def bits(seed: bytes, draw: int, label: str, n: int) -> list[bool]:
    return [int(hash_of(seed, draw, label, i), 16) % 2 == 1 for i in range(n)]


def place(vector: dict[str, str | int]) -> tuple[bytes, int, str]:
    return bytes.fromhex(vector["seed"]), vector["draw"], vector["label"]


@pytest.mark.parametrize("vector", VECTORS["hashes"])
def test_the_vectors_hash_as_defined(vector):
    assert hash_of(*place(vector), vector["index"]) == vector["sha256"]


@pytest.mark.parametrize("vector", VECTORS["permutations"])
def test_permutations_follow_the_vectors(vector):
    seed, draw, label = place(vector)

    assert list(Dice(seed, draw).permutation(vector["n"], label)) == vector["value"]
    assert permutation(seed, draw, label, vector["n"]) == vector["value"]


@pytest.mark.parametrize("vector", VECTORS["integers"])
def test_integers_follow_the_vectors(vector):
    seed, draw, label = place(vector)

    assert Dice(seed, draw).integer(vector["bound"], label) == vector["value"]
    assert permutation(seed, draw, label, vector["bound"])[0] == vector["value"]


@pytest.mark.parametrize("vector", VECTORS["bits"])
def test_bits_follow_the_vectors(vector):
    seed, draw, label = place(vector)

    assert list(Dice(seed, draw).bits(vector["n"], label)) == vector["value"]
    assert bits(seed, draw, label, vector["n"]) == vector["value"]


@pytest.mark.parametrize("vector", VECTORS["commitments"])
def test_commitments_follow_the_vectors(vector):
    assert commitment(bytes.fromhex(vector["seed"])) == vector["sha256"]


@given(SEEDS, PLIES, LABELS, SIZES)
def test_dice_do_as_defined(seed, draw, label, n):
    dice = Dice(seed, draw)

    assert list(dice.permutation(n, label)) == permutation(seed, draw, label, n)
    assert list(dice.bits(n, label)) == bits(seed, draw, label, n)
    assert dice.integer(n + 1, label) == permutation(seed, draw, label, n + 1)[0]


@given(SEEDS, PLIES, LABELS)
def test_seed_ply_and_label_each_change_the_order(seed, draw, label):
    order = Dice(seed, draw).permutation(45, label)

    assert order != Dice(seed[::-1] + b".", draw).permutation(45, label)
    assert order != Dice(seed, draw + 1).permutation(45, label)
    assert order != Dice(seed, draw).permutation(45, label + "2")
    assert order == Dice(seed, draw).permutation(45, label)


@pytest.mark.parametrize("bound", [0, -1])
def test_a_number_below_nothing_is_refused(bound):
    with pytest.raises(ValueError, match="bound must be at least 1"):
        Dice(bytes(32), 0).integer(bound, "deal")


def test_a_label_beyond_ascii_is_refused():
    with pytest.raises(ValueError, match="ascii"):
        Dice(bytes(32), 0).permutation(3, "größe")


def test_dice_are_fair():
    """Over 6,000 fixed seeds; the bounds are five standard deviations wide."""
    seeds = [sha256(b"%d" % number).digest() for number in range(6_000)]

    orders = Counter(Dice(seed, 0).permutation(3, "deal") for seed in seeds)
    numbers = Counter(Dice(seed, 0).integer(6, "start") for seed in seeds)
    flips = Counter(Dice(seed, 0).bits(2, "flip") for seed in seeds)

    assert len(orders) == len(numbers) == 6
    assert all(abs(count - 1_000) < 145 for count in (*orders.values(), *numbers.values()))
    assert len(flips) == 4
    assert all(abs(count - 1_500) < 170 for count in flips.values())
