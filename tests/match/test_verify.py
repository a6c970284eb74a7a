"""A log is true or it is refused, and the refusal says where."""

from dataclasses import replace

import pytest

from arena.games.dice import commitment
from arena.games.registry import Registry, UnknownGame
from arena.match.events import Choice, Decided, Ended
from arena.match.outcome import Fault, Outcome
from arena.match.replay import BadLog, IllegalAction, action_of, forfeits, replay, verify
from tests.match.bots import BAD, SEED, Scripted, at_random, last, now_and_then, play
from tests.match.toy import Coins, State

GAMES = Registry([Coins])
FORFEITING = 1
"""The seat that forfeits in the log below, with its fault at ply 4."""


def true_log():
    """Started at 0, decided plies 1, 2, 4, 5, 7 and 8, ended at 9; seat 1 forfeits at ply 4."""
    rules = [last, BAD["cheat"][0], now_and_then(last, BAD["gone"][0], 7)]
    _, log = play(Coins(3, rounds=3), list(map(Scripted, rules)), faults_allowed=1)
    return log


def event_at(log, ply):
    (number,) = (n for n, e in enumerate(log) if isinstance(e, Decided) and e.ply == ply)
    return number


def changed(log, ply, seat, **fields):
    """The log with other fields for one choice."""
    number = event_at(log, ply)
    choices = tuple(replace(c, **fields) if c.seat == seat else c for c in log[number].choices)
    return [*log[:number], Decided(ply, choices), *log[number + 1 :]]


def without(log, ply):
    number = event_at(log, ply)
    return log[:number] + log[number + 1 :]


def ending(log, **fields):
    return [*log[:-1], replace(log[-1], **fields)]


def starting(log, **fields):
    return [replace(log[0], **fields), *log[1:]]


def other_outcome(log, **fields):
    return ending(log, outcome=replace(log[-1].outcome, **fields))


def moved(log, ply):
    number = event_at(log, ply)
    return [*log[:number], replace(log[number], ply=ply + 1), *log[number + 1 :]]


def reseated(log, ply, seats):
    number = event_at(log, ply)
    choices = tuple(Choice(seat, "call heads", "call") for seat in seats)
    return [*log[:number], Decided(ply, choices), *log[number + 1 :]]


def reseeded(log, seed):
    return starting(ending(log, seed=seed), commitment=commitment(seed))


def prolonged(log):
    return [*log[:-1], Decided(9, (Choice(0, "hold", "hold"),)), log[-1]]


def test_a_true_log_is_true():
    verify(GAMES, true_log())


def test_the_log_that_is_tampered_with_has_all_there_is_to_it():
    log = true_log()

    assert [e.ply for e in log[1:]] == [1, 2, 4, 5, 7, 8, 9]
    assert forfeits(log) == {FORFEITING}
    assert log[event_at(log, 5)].choices == (Choice(1, "hold", "hold"),)
    assert log[event_at(log, 7)].choices[2].fault is Fault.DISCONNECT


