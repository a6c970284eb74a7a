"""Estimates are kept from the first on; the newest alone can be compared."""

from dataclasses import replace

import pytest

from arena.service.estimate_storage import KeptEstimate
from arena.service.ports import OpenUnit
from tests.storage.samples import ladder, populate

ONE = KeptEstimate("l1", 3, "s1", 0, 2, 1512.25, 1400.5, 1600.75, False, (1500.5, 1520.0))
ANCHOR = KeptEstimate("l1", 3, "s2", 0, 1, 1 / 3, None, None, True, (0.25, 0.25))
APART = KeptEstimate("l1", 3, "s3", 1, 0)


@pytest.fixture
def kept(unit: OpenUnit) -> OpenUnit:
    populate(unit)
    with unit() as uow:
        uow.estimates.keep([ONE, ANCHOR, APART])
    return unit


def test_what_is_kept_comes_back(kept: OpenUnit) -> None:
    with kept() as uow:
        assert uow.estimates.covered("l1") == 3
        found = uow.estimates.newest("l1", ["s1", "s2", "s3", "s9"])

    assert found == {"s1": ONE, "s2": ANCHOR, "s3": APART}


def test_the_newest_alone_has_samples(kept: OpenUnit) -> None:
    newer = replace(ONE, sequence=7, rating=1600.0)
    with kept() as uow:
        uow.estimates.keep([newer])

    with kept() as uow:
        assert uow.estimates.covered("l1") == 7
        assert uow.estimates.newest("l1", ["s1", "s2"]) == {"s1": newer}
        bare = tuple(replace(one, samples=()) for one in (ONE, newer))
        assert uow.estimates.history("l1", "s1") == bare
        assert uow.estimates.history("l1", "s9") == ()


def test_ladders_are_told_apart(kept: OpenUnit) -> None:
    with kept() as uow:
        uow.ladders.add(ladder("l2", "Other"))
        assert uow.estimates.covered("l2") == 0
        uow.estimates.keep([replace(ONE, ladder_id="l2", sequence=9)])

    with kept() as uow:
        assert uow.estimates.covered("l1") == 3
        assert uow.estimates.newest("l1", ["s1"])["s1"].samples == ONE.samples
        uow.estimates.keep([])
