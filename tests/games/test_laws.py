"""Laws that every registered game keeps, for every number of seats, under any options."""

import json
from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games.codec import decoded, encode, observation_type
from arena.games.dice import Dice
from arena.games.kernel import Chance, Decision, Finished, Game, Seat
from arena.games.registry import Registry
from tests.games.catalogue import CATALOGUE
from tests.games.playthrough import Position, at_random, default, playthrough, sampled

INSTALLED = Registry.installed()
TABLES = [
    pytest.param(INSTALLED.find(name), seats, id=f"{name}-{seats}")
    for name in INSTALLED.names()
    for seats in INSTALLED.find(name).seat_counts
]
SEEDS = st.binary(min_size=32, max_size=32)
LAWS: dict[str, Callable[[Game[Any, Any], bytes], None]] = {}
"""By name, for games that are not registered."""


def law(test: Callable[[Game[Any, Any], bytes], None]) -> Callable[..., None]:
    """Has `test` run at every table, with drawn options and seeds."""
    LAWS[test.__name__] = test

    def at_table(kind: type[Game[Any, Any]], seats: int, data: st.DataObject, seed: bytes) -> None:
        drawn = data.draw(st.fixed_dictionaries(CATALOGUE[kind.name].options(seats)), "options")
        test(kind(seats, **drawn), seed)

    at_table.__name__ = at_table.__qualname__ = test.__name__
    return pytest.mark.parametrize(("kind", "seats"), TABLES)(
        given(data=st.data(), seed=SEEDS)(at_table)
    )


def decisions(game: Game[Any, Any], seed: bytes, count: int = 12) -> list[Position]:
    return [at for at in sampled(game, seed, count) if isinstance(at.turn, Decision)]


def watchers(game: Game[Any, Any]) -> tuple[Seat | None, ...]:
    return (*range(game.seats), None)


def other_dice(seed: bytes, ply: int) -> Dice:
    """Returns chance that has nothing to do with the match of `seed`."""
    return Dice(seed[::-1] + b"?", ply)


def defaults(game: Game[Any, Any], at: Position) -> dict[Seat, Any]:
    assert isinstance(at.turn, Decision)
    return {seat: game.legal_actions(at.state, seat)[0] for seat in at.turn.seats}


@law
def test_the_same_seed_gives_the_same_match(game, seed):
    again = type(game)(game.seats, **game.options)

    assert list(playthrough(game, seed)) == list(playthrough(again, seed))


@law
def test_random_play_ends_with_a_score_for_every_seat(game, seed):
    *_, last = playthrough(game, seed, at_random(seed))

    assert isinstance(last.turn, Finished)
    assert [type(score) for score in last.turn.scores] == [int] * game.seats


@law
def test_default_play_ends(game, seed):
    *_, last = playthrough(game, seed, default)

    assert isinstance(last.turn, Finished)


@law
def test_a_decision_offers_distinct_actions_to_distinct_seats(game, seed):
    for at in decisions(game, seed, 60):
        assert at.turn.seats
        assert len({*at.turn.seats} & {*range(game.seats)}) == len(at.turn.seats)
        for seat in at.turn.seats:
            notations = [str(action) for action in game.legal_actions(at.state, seat)]
            assert notations
            assert len(set(notations)) == len(notations)


@law
def test_a_notation_is_one_printable_line(game, seed):
    for at in decisions(game, seed):
        for seat in at.turn.seats:
            for action in game.legal_actions(at.state, seat):
                for notation in (str(action), game.public(at.state, seat, action)):
                    assert notation
                    assert notation.isprintable()


@law
def test_every_legal_action_applies(game, seed):
    for at in decisions(game, seed):
        for seat in at.turn.seats:
            for action in game.legal_actions(at.state, seat):
                state = game.apply(at.state, defaults(game, at) | {seat: action})
                assert isinstance(game.turn(state), Chance | Decision | Finished)


@law
def test_arguments_are_not_changed(game, seed):
    for at in sampled(game, seed):
        before = repr(at.state)
        if isinstance(at.turn, Chance):
            game.chance(at.state, Dice(seed, at.draws))
        if isinstance(at.turn, Decision):
            actions = defaults(game, at)
            named = {seat: str(action) for seat, action in actions.items()}
            game.apply(at.state, actions)
            assert {seat: str(action) for seat, action in actions.items()} == named
            for seat, action in actions.items():
                game.public(at.state, seat, action)
        for watcher in watchers(game):
            observation = game.observe(at.state, watcher)
            observed = encode(observation)
            game.imagine(observation, other_dice(seed, at.ply))
            assert encode(observation) == observed
        assert repr(at.state) == before