@pytest.mark.parametrize(
    ("tampered", "problem"),
    [
        # Decisions
        (lambda log: changed(log, 2, 0, action="fold"), "ply 2: seat 0 may not play 'fold'"),
        (
            lambda log: changed(log, 2, 0, action="hold"),
            "ply 2: seat 0: 'double' is not the public",
        ),
        (lambda log: changed(log, 2, 0, action="hold", public="hold"), "outcome does not follow"),
        (lambda log: changed(log, 4, 2, public="call tails"), "ply 4: seat 2: 'call tails' is not"),
        (lambda log: changed(log, 7, 2, action="call tails"), "ply 7: seat 2 was at fault"),
        (lambda log: changed(log, 2, 0, fault=Fault.CRASH), "ply 2: seat 0 was at fault"),
        (lambda log: changed(log, 7, 1, action="call tails"), "ply 7: seat 1 had forfeited"),
        (lambda log: changed(log, 7, 1, fault=Fault.CRASH), "ply 7: seat 1 had forfeited"),
        (lambda log: changed(log, 7, 1, elapsed_ms=30), "ply 7: seat 1 had forfeited"),
        (lambda log: changed(log, 4, 1, fault=None), "outcome does not follow"),
        (lambda log: reseated(log, 4, (0, 1, 3)), r"ply 4: seats \(0, 1, 3\) chose"),
        (lambda log: reseated(log, 4, (0, 1)), r"ply 4: seats \(0, 1\) chose where \(0, 1, 2\)"),
        (lambda log: reseated(log, 4, (0, 1, 1)), r"ply 4: seats \(0, 1, 1\) chose"),
        (lambda log: reseated(log, 4, (1, 0, 2)), r"ply 4: seats \(1, 0, 2\) chose"),
        (lambda log: reseated(log, 5, (0,)), r"ply 5: seats \(0,\) chose where \(1,\)"),
        # Plies
        (lambda log: without(log, 1), "ply 2 where ply 1 is due"),
        (lambda log: without(log, 5), "ply 7 where ply 5 is due"),
        (lambda log: without(log, 8), "do not end the match at ply 9"),
        (lambda log: moved(log, 4), "ply 5 where ply 4 is due"),
        (prolonged, "ply 9: a decision after the end"),
        (lambda log: ending(log, ply=8), "do not end the match at ply 8"),
        # Seed, outcome, terms
        (lambda log: ending(log, seed=bytes(32)), "the seed is not the one"),
        (lambda log: ending(log, seed=b""), "the seed is not the one"),
        (lambda log: starting(log, commitment="0" * 64), "the seed is not the one"),
        (lambda log: reseeded(log, SEED[::-1]), "outcome does not follow"),
        (lambda log: other_outcome(log, scores=(9, 9, 9)), "outcome does not follow"),
        (lambda log: other_outcome(log, ranks=(1, 1, 1)), "outcome does not follow"),
        (lambda log: other_outcome(log, forfeits=()), "outcome does not follow"),
        (lambda log: starting(log, faults_allowed=2), "outcome does not follow"),
        (lambda log: starting(log, faults_allowed=0), "ply 4: seat 1 had forfeited"),
        (lambda log: starting(log, version=2), "version 2 of the rules, not 3"),
        (lambda log: starting(log, seats=2), "ply 1: seats"),
        (lambda log: starting(log, seats=9), "no such game: coins is for 2 to 4 seats, not 9"),
        (lambda log: starting(log, options={"jokers": 1}), "no such game: .*jokers"),
        (lambda log: starting(log, options={"rounds": 4}), "do not end the match at ply 9"),
        # The whole
        (lambda log: [], "a whole log is"),
        (lambda log: log[1:], "a whole log is"),
        (lambda log: log[:-1], "a whole log is"),
        (lambda log: log[:1], "a whole log is"),
        (lambda log: [*log, log[-1]], "a whole log is"),
        (lambda log: [log[0], *log], "a whole log is"),
        (lambda log: [log[-1], *log[1:-1], log[0]], "a whole log is"),
    ],
)
def test_a_log_that_was_tampered_with_is_refused(tampered, problem):
    with pytest.raises(BadLog, match=problem):
        verify(GAMES, tampered(true_log()))


def test_every_other_action_in_a_log_is_noticed():
    """Swapping any choice for the other legal one breaks public notation, default or outcome."""
    log, other = true_log(), {"hold": "double", "call heads": "call tails"}
    other |= {there: here for here, there in other.items()}

    for event in log[1:-1]:
        for choice in event.choices:
            with pytest.raises(BadLog):
                verify(GAMES, changed(log, event.ply, choice.seat, action=other[choice.action]))


def test_a_log_of_an_unknown_game_cannot_be_judged():
    with pytest.raises(UnknownGame):
        verify(Registry(), true_log())


def test_a_replay_has_a_frame_for_every_ply():
    log = true_log()

    frames = list(replay(Coins(3, rounds=3), SEED, log))

    assert [frame.ply for frame in frames] == list(range(10))
    assert frames[0].state == State()
    assert [len(frame.state.tosses) for frame in frames] == [0, 1, 1, 1, 2, 2, 2, 3, 3, 3]


@pytest.mark.parametrize(("events", "plies"), [(0, 2), (1, 2), (2, 3), (3, 5), (7, 10), (8, 10)])
def test_a_part_of_a_log_replays_to_where_it_ends(events, plies):
    frames = list(replay(Coins(3, rounds=3), SEED, true_log()[:events]))

    assert [frame.ply for frame in frames] == list(range(plies))


def test_an_action_is_found_by_its_notation_or_it_is_illegal():
    game = Coins(2)
    state = next(f.state for f in replay(game, SEED, []) if f.ply == 1)

    assert str(action_of(game, state, 0, "call tails")) == "call tails"
    with pytest.raises(IllegalAction, match="seat 0 may not play 'double'"):
        action_of(game, state, 0, "double")


def test_forfeits_follow_from_the_faults():
    faulted = Choice(0, "a", "a", fault=Fault.TIMEOUT)
    started = true_log()[0]
    log = [
        replace(started, faults_allowed=1),
        Decided(0, (faulted, replace(faulted, seat=1))),
        Decided(1, (faulted, Choice(1, "a", "a"))),
        Ended(2, Outcome((), ()), b""),
    ]

    assert forfeits(log) == {0}
    assert forfeits([replace(started, faults_allowed=2), *log[1:]]) == set()


@pytest.mark.parametrize("kind", BAD)
@pytest.mark.parametrize("faults_allowed", [0, 1, 9])
def test_true_logs_of_bad_bots_are_true(kind, faults_allowed):
    rule, _ = BAD[kind]
    players = list(map(Scripted, [at_random(0), rule, now_and_then(last, rule, 4)]))

    _, log = play(Coins(3, rounds=3), players, faults_allowed=faults_allowed)

    verify(GAMES, log)
