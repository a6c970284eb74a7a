"""Of what an uploaded bot prints the beginning and the end are kept, whole as long as they meet."""

import pytest

from arena.hosting.captured import Captured

MIB, KIB = 1 << 20, 1 << 10
MOST = MIB + 64 * KIB


@pytest.mark.parametrize("more", [0, 1, MIB])
def test_the_first_mebibyte_and_the_last_64_kib_are_kept(more: int) -> None:
    printed = bytes(n % 251 for n in range(MOST + more))
    captured = Captured()
    for start in range(0, len(printed), 10_000):
        captured.feed(printed[start : start + 10_000])

    kept = captured.contents()

    assert (kept[:MIB], kept[-64 * KIB :]) == (printed[:MIB], printed[-64 * KIB :])
    assert (b"bytes are left out" in kept) == (more > 0)
    assert (f"{more:,} bytes" in kept[MIB : MIB + 100].decode(errors="replace")) == (more > 0)
