"""What the referee asks, tells, records and lets through."""

import asyncio

import pytest

from arena.games.dice import Dice, commitment
from arena.match.events import Choice, Decided, Ended, Started
from arena.match.outcome import Outcome
from arena.match.players import Answer, Heard
from arena.match.referee import Referee
from tests.match.bots import (
    BAD,
    CLOCK,
    SEED,
    Scripted,
    at_random,
    decisions,
    default,
    last,
    now_and_then,
    play,
)
from tests.match.toy import Coins


def test_the_log_has_the_terms_then_the_decisions_then_the_outcome():
    outcome, log = play(Coins(2, rounds=1), [Scripted(last), Scripted(default)], faults_allowed=4)

    assert log == [
        Started("coins", 3, 2, {"rounds": 1}, CLOCK, 4, commitment(SEED)),
        Decided(1, (Choice(0, "call tails", "call"), Choice(1, "call heads", "call"))),
        Decided(2, (Choice(0, "double", "double"),)),
        Ended(3, outcome, SEED),
    ]


def test_a_prompt_asks_for_one_of_the_legal_actions():
    bot = Scripted(last)

    play(Coins(2), [bot, Scripted()])

    assert [(p.ply, p.legal_actions) for p in bot.prompts] == [
        (1, ("call heads", "call tails")),
        (2, ("hold", "double")),
        (4, ("call heads", "call tails")),
    ]
    assert bot.prompts[1].observation.calls == ("call tails",)
    assert {p.limit_ms for p in bot.prompts} == {1_000}


def test_each_seat_hears_the_public_notation_of_what_the_others_did():
    first, second = Scripted(last), Scripted(default)

    play(Coins(2), [first, second])

    assert [p.heard for p in second.prompts] == [
        (),
        (Heard(1, 0, "call"), Heard(2, 0, "double")),
        (Heard(4, 0, "call"),),
    ]
    assert [p.heard for p in first.prompts] == [(), (Heard(1, 1, "call"),), ()]
    assert first.heard[-2:] == [Heard(4, 1, "call"), Heard(5, 1, "hold")]


@pytest.mark.parametrize("kind", BAD)
@pytest.mark.parametrize("faults_allowed", [0, 1, 99])
def test_each_seat_hears_everything_once_and_in_order(kind, faults_allowed):
    rule, _ = BAD[kind]
    rules = [at_random(0), rule, now_and_then(last, rule, every=4)]
    players = list(map(Scripted, rules))

    _, log = play(Coins(3, rounds=6), players, faults_allowed=faults_allowed)

    for seat, player in enumerate(players):
        others = [
            Heard(d.ply, c.seat, c.public)
            for d in decisions(log)
            for c in d.choices
            if c.seat != seat
        ]
        assert player.heard == others


def test_a_prompt_comes_with_all_that_happened_before_it():
    players = [Scripted(at_random(seat)) for seat in range(4)]

    _, log = play(Coins(4, rounds=5), players)

    for seat, player in enumerate(players):
        heard = []
        for prompt in player.prompts:
            heard += [(h.ply, h.seat) for h in prompt.heard]
            assert heard == [
                (d.ply, c.seat)
                for d in decisions(log)
                for c in d.choices
                if d.ply < prompt.ply and c.seat != seat
            ]


def test_all_seats_of_a_decision_are_asked_at_once():
    class Waiting(Scripted):
        async def choose(self, prompt):
            if len(prompt.legal_actions[0].split()) == 2:
                async with asyncio.timeout(5):
                    await everybody.wait()
            return await super().choose(prompt)

    everybody = asyncio.Barrier(4)

    outcome, _ = play(Coins(4), [Waiting() for _ in range(4)])

    assert outcome.forfeits == ()


