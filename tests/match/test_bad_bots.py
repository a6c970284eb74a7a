"""Bad bots never stop a match, and cost nobody else anything."""

import pytest

from arena.match.clock import Clock
from arena.match.events import Ended
from arena.match.outcome import Fault, Outcome, outcome
from arena.match.players import Answer, Faulted
from tests.match.bots import BAD, Scripted, at_random, decisions, default, faults, last, play
from tests.match.toy import Coins


def coins(rounds=2, seats=3):
    return Coins(seats, rounds=rounds)


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_bot_never_stops_a_match(kind):
    rule, fault = BAD[kind]
    good, other, bad = Scripted(at_random(0)), Scripted(at_random(1)), Scripted(rule)

    ended, log = play(coins(), [good, other, bad], faults_allowed=1)

    assert isinstance(log[-1], Ended)
    assert faults(log, 0) == faults(log, 1) == [None] * 3
    assert faults(log, 2) == [fault, fault]
    assert ended.forfeits == (2,)
    assert ended.ranks[2] == 3
    assert good.outcome == other.outcome == bad.outcome == ended


@pytest.mark.parametrize("kind", BAD)
def test_all_bad_bots_together_do_not_stop_a_match(kind):
    rule, _ = BAD[kind]

    ended, log = play(coins(), [Scripted(rule) for _ in range(3)], faults_allowed=0)

    assert isinstance(log[-1], Ended)
    assert ended.forfeits == (0, 1, 2)


@pytest.mark.parametrize("kind", BAD)
def test_for_a_bad_bot_its_default_is_played_and_it_is_told(kind):
    rule, fault = BAD[kind]
    bad = Scripted(rule)

    _, log = play(coins(), [Scripted(), Scripted(), bad], faults_allowed=0)

    assert bad.notices == [Faulted(1, fault, "call heads", -1)]
    assert {c.action for d in decisions(log) for c in d.choices if c.seat == 2} == {"call heads"}


def test_with_one_fault_more_than_allowed_a_seat_forfeits_and_is_asked_no_more():
    rule, _ = BAD["cheat"]
    bad = Scripted(rule)

    _, log = play(coins(rounds=5), [bad, Scripted(), Scripted()], faults_allowed=2)

    wrong = Fault.ILLEGAL_ACTION
    assert faults(log, 0) == [wrong, wrong, wrong, None, None, None, None]
    assert [p.faults_left for p in bad.prompts] == [2, 1, 0]
    assert [n.faults_left for n in bad.notices] == [1, 0, -1]


def test_a_seat_that_forfeited_plays_its_defaults_in_no_time():
    bad = Scripted(lambda prompt: Answer("", 9_999, Fault.TIMEOUT))

    _, log = play(coins(rounds=3), [bad, Scripted(), Scripted()], faults_allowed=0)

    ours = [c for d in decisions(log) for c in d.choices if c.seat == 0]
    assert [(c.action, c.elapsed_ms) for c in ours] == [
        ("call heads", 9_999),
        ("hold", 0),
        ("call heads", 0),
        ("call heads", 0),
    ]


def test_with_no_more_faults_than_allowed_no_seat_forfeits():
    rule, _ = BAD["cheat"]

    ended, _ = play(coins(), [Scripted(rule), Scripted(), Scripted()], faults_allowed=3)

    assert ended.forfeits == ()


def test_a_forfeit_ranks_behind_a_worse_score():
    rules = [last, BAD["gone"][0], default]

    ended, _ = play(coins(rounds=3), list(map(Scripted, rules)), faults_allowed=0)

    assert ended == Outcome(scores=(-2, -1, 3), ranks=(2, 3, 1), forfeits=(1,))


@pytest.mark.parametrize(
    ("scores", "forfeited", "ranks"),
    [
        ((7, 3, 5), (), (1, 3, 2)),
        ((5, 5, 5), (), (1, 1, 1)),
        ((3, 9, 9, -2), (), (3, 1, 1, 4)),
        ((9, 5, 7, 5), (0,), (4, 2, 1, 2)),
        ((9, 8, 3, 3), (0, 1), (3, 4, 1, 1)),
        ((4, 4, 9), (0, 1, 2), (2, 2, 1)),
    ],
)
def test_ranks_follow_scores_then_forfeits(scores, forfeited, ranks):
    assert outcome(scores, frozenset(forfeited)) == Outcome(scores, ranks, forfeited)


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_bot_takes_nothing_from_the_time_and_faults_of_others(kind):
    rule, _ = BAD[kind]
    good = Scripted(at_random(0))

    play(coins(), [good, Scripted(rule), Scripted(rule)], faults_allowed=1)

    assert [p.bank_ms for p in good.prompts] == [5_000] * 3
    assert [p.faults_left for p in good.prompts] == [1] * 3
    assert good.notices == []


@pytest.mark.parametrize(
    ("elapsed", "banks"),
    [
        ((0, 0, 0), (500, 500, 500)),
        ((150, 150, 150), (500, 500, 500)),
        ((151, 0, 0), (500, 499, 499)),
        ((350, 400, 0), (500, 300, 50)),
        ((650, 150, 151), (500, 0, 0)),
        ((650, 151, 0), (500, 0, 0)),
        ((9_999, 0, 0), (500, 0, 0)),
    ],
)
def test_a_bank_pays_for_what_goes_beyond_the_limit_and_the_lag(elapsed, banks):
    clock = Clock(limit_ms=100, bank_ms=500, lag_ms=50)
    times = iter(elapsed)
    bot = Scripted(lambda prompt: Answer(prompt.legal_actions[0], next(times)))

    play(coins(), [bot, Scripted(), Scripted()], clock=clock)

    assert tuple(p.bank_ms for p in bot.prompts) == banks
    assert tuple(p.last_elapsed_ms for p in bot.prompts) == (0, *elapsed[:-1])


@pytest.mark.parametrize(("elapsed_ms", "fault"), [(650, None), (651, Fault.TIMEOUT)])
def test_an_answer_is_in_time_until_limit_bank_and_lag_are_used_up(elapsed_ms, fault):
    clock = Clock(limit_ms=100, bank_ms=500, lag_ms=50)
    bot = Scripted(lambda prompt: Answer(prompt.legal_actions[-1], elapsed_ms))

    _, log = play(coins(rounds=1), [Scripted(), bot, Scripted()], clock=clock)

    assert faults(log, 1) == [fault]
    assert decisions(log)[0].choices[1].action == ("call heads" if fault else "call tails")


def test_a_fault_of_its_bot_is_not_judged_a_second_time():
    bot = Scripted(lambda prompt: Answer("take the bank", 99_999, Fault.CRASH))

    _, log = play(coins(rounds=1), [Scripted(), bot, Scripted()])

    assert faults(log, 1) == [Fault.CRASH]
