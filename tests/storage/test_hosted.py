from dataclasses import replace

import pytest

from arena.service.errors import NotFound
from arena.service.hosting_records import Holdings, Hosted, HostedState
from arena.service.ports import OpenUnit
from arena.service.records import AttemptEnd, MatchState
from tests.storage.samples import at, author, bot, ladder, match, populate, standing, submission


def hosted(submission_id: str = "s1", state: HostedState = HostedState.CHECKING) -> Hosted:
    return Hosted(submission_id, state, (3, 4), 512, "c0ffee")


def upload(unit: OpenUnit, *records: Hosted) -> None:
    populate(unit)
    with unit() as uow:
        for record in records:
            uow.hosted.add(record, record.submission_id.encode())


def test_what_was_uploaded_is_kept_as_it_is(unit: OpenUnit) -> None:
    upload(unit, hosted("s1"), hosted("s2"))

    with unit() as uow:
        assert uow.hosted.get("s1") == hosted("s1")
        assert uow.hosted.archive("s1") == b"s1"
        assert uow.hosted.among(["s1", "s2", "s3"]) == {"s1": hosted("s1"), "s2": hosted("s2")}
        with pytest.raises(NotFound):
            uow.hosted.get("s3")
        with pytest.raises(NotFound):
            uow.hosted.archive("s3")


def test_what_a_build_made_takes_the_place_of_what_was_uploaded(unit: OpenUnit) -> None:
    upload(unit, hosted("s1"), hosted("s2"))

    with unit() as uow:
        uow.hosted.replace_archive("s1", b"built")
        uow.hosted.move("s1", HostedState.REFUSED, "it does not run")

    with unit() as uow:
        assert (uow.hosted.archive("s1"), uow.hosted.archive("s2")) == (b"built", b"s2")
        refused = replace(hosted("s1"), state=HostedState.REFUSED, reason="it does not run")
        assert uow.hosted.get("s1") == refused


def test_archives_are_forgotten_that_nobody_will_run(unit: OpenUnit) -> None:
    upload(unit, *(hosted(name, HostedState.ACTIVE) for name in ("s1", "s2", "s3")))
    with unit() as uow:
        uow.hosted.move("s1", HostedState.REFUSED)
        uow.submissions.retire("s2")
        uow.matches.add(match("m1", lineup=("s2", "s3")))
        before = uow.hosted.holdings(author().author_id)
        forgotten = uow.hosted.forget_archives(at(3_600))
        after = uow.hosted.holdings(author().author_id)

    with unit() as uow:
        assert (forgotten, before, after) == (1, Holdings(1, 6), Holdings(1, 4))
        assert uow.hosted.forget_archives(at(-3_600)) == 0
        with pytest.raises(NotFound):
            uow.hosted.archive("s1")
        assert uow.hosted.archive("s2") == b"s2"


def test_a_repeated_upload_is_known_by_request_and_checksum(unit: OpenUnit) -> None:
    with unit() as uow:
        uow.authors.add(author())
        uow.bots.add(bot())
        uow.submissions.add(submission("s1"), request_id="r1")
        uow.hosted.add(hosted("s1"), b"")

        assert uow.hosted.uploaded("c0ffee", "r1") == ("s1",)
        assert uow.hosted.uploaded("decade", "r1") == ()
        assert uow.hosted.uploaded("c0ffee", "r2") == ()


@pytest.mark.parametrize(
    ("state", "wanted"),
    [
        (HostedState.CHECKING, True),
        (HostedState.BUILDING, True),
        (HostedState.QUALIFYING, True),
        (HostedState.ACTIVE, False),
        (HostedState.REFUSED, False),
    ],
)
def test_who_is_under_way_is_wanted(unit: OpenUnit, state: HostedState, wanted: bool) -> None:
    upload(unit, hosted("s1", state))

    with unit() as uow:
        assert bool(uow.hosted.wanted()) == wanted
        uow.submissions.retire("s1")
        assert uow.hosted.wanted() == ()


def test_who_is_on_a_ladder_that_goes_on_is_wanted(unit: OpenUnit) -> None:
    upload(unit, hosted("s1", HostedState.ACTIVE), hosted("s2", HostedState.REFUSED))

    with unit() as uow:
        for submission_id in ("s1", "s2"):
            uow.ladders.join(standing(submission_id))
    with unit() as uow:
        assert [h.submission_id for h in uow.hosted.wanted()] == ["s1"]
        uow.ladders.pause("l1", True)
    with unit() as uow:
        assert uow.hosted.wanted() == ()
        uow.ladders.add(ladder("l2"))
        uow.ladders.join(standing("s1", ladder_id="l2"))
        uow.ladders.leave("l2", "s1")
        assert uow.hosted.wanted() == ()


