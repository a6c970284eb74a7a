"""Whoever takes a match over goes on where its log ends, as if nothing had happened."""

import pytest

from arena.match.events import Decided, without_times
from arena.match.players import Prompt
from arena.match.replay import BadLog
from tests.match.bots import BAD, SEED, Scripted, at_random, last, now_and_then, play
from tests.match.toy import Coins

RULES = {
    "good": [at_random(0), at_random(1), at_random(2)],
    "slow": [at_random(0), BAD["slow"][0], now_and_then(last, BAD["late"][0], 5)],
    "bad": [now_and_then(at_random(0), BAD["cheat"][0], 4), BAD["gone"][0], BAD["mute"][0]],
}
GAME = Coins(3, rounds=4)


def seated(rules):
    return [Scripted(rule) for rule in rules]


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_a_match_resumed_from_any_part_of_its_log_has_the_same_log(rules):
    outcome, log = play(GAME, seated(rules))

    for length in range(len(log) + 1):
        assert play(GAME, seated(rules), log[:length]) == (outcome, log)


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_a_resumed_match_asks_and_tells_what_the_undisturbed_one_does(rules):
    undisturbed = seated(rules)
    _, log = play(GAME, undisturbed)

    for length in range(len(log)):
        players = seated(rules)
        play(GAME, players, log[:length])

        decided = max((e.ply for e in log[:length] if isinstance(e, Decided)), default=-1)
        for resumed, whole in zip(players, undisturbed, strict=True):
            assert resumed.told == [told for told in whole.told if told.ply > decided]
            missed = [h for told in whole.prompts if told.ply <= decided for h in told.heard]
            assert missed + resumed.heard == whole.heard
            assert resumed.outcome == whole.outcome


def test_a_finished_log_resumes_to_its_outcome_and_nobody_is_asked():
    outcome, log = play(GAME, seated(RULES["good"]))
    players = seated(RULES["good"])

    assert play(GAME, players, log) == (outcome, log)
    assert [player.told for player in players] == [[], [], []]


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_whoever_resumes_a_finished_log_says_how_it_ended(rules):
    undisturbed, resumed = seated(rules), seated(rules)
    outcome, log = play(GAME, undisturbed)

    play(GAME, resumed, log)

    for player, whole in zip(resumed, undisturbed, strict=True):
        assert player.outcome == outcome
        missed = [heard for prompt in whole.prompts for heard in prompt.heard]
        assert missed + player.heard == whole.heard


def test_others_may_answer_otherwise_from_where_the_log_ends():
    _, log = play(GAME, seated(RULES["good"]))
    players = [Scripted(last) for _ in range(3)]

    _, other = play(GAME, players, log[:3])

    assert other[:3] == log[:3]
    assert list(map(without_times, other)) != list(map(without_times, log))
    assert isinstance(players[0].told[0], Prompt)


@pytest.mark.parametrize(
    ("game", "change", "problem"),
    [
        (Coins(3, rounds=5), {}, "another match"),
        (Coins(3, rounds=4), {"faults_allowed": 7}, "another match"),
        (Coins(3, rounds=4), {"seed": SEED[::-1]}, "another match"),
    ],
)
def test_a_log_of_another_match_is_not_resumed(game, change, problem):
    _, log = play(GAME, seated(RULES["good"]))

    with pytest.raises(BadLog, match=problem):
        play(game, seated(RULES["good"]), log[:4], **change)


def test_a_log_that_breaks_the_rules_is_not_resumed():
    _, log = play(GAME, seated(RULES["good"]))

    with pytest.raises(BadLog, match="ply 2 where ply 1 is due"):
        play(GAME, seated(RULES["good"]), [log[0], log[2]])
