from dataclasses import replace

import pytest

from arena.service.errors import AlreadyExists, NotFound
from arena.service.ports import OpenUnit
from arena.service.records import Name, SubmissionKind
from tests.storage.samples import author, bot, ladder, standing, submission


@pytest.fixture(autouse=True)
def bots(unit: OpenUnit) -> None:
    with unit() as uow:
        uow.authors.add(author())
        uow.bots.add(bot("b1"))
        uow.bots.add(bot("b2"))


def test_submissions_of_a_bot_are_numbered_from_one(unit: OpenUnit) -> None:
    kept = []
    for submission_id, bot_id in [("s1", "b1"), ("s2", "b1"), ("s3", "b2"), ("s4", "b1")]:
        with unit() as uow:
            kept.append(uow.submissions.add(submission(submission_id, bot_id)))

    assert [s.number for s in kept] == [1, 2, 1, 3]
    with unit() as uow:
        assert [uow.submissions.get(s.submission_id) for s in kept] == kept
    assert kept[0] == replace(submission("s1"), number=1)
    assert kept[0].kind is SubmissionKind.HOSTED


def test_a_repeated_request_returns_the_first_submission(unit: OpenUnit) -> None:
    with unit() as uow:
        first = uow.submissions.add(submission("s1"), request_id="r1")
    with unit() as uow:
        again = uow.submissions.add(submission("s2"), request_id="r1")
        other_bot = uow.submissions.add(submission("s3", "b2"), request_id="r1")
        other_request = uow.submissions.add(submission("s4"), request_id="r2")
        no_request = [uow.submissions.add(submission(f"s{n}")).number for n in (5, 6)]

    assert again == first
    assert (other_bot.submission_id, other_bot.number) == ("s3", 1)
    assert (other_request.submission_id, other_request.number) == ("s4", 2)
    assert no_request == [3, 4]
    with unit() as uow, pytest.raises(NotFound):
        uow.submissions.get("s2")


def test_a_submission_needs_its_bot(unit: OpenUnit) -> None:
    with pytest.raises(NotFound, match="bot"), unit() as uow:
        uow.submissions.add(submission("s1", "nobody"))


def test_an_id_is_given_once(unit: OpenUnit) -> None:
    with unit() as uow:
        uow.submissions.add(submission("s1"))

        with pytest.raises(AlreadyExists):
            uow.submissions.add(submission("s1", "b2"))


def test_submissions_of_a_bot_are_listed_newest_first(unit: OpenUnit) -> None:
    with unit() as uow:
        for n in range(1, 13):
            uow.submissions.add(submission(f"s{n}"))
        uow.submissions.add(submission("other", "b2"))

        first = uow.submissions.page(10, "", bot_id="b1")
        rest = uow.submissions.page(10, first.next_token, bot_id="b1")

    assert [s.number for s in first.items + rest.items] == list(range(12, 0, -1))
    assert rest.next_token == ""


def test_a_retired_submission_leaves_every_ladder(unit: OpenUnit) -> None:
    with unit() as uow:
        for n in (1, 2):
            uow.submissions.add(submission(f"s{n}", f"b{n}"))
            uow.ladders.add(ladder(f"l{n}"))
        for place in [("s1", "l1"), ("s1", "l2"), ("s2", "l1")]:
            uow.ladders.join(standing(place[0], ladder_id=place[1]))

    with unit() as uow:
        uow.submissions.retire("s1")
        uow.submissions.retire("s1")

    with unit() as uow:
        assert uow.submissions.get("s1").retired
        assert not uow.submissions.get("s2").retired
        assert [s.submission_id for s in uow.ladders.active("l1")] == ["s2"]
        assert uow.ladders.active("l2") == ()
        assert not uow.ladders.standings("l2", ["s1"])["s1"].active
        with pytest.raises(NotFound):
            uow.submissions.retire("nobody")


def test_submissions_are_named_for_people(unit: OpenUnit) -> None:
    with unit() as uow:
        uow.authors.add(author("a2", "Grace"))
        uow.bots.add(bot("b3", "Hopper", author_id="a2"))
        uow.submissions.add(submission("s1", "b1"))
        uow.submissions.add(submission("s2", "b3"))
        uow.submissions.add(submission("s3", "b3"))

        names = uow.submissions.names({"s1", "s3", "nobody"})

    assert names == {
        "s1": Name("Bot b1", 1, "Author a1", "a1"),
        "s3": Name("Hopper", 2, "Grace", "a2"),
    }
    assert str(names["s3"]) == "Hopper v2"


def test_names_are_found_in_any_number(unit: OpenUnit) -> None:
    with unit() as uow:
        uow.submissions.add(submission("s1"))

        assert uow.submissions.names([]) == {}
        assert set(uow.submissions.names([f"s{n}" for n in range(2_500)])) == {"s1"}