def test_who_sits_in_a_match_is_wanted_until_it_ends(unit: OpenUnit) -> None:
    upload(unit, hosted("s1", HostedState.ACTIVE))

    with unit() as uow:
        uow.matches.add(match("m1"))
    with unit() as uow:
        assert [h.submission_id for h in uow.hosted.wanted()] == ["s1"]
        uow.matches.add(match("m2", state=MatchState.VOID))
        uow.ladders.pause("l1", True)
    with unit() as uow:
        assert uow.matches.claim("m1", "w", at(20), at(50)) is not None
        assert [h.submission_id for h in uow.hosted.wanted()] == ["s1"]


@pytest.mark.parametrize("state", [HostedState.QUALIFYING, HostedState.ACTIVE])
def test_who_was_retired_is_wanted_until_its_last_match_ends(
    unit: OpenUnit, state: HostedState
) -> None:
    upload(unit, hosted("s1", state))

    with unit() as uow:
        uow.matches.add(match("m1"))
        uow.submissions.retire("s1")
    with unit() as uow:
        assert [h.submission_id for h in uow.hosted.wanted()] == ["s1"]
        assert uow.hosted.claim("s1", "w1", "t1", at(0), at(30)) is not None
        uow.matches.void("m1", AttemptEnd.OPERATOR, "given up", at(10))
    with unit() as uow:
        assert uow.hosted.wanted() == ()


def test_one_worker_at_a_time_runs_a_submission(unit: OpenUnit) -> None:
    upload(unit, hosted("s1"))

    with unit() as uow:
        mine = uow.hosted.claim("s1", "w1", "t1", at(0), at(30))
        assert mine == replace(hosted("s1"), worker="w1", lease_until=at(30))
        assert uow.hosted.claim("s1", "w2", "t2", at(29), at(59)) is None
        assert uow.hosted.renew("w2", ["s1"], at(29), at(59)) == frozenset()
        assert uow.hosted.renew("w1", ["s1", "s2"], at(29), at(40)) == {"s1"}
        assert uow.hosted.of_token("t1", at(40)).submission_id == "s1"
        assert uow.hosted.claim("s1", "w1", "t2", at(41), at(71)) is not None
        with pytest.raises(NotFound):
            uow.hosted.of_token("t1", at(41))
        uow.hosted.release("s1", "t1", at(49))
        assert uow.hosted.of_token("t2", at(50)).submission_id == "s1"
        uow.hosted.release("s1", "t2", at(49))
        assert uow.hosted.get("s1") == replace(hosted("s1"), lease_until=at(49))
        assert uow.hosted.claim("s1", "w3", "t3", at(50), at(80)) is not None


@pytest.mark.parametrize("state", [HostedState.ACTIVE, HostedState.REFUSED])
def test_nobody_is_claimed_who_is_not_wanted(unit: OpenUnit, state: HostedState) -> None:
    upload(unit, hosted("s1", state), hosted("s2"))

    with unit() as uow:
        uow.submissions.retire("s2")

        assert uow.hosted.claim("s1", "w1", "t1", at(0), at(30)) is None
        assert uow.hosted.claim("s2", "w1", "t2", at(0), at(30)) is None
        uow.ladders.join(standing("s1"))
        mine = uow.hosted.claim("s1", "w1", "t1", at(0), at(30))
        assert (mine is not None) == (state is HostedState.ACTIVE)


def test_a_lease_that_is_over_is_not_renewed(unit: OpenUnit) -> None:
    upload(unit, hosted("s1"))

    with unit() as uow:
        uow.hosted.claim("s1", "w1", "t1", at(0), at(30))

        assert uow.hosted.renew("w1", ["s1"], at(31), at(60)) == frozenset()


def test_that_a_submission_was_dispatched_is_noted(unit: OpenUnit) -> None:
    upload(unit, hosted("s1"), hosted("s2"))

    with unit() as uow:
        uow.hosted.dispatch([], at(1))
        uow.hosted.dispatch(["s2"], at(2))

    with unit() as uow:
        assert [h.dispatched for h in uow.hosted.wanted()] == [None, at(2)]


def test_logs_are_kept_per_match_and_seat_and_forgotten_in_time(unit: OpenUnit) -> None:
    upload(unit, hosted("s1"))

    with unit() as uow:
        uow.hosted.keep_log("s1", "", 0, b"built", at(1))
        uow.hosted.keep_log("s1", "m1", 2, b"half", at(2))
        uow.hosted.keep_log("s1", "m1", 2, b"whole \xff" * 1_000, at(3))

    with unit() as uow:
        assert uow.hosted.log("s1", "m1", 2) == b"whole \xff" * 1_000
        with pytest.raises(NotFound):
            uow.hosted.log("s1", "m1", 1)
        assert uow.hosted.forget_logs(at(3)) == 1
        with pytest.raises(NotFound):
            uow.hosted.log("s1", "", 0)
        assert uow.hosted.log("s1", "m1", 2)
