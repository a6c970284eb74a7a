"""Intervals of ratings: at once for few blocks, else worked out aside."""

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from arena.service.ports import UnitOfWork
from arena.service.records import Ladder
from arena.web.intervals import Intervals

from .serving import PATIENCE_S, Reader
from .world import World


@pytest.fixture
def ladder(world: World) -> Ladder:
    with world.open_unit() as unit:
        return unit.ladders.get("scout open")


def test_few_blocks_are_looked_at_at_once(world: World, ladder: Ladder) -> None:
    found = Intervals().of(ladder, world.open_unit)

    assert set(found) == set(world.submissions["scout"])
    assert all(math.isinf(row.high) for row in found.values()), "one block says very little"


def test_many_blocks_are_looked_at_aside_and_only_once(world: World, ladder: Ladder) -> None:
    looks = 0

    @contextmanager
    def counted() -> Iterator[UnitOfWork]:
        nonlocal looks
        looks += 1
        with world.open_unit() as unit:
            yield unit

    intervals = Intervals(at_once_blocks=0)
    expected = Intervals().of(ladder, world.open_unit)

    assert intervals.of(ladder, counted) == {}  # type: ignore[arg-type]
    deadline = time.monotonic() + PATIENCE_S
    while intervals.of(ladder, counted) != expected:  # type: ignore[arg-type]
        assert time.monotonic() < deadline
        time.sleep(0.01)
    assert looks == 1


def test_the_standings_have_a_column_for_them(reader: Reader) -> None:
    assert "95 %" in reader.get("/ladders/scout%20open").text
