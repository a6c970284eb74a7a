from botarena.v1 import game_service_pb2 as pb

from .world import World


def test_every_registered_game_is_listed_by_name(arena: World) -> None:
    games = arena.games_service.ListGames(pb.ListGamesRequest()).games

    assert [game.name for game in games] == sorted(arena.games.names())
    for game in games:
        kind = arena.games.find(game.name)
        assert game.version == kind.version
        assert list(game.seat_counts) == list(kind.seat_counts)
        assert set(game.default_options) == set(kind(kind.seat_counts[0]).options)


def test_a_game_says_which_message_its_observations_are(arena: World) -> None:
    games = arena.games_service.ListGames(pb.ListGamesRequest()).games

    types = {game.name: game.observation_type for game in games}

    assert types["carrera"] == "botarena.carrera.v1.Observation"
    assert types["odd-lots"] == "google.protobuf.Struct"
