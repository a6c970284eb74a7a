"""Laws that hold for a match of every registered game, whoever plays."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games.registry import Registry
from arena.match.events import Ended
from arena.match.log import dump_log, load_log
from arena.match.outcome import outcome
from arena.match.players import Heard
from arena.match.replay import forfeits, replay, verify
from tests.games.catalogue import CATALOGUE
from tests.match.bots import BAD, Scripted, at_random, decisions, now_and_then, play

INSTALLED = Registry.installed()
TABLES = [(name, seats) for name in INSTALLED.names() for seats in INSTALLED.find(name).seat_counts]
SEEDS = st.binary(min_size=32, max_size=32)
SPELLS = st.none() | st.tuples(st.sampled_from([*BAD]), st.integers(1, 20))
"""What a bot does wrong, and at every how many plies."""


def rule(seat, spell):
    if spell is None:
        return at_random(seat)
    kind, every = spell
    return now_and_then(at_random(seat), BAD[kind][0], every)


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(data=st.data(), seed=SEEDS, faults_allowed=st.integers(0, 5))
def test_a_log_is_whole_and_true(name, seats, data, seed, faults_allowed):
    options = data.draw(st.fixed_dictionaries(CATALOGUE[name].options(seats)), "options")
    spells = data.draw(st.lists(SPELLS, min_size=seats, max_size=seats), "spells")
    game = INSTALLED.create(name, seats, options)
    players = [Scripted(rule(seat, spell)) for seat, spell in enumerate(spells)]

    ended, log = play(game, players, seed=seed, faults_allowed=faults_allowed)

    verify(INSTALLED, log)
    *_, last = replay(game, seed, log)
    assert ended == outcome(game.turn(last.state).scores, forfeits(log))
    assert log[-1] == Ended(last.ply, ended, seed)
    assert load_log(dump_log(log)) == log
    for seat, player in enumerate(players):
        assert player.heard == [
            Heard(decided.ply, choice.seat, choice.public)
            for decided in decisions(log)
            for choice in decided.choices
            if choice.seat != seat
        ]


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(data=st.data(), seed=SEEDS, spell=SPELLS)
def test_a_resumed_match_goes_on_as_if_nothing_had_happened(name, seats, data, seed, spell):
    def players():
        return [Scripted(rule(seat, spell if seat == 0 else None)) for seat in range(seats)]

    game, undisturbed = INSTALLED.create(name, seats), players()
    _, log = play(game, undisturbed, seed=seed)
    length = data.draw(st.integers(1, len(log) - 1), "length")

    resumed = players()
    _, again = play(game, resumed, log[:length], seed=seed)

    assert again == log
    for old, new in zip(undisturbed, resumed, strict=True):
        assert old.told[len(old.told) - len(new.told) :] == new.told
        assert old.outcome == new.outcome
