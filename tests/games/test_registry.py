"""Game plug-ins by name."""

import subprocess
import sys
import tomllib
from importlib.metadata import distribution
from pathlib import Path

import pytest
from odd_lots import OddLots

from arena.games.registry import GROUP, Registry, UnknownGame

PLUGIN = Path(__file__).parents[1] / "plugin"


class Usurper(OddLots):
    """Another game under the same name."""


def test_a_game_is_found_by_its_name():
    registry = Registry([OddLots])

    assert registry.find("odd-lots") is OddLots
    assert registry.names() == ("odd-lots",)


def test_a_game_is_created_with_seats_and_options():
    game = Registry([OddLots]).create("odd-lots", 3, {"lots": 5})

    assert (game.seats, game.options["lots"]) == (3, 5)
    assert Registry([OddLots]).create("odd-lots", 5).seats == 5


def test_an_unknown_name_is_refused_with_those_that_are_known():
    registry = Registry([OddLots])

    with pytest.raises(UnknownGame, match="no game 'whist'; registered are: odd-lots"):
        registry.find("whist")
    with pytest.raises(UnknownGame, match="no game 'whist'"):
        registry.create("whist", 4)


@pytest.mark.parametrize("second", [OddLots, Usurper])
def test_a_name_is_taken_once(second):
    registry = Registry([OddLots])

    with pytest.raises(ValueError, match="'odd-lots' is already registered"):
        registry.add(second)
    assert registry.find("odd-lots") is OddLots


def test_installed_games_are_found_by_their_entry_points():
    registry = Registry.installed()

    assert set(registry.names()) >= {"carrera", "odd-lots", "scout"}
    assert registry.find("odd-lots") is OddLots


def test_a_plug_in_reaches_other_processes():
    script = "from arena.games.registry import Registry; print(*Registry.installed().names())"

    names = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True
    ).stdout.split()

    assert names == list(Registry.installed().names())


def test_the_metadata_of_the_plug_in_says_what_its_pyproject_says():
    project = tomllib.loads((PLUGIN / "pyproject.toml").read_text())["project"]
    found = distribution(project["name"])

    assert found.version == project["version"]
    assert {e.name: e.value for e in found.entry_points.select(group=GROUP)} == (
        project["entry-points"][GROUP]
    )
