"""Deals can be checked in other languages: the verifiers agree with `arena.games.dice`."""

import json
import random
import subprocess
from typing import Any, TypeAlias

import pytest

from arena.games.dice import Dice, commitment
from tests.interop.languages import ROOT, missing

FOLDER = ROOT / "sdk" / "examples" / "verify"
VECTORS = ROOT / "docs" / "fairness_vectors.json"
Line: TypeAlias = tuple[str, int, int, str]
"""A seed, the number of the draw, the number of indices and a label."""
LABELS = ("deal", "orientation", "start_player", "tax/6", "0")

pytestmark = pytest.mark.timeout(600)


@pytest.fixture(params=["node verify.mjs", "go run verify.go"])
def verifier(request: pytest.FixtureRequest) -> list[str]:
    command: list[str] = request.param.split()
    if absent := missing(f"the verifier {command[-1]}", command[:1]):
        pytest.skip(f"no {absent}")
    return command


def test_every_published_vector_is_computed(verifier: list[str]) -> None:
    vectors = [(kind, v) for kind, of_kind in _vectors().items() for v in of_kind]

    found = computed(verifier, [asked(v) for _, v in vectors])

    assert len(found) == len(vectors) > 20
    for (kind, vector), chance in zip(vectors, found, strict=True):
        assert said(kind, chance) == vector.get("sha256", vector.get("value")), (kind, vector)


def test_a_thousand_seeds_give_what_python_gives(verifier: list[str]) -> None:
    numbers = random.Random(7)
    lines = [
        (numbers.randbytes(32), numbers.randrange(3_000), numbers.randrange(1, 60), label)
        for label in numbers.choices(LABELS, k=1_000)
    ]

    found = computed(verifier, [(s.hex(), draw, n, label) for s, draw, n, label in lines])

    for (seed, draw, n, label), chance in zip(lines, found, strict=True):
        dice = Dice(seed, draw)
        assert chance["commitment"] == commitment(seed)
        assert tuple(chance["permutation"]) == dice.permutation(n, label)
        assert chance["permutation"][0] == dice.integer(n, label)
        assert tuple(chance["bits"]) == dice.bits(n, label)


def _vectors() -> dict[str, list[dict[str, Any]]]:
    vectors: dict[str, list[dict[str, Any]]] = json.loads(VECTORS.read_text())
    return vectors


def asked(vector: dict[str, Any]) -> Line:
    """Returns the line that asks for what a vector says, whatever its kind."""
    count = vector.get("n", vector.get("bound", vector.get("index", 0) + 1))
    return vector["seed"], vector.get("draw", 0), count, vector.get("label", "none")


def said(kind: str, chance: dict[str, Any]) -> object:
    """Returns the part of an answer that a vector of this kind is about."""
    match kind:
        case "hashes":
            return chance["hashes"][-1]
        case "permutations":
            return chance["permutation"]
        case "integers":
            return chance["permutation"][0]
        case "bits":
            return chance["bits"]
    assert kind == "commitments"
    return chance["commitment"]


def computed(verifier: list[str], lines: list[Line]) -> list[dict[str, Any]]:
    given = "".join(f"{seed} {draw} {n} {label}\n" for seed, draw, n, label in lines)
    done = subprocess.run(verifier, cwd=FOLDER, input=given, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]
