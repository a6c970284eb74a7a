from dataclasses import replace

import pytest

from arena.service.errors import NotFound, WrongState
from arena.service.ports import OpenUnit
from arena.service.records import AttemptEnd, BlockState, MatchState
from tests.storage.samples import FAULTS, LOG, OUTCOME, at, block, ladder, matches_of, populate


@pytest.fixture(autouse=True)
def ladders(unit: OpenUnit) -> None:
    populate(unit)
    with unit() as uow:
        uow.ladders.add(ladder("l2"))


def play(unit: OpenUnit, match_id: str) -> None:
    with unit() as uow:
        assert uow.matches.claim(match_id, "w", at(20), at(50))
        assert uow.matches.finish(match_id, 1, OUTCOME, LOG, at(30))


def test_a_block_comes_back_with_its_matches_by_place(unit: OpenUnit) -> None:
    with unit() as uow:
        uow.blocks.add(block(), matches_of(block())[::-1])

    with unit() as uow:
        assert uow.blocks.get("k1") == block()
        assert uow.blocks.matches("k1") == matches_of(block())
        with pytest.raises(NotFound):
            uow.blocks.get("nobody")
        with pytest.raises(NotFound):
            uow.blocks.matches("nobody")


def test_lineups_are_open_until_their_block_is_closed(unit: OpenUnit) -> None:
    with unit() as uow:
        for one in (
            replace(block("k1", at(12)), lineup=("s1", "s2", "s3")),
            replace(block("k2", at(11)), lineup=("s3", "s2", "s1")),
            replace(block("k3", at(10)), lineup=("s2", "s1", "s3")),
            replace(block("k4", at(9), "l2"), lineup=("s2", "s3", "s1")),
        ):
            uow.blocks.add(one, matches_of(one))
        uow.blocks.close("k3", BlockState.VOID, at(30), None)

        assert uow.blocks.open_lineups("l1") == (("s3", "s2", "s1"), ("s1", "s2", "s3"))
        assert uow.blocks.open_lineups("nobody") == ()


def test_a_block_is_ripe_when_all_its_matches_are_final(unit: OpenUnit) -> None:
    with unit() as uow:
        for n in range(1, 5):
            one = block(f"k{n}", at(10 - n))
            uow.blocks.add(one, matches_of(one))
        uow.blocks.close("k4", BlockState.VOID, at(30), None)
    for match_id in ("k1.0", "k1.1", "k1.2", "k2.0", "k2.1", "k3.0", "k3.2"):
        play(unit, match_id)
    with unit() as uow:
        uow.matches.claim("k2.2", "w", at(20), at(50))
        uow.matches.void("k3.1", AttemptEnd.DEADLINE, "", at(40))

        assert uow.blocks.ripe(10) == ("k3", "k1")
        assert uow.blocks.ripe(1) == ("k3",)


def test_a_block_is_closed_once(unit: OpenUnit) -> None:
    with unit() as uow:
        uow.blocks.add(block(), matches_of(block()))

    with unit() as uow:
        uow.blocks.close("k1", BlockState.RATED, at(30), 1)
    with pytest.raises(WrongState, match="rated"), unit() as uow:
        uow.blocks.close("k1", BlockState.VOID, at(31), None)

    with unit() as uow:
        assert uow.blocks.get("k1") == replace(
            block(), state=BlockState.RATED, closed=at(30), sequence=1
        )
        with pytest.raises(NotFound):
            uow.blocks.close("nobody", BlockState.VOID, at(31), None)


def test_rated_blocks_are_walked_in_the_order_of_rating(unit: OpenUnit) -> None:
    with unit() as uow:
        for n in range(1, 7):
            one = block(f"k{n}", ladder_id="l2" if n == 5 else "l1")
            uow.blocks.add(one, matches_of(one))
    play(unit, "k3.1")
    with unit() as uow:
        uow.blocks.close("k6", BlockState.VOID, at(30), None)
        for block_id, sequence in [("k3", 3), ("k1", 2), ("k5", 1), ("k2", 1)]:
            uow.blocks.close(block_id, BlockState.RATED, at(30 + sequence), sequence)

    with unit() as uow:
        walked = list(uow.blocks.rated("l1"))

    assert [b.block_id for b, _ in walked] == ["k2", "k1", "k3"]
    assert walked[0][1] == matches_of(block("k2"))
    played = walked[2][1][1]
    assert (played.state, played.outcome) == (MatchState.FINISHED, OUTCOME)
    assert played.faults == FAULTS


def test_every_rated_block_is_walked_once_however_many_there_are(unit: OpenUnit) -> None:
    with unit() as uow:
        for n in range(1, 602):
            uow.blocks.add(replace(block(f"k{n}"), state=BlockState.RATED, sequence=n), ())
        uow.blocks.add(block("last"), matches_of(block("last")))
        uow.blocks.close("last", BlockState.RATED, at(30), 602)

    with unit() as uow:
        walked = list(uow.blocks.rated("l1"))
    assert [b.sequence for b, _ in walked] == list(range(1, 603))
    assert walked[-1][1] == matches_of(block("last"))
