"""Chance from a seed, defined by SHA-256 so that a deal can be checked in any language.

The definition, with test vectors, is written down in `docs/fairness.md`. The permutation of `n`
under a label is the indices 0..n-1 sorted by SHA-256(seed || "/" || ply || "/" || label || "/" ||
index), where the seed is its 32 raw bytes, numbers are ASCII decimals and labels are ASCII.
"""

from dataclasses import dataclass
from hashlib import sha256


@dataclass(frozen=True, slots=True)
class Dice:
    """All chance of one ply of one match."""

    seed: bytes
    ply: int

    def permutation(self, n: int, label: str) -> tuple[int, ...]:
        """Returns the indices 0..n-1 in an order that seed, ply and label decide."""
        prefix = sha256(self.seed + f"/{self.ply}/{label}/".encode("ascii"))

        def rank(index: int) -> bytes:
            hashed = prefix.copy()
            hashed.update(b"%d" % index)
            return hashed.digest()

        return tuple(sorted(range(n), key=rank))

    def integer(self, bound: int, label: str) -> int:
        """Returns a number from 0 to `bound - 1`.

        It is the index with the smallest hash of all: the first of the permutation.
        """
        if bound < 1:
            raise ValueError(f"bound must be at least 1, not {bound}")
        return self.permutation(bound, label)[0]

    def bits(self, n: int, label: str) -> tuple[bool, ...]:
        """Returns `n` coin flips: bit i is the lowest bit of the last byte of the hash of i."""
        prefix = sha256(self.seed + f"/{self.ply}/{label}/".encode("ascii"))

        def flip(index: int) -> bool:
            hashed = prefix.copy()
            hashed.update(b"%d" % index)
            return bool(hashed.digest()[-1] & 1)

        return tuple(flip(index) for index in range(n))


def commitment(seed: bytes) -> str:
    """Returns the SHA-256 of a seed in hexadecimal, published before the first ply."""
    return sha256(seed).hexdigest()
