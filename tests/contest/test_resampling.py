from hashlib import sha256

from hypothesis import given
from hypothesis import strategies as st

from arena.contest.resampling import resample


@given(st.integers(0, 200), st.binary(max_size=8), st.integers(0, 99))
def test_as_many_are_drawn_as_there_are(size, seed, number):
    drawn = resample(size, seed, number)

    assert drawn.total() == size
    assert all(0 <= index < size for index in drawn)
    assert drawn == resample(size, seed, number)


def test_the_draw_is_read_off_sha_256():
    hashes = b"".join(sha256(b"seed/7/%d" % count).digest() for count in range(2))
    words = [int.from_bytes(hashes[i : i + 4]) for i in range(0, 40, 4)]

    assert sorted(resample(10, b"seed", 7).elements()) == sorted(w * 10 // 2**32 for w in words)


def test_every_index_is_as_likely():
    drawn = sum((resample(50, b"even", number) for number in range(400)), start=resample(0, b"", 0))

    assert all(320 <= drawn[index] <= 480 for index in range(50))
