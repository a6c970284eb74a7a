"""Whole matches of random play."""

from collections import Counter
from itertools import pairwise

import pytest

from arena.games.kernel import Decision, Finished
from arena.games.scout import Scout, deck
from arena.games.scout.state import Phase
from tests.games.playthrough import playthrough

from .positions import SEED, everything

TABLES = [
    (2, {}),
    (2, {"two_player_owner_gets_chip": True, "scout_insert_public": True}),
    (3, {"scout_insert_public": True}),
    (3, {"unbeaten_even_if_emptied": False, "max_turns_per_round": 60}),
    (4, {"flip_phase": "sequential", "start_player": "random"}),
    (5, {"max_turns_per_round": 100}),
]


@pytest.fixture(params=TABLES, ids=lambda table: f"{table[0]}-{'-'.join(table[1])}")
def match(request):
    seats, options = request.param
    game = Scout(seats, **options)
    return game, list(playthrough(game, SEED))


def in_play(positions):
    return [at.state for at in positions if at.state.round]


def test_no_card_is_lost_or_doubled(match):
    game, positions = match

    for state in in_play(positions):
        assert everything(state) == Counter(deck(game.seats))


def test_chips_come_only_from_scouts(match):
    game, positions = match

    for state in in_play(positions):
        play = state.play
        scouts = sum("scout" in past.notation for past in play.history)
        if game.seats > 2:
            expected = scouts
        elif game.options["two_player_owner_gets_chip"]:
            expected = 6
        else:
            expected = 6 - scouts
        assert sum(play.chips) == expected


def test_known_cards_are_in_the_hand_that_they_are_said_to_be_in(match):
    game, positions = match
    seen = 0

    for state in in_play(positions):
        for hand, known in zip(state.play.hands, state.play.known, strict=True):
            seen += len(known)
            for held in known:
                if game.options["scout_insert_public"]:
                    assert hand[held.place] == held.card
                else:
                    assert held.place is None
                    assert held.card.upright in {c.upright for c in hand}

    assert seen


def test_every_card_that_was_scouted_and_not_shown_since_is_known(match):
    _, positions = match

    for state in in_play(positions):
        expected = [[] for _ in state.play.hands]
        for past in state.play.history:
            identities = [c.upright for c in past.cards]
            mine = expected[past.seat]
            if past.notation.startswith("scout"):
                mine += identities
            else:
                mine[:] = [c for c in mine if c not in identities]
        known = [[held.card.upright for held in cards] for cards in state.play.known]
        assert known == expected


def test_totals_change_only_when_a_round_ends(match):
    _, positions = match

    for before, after in pairwise(positions):
        ended = after.state.play.phase is Phase.DONE
        assert ended or after.state.totals == before.state.totals
    assert positions[-1].turn == Finished(positions[-1].state.totals)


def test_nobody_is_to_beat_their_own_set(match):
    _, positions = match

    for at in positions:
        if isinstance(at.turn, Decision):
            assert at.state.play.owner not in at.turn.seats


def test_the_second_round_of_two_is_dealt_from_the_cards_set_aside():
    positions = list(playthrough(Scout(2), SEED))
    aside = positions[1].state.reserve
    (second,) = [at.state for at in positions if at.state.round == 2][:1]
    (last_of_first,) = [at.state for at in positions if at.state.round == 1][-1:]

    dealt = [c.upright for hand in second.play.hands for c in hand]
    gone = [*second.first_round.shown, *(c for kept in second.first_round.kept for c in kept)]

    assert Counter(dealt) == Counter(aside)
    assert Counter(gone) == Counter(deck(2)) - Counter(aside)
    assert second.reserve == ()
    assert last_of_first.first_round is None
    for hand, kept in zip(last_of_first.play.hands, second.first_round.kept, strict=True):
        assert set(kept) == {c.upright for c in hand} - set(second.first_round.shown)
