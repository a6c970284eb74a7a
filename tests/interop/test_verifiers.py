"""Deals can be checked in other languages: the verifiers agree with `arena.games.dice`."""

import json
import random
import subprocess
from pathlib import Path

import pytest

from arena.games.dice import Dice
from tests.interop.languages import ROOT, missing

FOLDER = ROOT / "sdk" / "examples" / "verify"
VECTORS = ROOT / "docs" / "fairness_vectors.json"
LABELS = ("deal", "orientation", "start_player", "tax/6", "0")

pytestmark = [pytest.mark.timeout(600), pytest.mark.xdist_group("interop")]


@pytest.fixture(params=["node verify.mjs", "go run verify.go"])
def verifier(request: pytest.FixtureRequest) -> list[str]:
    command: list[str] = request.param.split()
    if absent := missing(f"the verifier {command[-1]}", command[:1]):
        pytest.skip(f"no {absent}")
    return command


def test_the_vectors_hold(verifier: list[str]) -> None:
    done = run(verifier, str(VECTORS))

    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("kind", ["hashes", "permutations", "integers", "bits", "commitments"])
def test_a_wrong_vector_is_found(verifier: list[str], kind: str, tmp_path: Path) -> None:
    vectors = {kind: json.loads(VECTORS.read_text())[kind]}
    vectors[kind][2]["seed"] = "5" * 64
    (tmp_path / "vectors.json").write_text(json.dumps(vectors))

    done = run(verifier, str(tmp_path / "vectors.json"))

    assert done.returncode == 1


def test_a_thousand_permutations_are_those_of_python(verifier: list[str]) -> None:
    numbers = random.Random(7)
    asked = [
        (numbers.randbytes(32), numbers.randrange(3_000), numbers.randrange(60), label)
        for label in numbers.choices(LABELS, k=1_000)
    ]

    done = run(verifier, given="".join(f"{s.hex()} {d} {n} {label}\n" for s, d, n, label in asked))

    found = [tuple(json.loads(line)) for line in done.stdout.splitlines()]
    assert found == [Dice(seed, draw).permutation(n, label) for seed, draw, n, label in asked]


def run(
    verifier: list[str], *arguments: str, given: str = ""
) -> "subprocess.CompletedProcess[str]":
    command = [*verifier, *arguments]
    return subprocess.run(command, cwd=FOLDER, input=given, capture_output=True, text=True)
