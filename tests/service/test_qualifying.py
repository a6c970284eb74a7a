"""A hosted submission plays one unrated block against house bots before it is active."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from arena.match.players import Prompt, Table
from arena.service.bots import create_bot
from arena.service.hosting_records import Hosted, HostedState
from arena.service.house import house_submissions, is_house
from arena.service.naming import new_id
from arena.service.qualifying import TRIES, qualify, refuse
from arena.service.records import MatchState, Role, Submission, SubmissionKind
from arena.service.scheduling import STARTING
from tests.service.world import GAME, World, first_action


def raises(_: Table, prompt: Prompt) -> str:
    return "no action of any game"


@pytest.fixture
def world() -> World:
    return World()


def upload(world: World, state: HostedState = HostedState.QUALIFYING) -> str:
    """Returns a hosted submission that plays with three seats."""
    bot = create_bot(
        world.author(), "Hosted", GAME, open_unit=world.open_unit, games=world.games, now=world.now
    )
    submission = Submission(new_id("sub"), bot.bot_id, 0, SubmissionKind.HOSTED, world.now())
    with world.open_unit() as unit:
        unit.submissions.add(submission)
        unit.hosted.add(Hosted(submission.submission_id, state, (3, 5), 64, "c0ffee"), b"")
    return submission.submission_id


def look(world: World, submission_id: str) -> tuple[HostedState, str]:
    hosted, wrong = qualify(
        submission_id, open_unit=world.open_unit, games=world.games, now=world.now
    )
    return hosted.state, wrong


def play_all(world: World) -> None:
    for match in world.all_matches():
        if match.state is MatchState.QUEUED:
            asyncio.run(world.play(match.match_id))


def connect(world: World, submission_id: str, bot: Callable[[Table, Prompt], str]) -> None:
    world.relay.connect(submission_id, bot, 8)
    houses = house_submissions(GAME, 2, open_unit=world.open_unit, now=world.now)
    for house in houses:
        world.relay.connect(house, first_action, 8)


def test_who_plays_without_a_fault_is_active(world: World) -> None:
    submission_id = upload(world)
    connect(world, submission_id, first_action)

    assert look(world, submission_id) == (HostedState.QUALIFYING, "")
    assert look(world, submission_id) == (HostedState.QUALIFYING, "")
    matches = world.all_matches()
    play_all(world)

    assert look(world, submission_id) == (HostedState.ACTIVE, "")
    assert look(world, submission_id) == (HostedState.ACTIVE, "")
    assert len(matches) == len(world.all_matches()) == 3
    assert sorted(match.lineup.index(submission_id) for match in matches) == [0, 1, 2]
    assert len({match.seed for match in matches}) == 1
    assert all(match.block_id is None for match in matches)


def test_a_fault_is_told_with_its_place(world: World) -> None:
    submission_id = upload(world)
    connect(world, submission_id, raises)

    look(world, submission_id)
    play_all(world)
    state, wrong = look(world, submission_id)

    assert state is HostedState.QUALIFYING
    assert wrong.startswith("illegal action at ply ")


def test_a_match_that_the_arena_gave_up_is_played_again(world: World) -> None:
    submission_id = upload(world)
    connect(world, submission_id, first_action)
    look(world, submission_id)
    world.void(world.all_matches()[0].match_id)

    look(world, submission_id)
    play_all(world)

    assert look(world, submission_id) == (HostedState.ACTIVE, "")
    assert len(world.all_matches()) == 4


def test_who_cannot_qualify_because_the_arena_gives_up_is_told_so_in_the_end(world: World) -> None:
    submission_id = upload(world)
    look(world, submission_id)
    goes_on = min(match.match_id for match in world.all_matches())  # the last on every list

    looks = []
    for _ in range(TRIES):
        world.later(timedelta())
        for match in world.all_matches():
            if match.match_id != goes_on and not match.state.final:
                world.void(match.match_id)
        looks.append(look(world, submission_id))

    assert looks[:-1] == [(HostedState.QUALIFYING, "")] * (TRIES - 1)
    state, why = looks[-1]
    assert state is HostedState.QUALIFYING
    assert why.startswith(f"the arena gave up {TRIES} matches to qualify in, match-")

    refuse(submission_id, why, open_unit=world.open_unit, now=world.now)

    assert len(world.all_matches()) == 1 + 2 * TRIES
    assert {match.state for match in world.all_matches()} == {MatchState.VOID}


def test_the_matches_of_who_is_refused_are_given_up(world: World) -> None:
    submission_id = upload(world)
    look(world, submission_id)

    refuse(submission_id, "it does not start", open_unit=world.open_unit, now=world.now)

    assert {match.state for match in world.all_matches()} == {MatchState.VOID}
    with world.open_unit() as unit:
        hosted = unit.hosted.get(submission_id)
    assert (hosted.state, hosted.reason) == (HostedState.REFUSED, "it does not start")
    assert look(world, submission_id) == (HostedState.REFUSED, "")


@pytest.mark.parametrize("state", [HostedState.CHECKING, HostedState.ACTIVE])
def test_nobody_else_qualifies(world: World, state: HostedState) -> None:
    submission_id = upload(world, state)

    assert look(world, submission_id) == (state, "")
    assert world.all_matches() == []


def test_house_bots_are_made_once_whatever_other_bots_are_called(world: World) -> None:
    create_bot(
        world.author(),
        f"House {GAME} 1",
        GAME,
        open_unit=world.open_unit,
        games=world.games,
        now=world.now,
    )

    first, again = (
        house_submissions(GAME, 2, open_unit=world.open_unit, now=world.now) for _ in range(2)
    )

    assert first == again
    assert all(map(is_house, first))
    assert not is_house(new_id("sub"))
    with world.open_unit() as unit:
        names = unit.submissions.names(first)
        bots = [unit.bots.get(unit.submissions.get(s).bot_id) for s in first]
        author = unit.authors.get(bots[0].author_id)
    assert {name.author for name in names.values()} == {"house"}
    assert author == replace(author, role=Role.OPERATOR)


def test_a_match_waits_for_bots_to_be_run_and_a_new_one_for_them_to_start(world: World) -> None:
    submission_id = upload(world)
    look(world, submission_id)
    first, second = house_submissions(GAME, 2, open_unit=world.open_unit, now=world.now)
    for bot in (submission_id, first):
        world.relay.connect(bot, first_action, 1)

    too_early = world.dispatch()
    world.later(STARTING)
    nobody_runs_it = world.dispatch()
    with world.open_unit() as unit:
        instant = world.now()
        assert unit.hosted.claim(second, "worker", "hash", instant, instant + STARTING)
    at_last = world.dispatch()

    assert (too_early, nobody_runs_it) == ([], [])
    assert len(at_last) == 1
