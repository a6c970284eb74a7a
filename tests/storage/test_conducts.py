from dataclasses import replace

from arena.contest.conduct import Conduct
from arena.service.ports import OpenUnit
from tests.storage.samples import at, ladder, populate

KEPT = Conduct("l1", "s1", 4, at(1), "illegal action at ply 3", at(61), 2, (3, 0, 4))
PLAIN = Conduct("l1", "s2", 1)


def test_conduct_is_kept_by_ladder_and_submission(unit: OpenUnit) -> None:
    populate(unit)
    with unit() as uow:
        uow.ladders.add(ladder("l2"))
        for conduct in (KEPT, PLAIN, replace(KEPT, ladder_id="l2", quarantined=None)):
            uow.conducts.put(conduct)

    with unit() as uow:
        assert uow.conducts.of_ladder("l1") == {"s1": KEPT, "s2": PLAIN}
        assert uow.conducts.among("l1", ["s1", "s3"]) == {"s1": KEPT}
        assert uow.conducts.quarantined(["s1", "s2", "s3"]) == (KEPT,)


def test_what_is_put_again_takes_the_place_of_the_one_before(unit: OpenUnit) -> None:
    populate(unit)
    with unit() as uow:
        uow.conducts.put(KEPT)
    with unit() as uow:
        uow.conducts.put(KEPT.lifted())

    with unit() as uow:
        assert uow.conducts.of_ladder("l1") == {"s1": Conduct("l1", "s1", turns=(3, 0, 4))}