@law
def test_cards_and_chips_are_conserved(game, seed):
    goods = CATALOGUE[game.name].goods
    dealt = (goods(game, at.state) for at in islice(playthrough(game, seed), 1, None))

    first = next(dealt)

    assert all(later == first for later in dealt)


@law
def test_an_observation_does_not_depend_on_what_its_seat_cannot_see(game, seed):
    exchanged = CATALOGUE[game.name].exchanged
    for at in sampled(game, seed):
        for watcher in watchers(game):
            other = exchanged(game, at.state, watcher, at_random(b"%d" % at.ply + seed))
            assert encode(game.observe(other, watcher)) == encode(game.observe(at.state, watcher))


@law
def test_what_a_seat_imagines_looks_the_same_to_it(game, seed):
    for at in sampled(game, seed):
        for watcher in watchers(game):
            observation = game.observe(at.state, watcher)
            imagined = game.imagine(observation, other_dice(seed, at.ply))
            assert encode(game.observe(imagined, watcher)) == encode(observation)
            assert game.turn(imagined) == at.turn


@law
def test_a_seat_may_do_the_same_in_whatever_it_imagines(game, seed):
    for at in decisions(game, seed):
        for seat in at.turn.seats:
            legal = game.legal_actions(at.state, seat)
            imagined = game.imagine(game.observe(at.state, seat), other_dice(seed, at.ply))
            assert list(game.legal_actions(imagined, seat)) == list(legal)
            for action in legal:
                assert game.public(imagined, seat, action) == game.public(at.state, seat, action)


@law
def test_imagined_play_ends(game, seed):
    for at in sampled(game, seed, 4):
        imagined = game.imagine(game.observe(at.state, 0), other_dice(seed, at.ply))
        *_, last = playthrough(game, seed, state=imagined, ply=at.ply)
        assert isinstance(last.turn, Finished)


@law
def test_a_public_notation_tells_others_nothing_that_they_may_not_see(game, seed):
    """Where two actions differ in what stays hidden alone, they sound alike."""
    for at in decisions(game, seed):
        for seat in at.turn.seats:
            heard: dict[tuple[Seat | None, str], tuple[str, Any]] = {}
            for action in game.legal_actions(at.state, seat)[:40]:
                state = game.apply(at.state, defaults(game, at) | {seat: action})
                notation = game.public(at.state, seat, action)
                for watcher in watchers(game):
                    if watcher != seat:
                        seen = encode(game.observe(state, watcher))
                        told, hidden = heard.setdefault((watcher, seen), (notation, state))
                        assert told == notation or hidden == state


@law
def test_an_observation_survives_json(game, seed):
    kind = observation_type(game)
    for at in sampled(game, seed):
        for watcher in watchers(game):
            observation = game.observe(at.state, watcher)
            line = encode(observation)
            assert decoded(kind, json.loads(line)) == observation
            assert decoded(kind, json.loads(line, parse_int=float)) == observation


@law
def test_options_are_told_whole(game, seed):
    again = type(game)(game.seats, **game.options)

    assert dict(again.options) == dict(game.options)
    assert set(game.options) == set(CATALOGUE[game.name].options(game.seats))
    assert all(type(value) in (str, int, bool) for value in game.options.values())


@pytest.mark.parametrize("name", INSTALLED.names())
def test_a_game_refuses_seats_that_it_is_not_for(name):
    kind = INSTALLED.find(name)
    for seats in {-1, 0, *range(kind.seat_counts.stop + 2)} - {*kind.seat_counts}:
        with pytest.raises(ValueError, match=f"{seats}"):
            kind(seats)


@pytest.mark.parametrize(("kind", "seats"), TABLES)
def test_a_game_names_the_option_that_it_refuses(kind, seats):
    with pytest.raises(ValueError, match="jokers"):
        kind(seats, jokers=2)
    for option in kind(seats).options:
        for wrong in ("no such value\n", -7, 2.5, None):
            with pytest.raises(ValueError, match=option):
                kind(seats, **{option: wrong})


@pytest.mark.parametrize(("kind", "seats"), TABLES)
def test_the_exchange_of_hidden_cards_exchanges_something(kind, seats):
    game, seed = kind(seats), b"%032d" % seats
    exchanged = CATALOGUE[kind.name].exchanged
    for watcher in watchers(game):
        if game.seats > 1 or watcher is None:
            assert any(
                exchanged(game, at.state, watcher, at_random(b"%d" % at.ply + seed)) != at.state
                for at in sampled(game, seed)
            )
