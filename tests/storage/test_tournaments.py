from dataclasses import replace

import pytest

from arena.service.errors import AlreadyExists, NotFound
from arena.service.ports import OpenUnit
from arena.service.records import Block, BlockState
from arena.service.tournament_records import (
    Entry,
    OpenedRound,
    Summary,
    TournamentState,
)
from tests.storage.samples import at, block, matches_of, populate, tournament
from tests.storage.together import together


@pytest.fixture(autouse=True)
def populated(unit: OpenUnit) -> None:
    populate(unit)


def entry(submission_id: str, number: int, tournament_id: str = "t1") -> Entry:
    return Entry(tournament_id, submission_id, number, at(20 + number))


def table(name: str, tournament_id: str, round_number: int = 1, table_number: int = 1) -> Block:
    return replace(
        block(name),
        ladder_id=None,
        tournament_id=tournament_id,
        round_number=round_number,
        table_number=table_number,
    )


def test_a_tournament_comes_back_by_id_and_by_name(unit: OpenUnit) -> None:
    scheduled = replace(
        tournament("t2"),
        starts=at(90),
        repeat="0 18 * * 5",
        entry_ladder_id="l1",
        edition=3,
        note="why",
    )
    with unit() as uow:
        uow.tournaments.add(tournament())
        uow.tournaments.add(scheduled)

    with unit() as uow:
        assert uow.tournaments.get("t1") == tournament()
        assert uow.tournaments.get("t2") == scheduled
        assert uow.tournaments.get("TOURNAMENT T1") == tournament()
        assert uow.tournaments.lock("t1") == tournament()
        for ask in (uow.tournaments.get, uow.tournaments.lock):
            with pytest.raises(NotFound):
                ask("nobody")


def test_a_name_is_taken_once_whatever_its_case(unit: OpenUnit) -> None:
    with unit() as uow:
        uow.tournaments.add(tournament("t1", "Cup"))

    with pytest.raises(AlreadyExists), unit() as uow:
        uow.tournaments.add(tournament("t2", "CUP"))


def test_tournaments_are_listed_newest_first(unit: OpenUnit) -> None:
    with unit() as uow:
        for n in (1, 2, 3):
            uow.tournaments.add(tournament(f"t{n}", created=n))

    with unit() as uow:
        first = uow.tournaments.page(2, "")
        second = uow.tournaments.page(2, first.next_token)

    assert [t.tournament_id for t in first.items] == ["t3", "t2"]
    assert [t.tournament_id for t in second.items] == ["t1"]
    assert not second.next_token


def test_those_that_run_and_have_nothing_to_play_are_known(unit: OpenUnit) -> None:
    with unit() as uow:
        for n, state in enumerate(TournamentState):
            uow.tournaments.add(replace(tournament(f"t{n}", created=9 - n), state=state))
        uow.tournaments.move(replace(tournament("t0"), state=TournamentState.RUNNING))

        assert uow.tournaments.idle() == ("t1", "t0")
        uow.blocks.add(table("open", "t0"), matches_of(table("open", "t0")))
        assert uow.tournaments.idle() == ("t1",)
        uow.blocks.close("open", BlockState.VOID, at(9), None)
        assert uow.tournaments.idle() == ("t1", "t0")


def test_how_far_they_have_got_is_counted(unit: OpenUnit) -> None:
    counted, void = BlockState.COUNTED, BlockState.VOID
    with unit() as uow:
        for n in range(3):
            uow.tournaments.add(tournament(f"t{n}"))
        for number in (1, 2):
            uow.tournaments.enter(entry(f"s{number}", number))
            uow.tournaments.open_round(OpenedRound("t1", number, (), at(9)))
        uow.tournaments.open_round(OpenedRound("t2", 1, (), at(9)))
        for name, tournament_id, place, state in (
            ("once", "t1", (1, 1), counted),
            ("at first", "t1", (1, 2), void),
            ("then", "t1", (1, 2), void),
            ("at last", "t1", (1, 2), counted),
            ("given up", "t1", (2, 1), void),
            ("given up again", "t1", (2, 1), void),
            ("given up before", "t1", (2, 2), void),
            ("under way", "t1", (2, 2), BlockState.OPEN),
            ("of another", "t2", (1, 1), counted),
        ):
            one = table(name, tournament_id, *place)
            uow.blocks.add(one, matches_of(one))
            if state is not BlockState.OPEN:
                uow.blocks.close(name, state, at(30), None)

    with unit() as uow:
        assert uow.tournaments.summaries(["t0", "t1", "t2"]) == {
            "t0": Summary(0, 0, 0, 0, 0),
            "t1": Summary(2, 2, 4, 2, 1),
            "t2": Summary(0, 1, 1, 1, 0),
        }