def test_nobody_is_asked_before_all_have_been_seated():
    class Late(Scripted):
        async def sit(self):
            await asyncio.sleep(0.01)
            steps.append("seated")

        async def choose(self, prompt):
            steps.append("asked")
            return await super().choose(prompt)

    steps = []

    play(Coins(2, rounds=1), [Late(), Late()])

    assert steps == ["seated", "seated", "asked", "asked", "asked"]


class RelayLost(ConnectionError):
    """Something of the arena's own that failed."""


class Failing(Scripted):
    """Fails at one ply, or already when it is to sit."""

    def __init__(self, at):
        super().__init__()
        self.at = at

    async def sit(self):
        if self.at is None:
            raise RelayLost("sit")

    async def choose(self, prompt):
        if prompt.ply == self.at:
            await asyncio.sleep(0)
            raise RelayLost("choose")
        return await super().choose(prompt)


class Patient(Scripted):
    """Takes all the time in the world; notes when it may stop waiting."""

    cancelled = False

    async def choose(self, prompt):
        try:
            await asyncio.sleep(3600)
        finally:
            await asyncio.sleep(0)
            self.cancelled = True
        return Answer(prompt.legal_actions[0])


def test_a_failure_of_the_arena_goes_through_and_nobody_is_waited_for():
    patient = [Patient(), Patient()]

    with pytest.raises(RelayLost, match="choose"):
        play(Coins(3), [patient[0], Failing(at=1), patient[1]])

    assert [p.cancelled for p in patient] == [True, True]


@pytest.mark.parametrize("at", [None, 1, 2, 4])
def test_a_failure_of_the_arena_at_any_time_goes_through(at):
    with pytest.raises(RelayLost):
        play(Coins(3), [Failing(at), Scripted(), Scripted()])


def test_two_failures_at_once_raise_one_of_them():
    with pytest.raises(RelayLost):
        play(Coins(3), [Failing(1), Failing(1), Scripted()])


@pytest.mark.parametrize("kept", range(4))
def test_what_could_not_be_recorded_did_not_happen(kept):
    async def record(event):
        if len(log) == kept:
            raise RelayLost("record")
        log.append(event)

    log = []
    players = [Scripted(lambda _: Answer("cheat")), Scripted()]
    referee = Referee(
        Coins(2, rounds=1), players, seed=SEED, clock=CLOCK, faults_allowed=9, record=record
    )

    with pytest.raises(RelayLost, match="record"):
        asyncio.run(referee.play())

    assert len(log) == kept
    assert len(players[0].notices) == max(0, kept - 1)
    assert [player.outcome for player in players] == [None, None]


def test_a_match_can_be_stopped_from_outside():
    async def stopped():
        task = asyncio.create_task(referee.play())
        await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    async def record(event):
        pass

    players = [Patient(), Patient()]
    referee = Referee(Coins(2), players, seed=SEED, clock=CLOCK, faults_allowed=0, record=record)

    asyncio.run(stopped())

    assert [p.cancelled for p in players] == [True, True]


def test_a_match_needs_a_player_for_every_seat():
    with pytest.raises(ValueError, match="2 players for 3 seats"):
        play(Coins(3), [Scripted(), Scripted()])


def test_the_same_seed_and_answers_give_the_same_log():
    def logged(seed):
        return play(Coins(3), [Scripted(at_random(seat)) for seat in range(3)], seed=seed)[1]

    assert logged(SEED) == logged(SEED)
    assert logged(SEED)[-1].outcome != logged(bytes(32))[-1].outcome


def test_the_outcome_has_the_scores_of_the_game():
    (seen,) = Coins(2).chance(Coins(2).start(), Dice(SEED, 0)).tosses
    right = Scripted(
        lambda p: Answer(["call tails", "call heads"][seen[0]] if p.ply == 1 else "double")
    )
    wrong = Scripted(lambda p: Answer(["call heads", "call tails"][seen[1]]))

    outcome, _ = play(Coins(2, rounds=1), [right, wrong])

    assert outcome == right.outcome == Outcome(scores=(2, -1), ranks=(1, 2))
