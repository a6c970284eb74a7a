"""Chance from a seed, defined by SHA-256 so that a deal can be checked in any language.

The hash of an index is SHA-256(seed || "/" || draw || "/" || label || "/" || index): the seed is
its 32 raw bytes, numbers are ASCII decimals, the label is ASCII. All chance is read off these
hashes. `docs/fairness.md` holds the whole definition, with test vectors.
"""

from dataclasses import dataclass
from hashlib import sha256


@dataclass(frozen=True, slots=True)
class Dice:
    """All chance of one chance event of one match.

    One label serves one purpose in an event: the same label gives the same chance again.
    """

    seed: bytes
    draw: int
    """Counts the chance events of the match from 0. Not the ply: how long the players took to get
    here must not change what is dealt, or the matches of a block would not share their deals."""

    def permutation(self, n: int, label: str) -> tuple[int, ...]:
        """Returns the indices 0..n-1 in the order of their hashes."""
        return tuple(sorted(range(n), key=self._hashes(n, label).__getitem__))

    def integer(self, bound: int, label: str) -> int:
        """Returns a number from 0 to `bound - 1`: the index with the smallest hash."""
        if bound < 1:
            raise ValueError(f"bound must be at least 1, not {bound}")
        return min(range(bound), key=self._hashes(bound, label).__getitem__)

    def bits(self, n: int, label: str) -> tuple[bool, ...]:
        """Returns `n` coin flips: bit i is the lowest bit of the last byte of the hash of i."""
        return tuple([digest[-1] & 1 == 1 for digest in self._hashes(n, label)])

    def _hashes(self, n: int, label: str) -> list[bytes]:
        prefix = sha256(self.seed + f"/{self.draw}/{label}/".encode("ascii"))
        hashes = []
        for index in range(n):
            hashed = prefix.copy()
            hashed.update(b"%d" % index)
            hashes.append(hashed.digest())
        return hashes


def commitment(seed: bytes) -> str:
    """Returns the SHA-256 of a seed in hexadecimal, published before the first ply."""
    return sha256(seed).hexdigest()