def test_those_whose_time_to_start_has_come_are_known(unit: OpenUnit) -> None:
    with unit() as uow:
        for n, state in enumerate(TournamentState):
            uow.tournaments.add(replace(tournament(f"t{n}"), state=state, starts=at(50)))
        uow.tournaments.add(replace(tournament("early"), starts=at(40)))
        uow.tournaments.add(tournament("never"))

        assert uow.tournaments.due(at(39)) == ()
        assert uow.tournaments.due(at(49)) == ("early",)
        assert uow.tournaments.due(at(50)) == ("early", "t0")


def test_a_tournament_moves_on_and_keeps_the_rest(unit: OpenUnit) -> None:
    moved = replace(
        tournament(), state=TournamentState.FINISHED, started=at(30), ended=at(40), note="why"
    )
    with unit() as uow:
        uow.tournaments.add(tournament())

    with unit() as uow:
        uow.tournaments.move(replace(moved, name="Else"))
    with unit() as uow:
        assert uow.tournaments.get("t1") == moved
        with pytest.raises(NotFound):
            uow.tournaments.move(tournament("nobody"))


def test_a_submission_enters_once_and_can_withdraw(unit: OpenUnit) -> None:
    with unit() as uow:
        uow.tournaments.add(tournament())
        uow.tournaments.add(tournament("t2"))
        first = uow.tournaments.enter(entry("s1", 1))
        again = uow.tournaments.enter(entry("s1", 5))
        uow.tournaments.enter(entry("s2", 2))
        uow.tournaments.enter(entry("s1", 1, "t2"))

    assert first == again == entry("s1", 1)
    with unit() as uow:
        uow.tournaments.withdraw("t1", "s1")
    with unit() as uow:
        assert uow.tournaments.entries("t1") == (entry("s2", 2),)
        assert uow.tournaments.entries("t2") == (entry("s1", 1, "t2"),)
        with pytest.raises(NotFound):
            uow.tournaments.withdraw("t1", "s1")


def test_seeding_numbers_the_entries_of_one_tournament(unit: OpenUnit) -> None:
    with unit() as uow:
        for tournament_id in ("t1", "t2"):
            uow.tournaments.add(tournament(tournament_id))
            for n in (1, 2, 3):
                uow.tournaments.enter(entry(f"s{n}", n, tournament_id))
        uow.tournaments.seed("t1", ["s3", "s1", "s2"])

    with unit() as uow:
        seeded = [(e.submission_id, e.number) for e in uow.tournaments.entries("t1")]
        assert seeded == [("s3", 1), ("s1", 2), ("s2", 3)]
        assert [e.submission_id for e in uow.tournaments.entries("t2")] == ["s1", "s2", "s3"]


def test_rounds_come_in_their_order_with_their_byes(unit: OpenUnit) -> None:
    first, second = (OpenedRound("t1", n, byes, at(n)) for n, byes in ((1, ("s2",)), (2, ())))
    with unit() as uow:
        uow.tournaments.add(tournament())
        uow.tournaments.open_round(second)
        uow.tournaments.open_round(first)

    with unit() as uow:
        assert uow.tournaments.rounds("t1") == (first, second)
        assert uow.tournaments.rounds("nobody") == ()


def test_the_blocks_of_a_tournament_come_by_round_and_table(unit: OpenUnit) -> None:
    places = {"k1": (2, 1, 10), "k2": (1, 2, 12), "k3": (1, 2, 11), "k4": (1, 1, 13)}
    made = {
        block_id: replace(
            block(block_id, at(created)),
            ladder_id=None,
            tournament_id="t1",
            round_number=number,
            table_number=table,
        )
        for block_id, (number, table, created) in places.items()
    }
    with unit() as uow:
        uow.tournaments.add(tournament())
        for one in (*made.values(), block("k5")):
            uow.blocks.add(one, matches_of(one))
        uow.blocks.close("k4", BlockState.COUNTED, at(30), None)

    with unit() as uow:
        found = uow.blocks.in_tournament("t1")
        assert [one.block_id for one in found] == ["k4", "k3", "k2", "k1"]
        assert found[0] == replace(made["k4"], state=BlockState.COUNTED, closed=at(30))
        assert found[1] == made["k3"]
        assert uow.blocks.matches_of(["k1", "k5", "nobody"]) == {
            "k1": matches_of(made["k1"]),
            "k5": matches_of(block("k5")),
            "nobody": (),
        }
        assert [b.block_id for b in uow.blocks.in_tournament("nobody")] == []


def test_of_many_that_open_a_round_under_the_lock_one_does(unit: OpenUnit) -> None:
    with unit() as uow:
        uow.tournaments.add(tournament())

    def open_first(n: int) -> int:
        with unit() as uow:
            uow.tournaments.lock("t1")
            if uow.tournaments.rounds("t1"):
                return 0
            uow.tournaments.open_round(OpenedRound("t1", 1, (), at(n)))
            return 1

    assert sum(together(20, open_first)) == 1
