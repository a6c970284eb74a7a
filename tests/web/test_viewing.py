"""Running a log through the rules for spectators, also where the rules do not fit the log."""

from dataclasses import replace

from arena.games.registry import Registry
from arena.match.events import Decided, MatchEvent
from arena.match.replay import replay
from arena.service.records import Match
from arena.service.viewing import Onlooker, Viewed

from .world import World


def viewed(games: Registry, match: Match, log: tuple[MatchEvent, ...]) -> list[Viewed]:
    onlooker = Onlooker(games, match.seed, open_to_all=True)
    return [onlooker.view(number, event) for number, event in enumerate(log, 1)]


def test_every_ply_is_seen_as_a_replay_has_it(world: World) -> None:
    for match in (world.rated["scout"][0], world.rated["carrera"][0]):
        log = world.log_of(match)
        game = world.games.create(match.terms.game, 3, match.terms.options)

        sights = [s for one in viewed(world.games, match, log) for s in one.sights]

        frames = list(replay(game, match.seed, log))
        assert [s.ply for s in sights] == [f.ply for f in frames]
        assert [s.table for s in sights] == [game.observe(f.state, None) for f in frames]
        assert [s.seats[2] for s in sights] == [game.observe(f.state, 2) for f in frames]


def test_without_its_rules_a_log_is_only_told(world: World) -> None:
    match = world.rated["scout"][0]
    log = world.log_of(match)
    other_rules = (replace(log[0], version=99), *log[1:])

    for games, told in ((Registry(), log), (world.games, other_rules)):
        views = viewed(games, match, told)

        assert [one.event for one in views] == list(told)
        assert not any(one.sights for one in views)


def test_what_cannot_be_played_ends_what_is_seen(world: World) -> None:
    match = world.rated["carrera"][0]
    log = world.log_of(match)
    broken = [
        replace(event, choices=tuple(replace(c, action="fly") for c in event.choices))
        if isinstance(event, Decided) and event.ply == 3
        else event
        for event in log
    ]

    views = viewed(world.games, match, tuple(broken))

    seen = [sight.ply for one in views for sight in one.sights]
    assert seen == [0, 1, 2, 3]
    assert len(views) == len(log)
