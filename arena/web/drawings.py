"""Which ES module draws a game: ours for the games of the house, a plug-in's own, or none.

A plug-in names a file of its package in the attribute `drawing` of its game class. The module
exports `draw(frame, scene)`, which returns an SVG element; `static/drawings/scout.mjs` is one.
"""

import sys
from importlib.resources import files
from typing import Any

from arena.games.kernel import Game
from arena.games.registry import Registry, UnknownGame
from arena.service.errors import NotFound

HOUSE = ("carrera", "scout")


def drawing_path(game: str, games: Registry) -> str:
    """Returns where the module that draws a game is served; empty if there is none."""
    if game in HOUSE:
        return f"/static/drawings/{game}.mjs"
    try:
        return f"/drawings/{game}.mjs" if _named(game, games) else ""
    except UnknownGame:
        return ""


def drawing_source(game: str, games: Registry) -> str:
    """Returns the text of the module that draws a game, or raises `NotFound`."""
    if game in HOUSE:
        return files("arena.web").joinpath("static", "drawings", f"{game}.mjs").read_text("utf-8")
    try:
        name, package = _named(game, games), package_of(games.find(game))
    except UnknownGame:
        name, package = "", None
    if not name or not package:
        raise NotFound("drawing of game", game)
    return files(package).joinpath(name).read_text("utf-8")


def package_of(kind: type[Game[Any, Any]]) -> str | None:
    """Returns the package whose files a plug-in's class may name."""
    return sys.modules[kind.__module__].__package__


def _named(game: str, games: Registry) -> str:
    name: str = getattr(games.find(game), "drawing", "")
    return name
