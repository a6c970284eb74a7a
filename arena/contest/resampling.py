"""Chance for the bootstrap: many draws from one seed, the same ones on every machine."""

from collections import Counter
from hashlib import sha256
from struct import Struct

_WORDS = Struct(">8I")


def resample(size: int, seed: bytes, number: int) -> Counter[int]:
    """Draws `size` of the indices below `size`, with replacement; returns how often each came.

    Index i is read off the 32-bit word i of SHA-256(seed || "/" || number || "/" || 0, 1, 2, ...),
    where a hash holds eight words, the highest byte first. `Dice` draws from few, this from many.
    """
    prefix = sha256(seed + f"/{number}/".encode("ascii"))
    drawn: list[int] = []
    for count in range(-(-size // 8)):
        hashed = prefix.copy()
        hashed.update(b"%d" % count)
        drawn += [word * size >> 32 for word in _WORDS.unpack(hashed.digest())]
    return Counter(drawn[:size])
