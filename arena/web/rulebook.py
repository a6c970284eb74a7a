"""The rules of games as people read them: ours for our games, a plug-in's own, or none.

A plug-in names a Markdown file of its package in the attribute `rules_text` of its game class; a
translation of `rules.md` is `rules.ru.md` beside it. Ours are those of `docs/rules`.
"""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from arena.games.kernel import Game
from arena.games.registry import Registry, UnknownGame
from arena.service.errors import NotFound
from arena.web.drawings import HOUSE, package_of
from arena.web.language import DEFAULT


@dataclass(frozen=True, slots=True)
class RuleText:
    """A text, and the language that it is in."""

    code: str
    markdown: str


def games_with_rules(games: Registry) -> frozenset[str]:
    """Returns the registered games that bring a text."""
    return frozenset(name for name in games.names() if name in _house() or _named(games.find(name)))


def rule_text(game: str, code: str, games: Registry) -> RuleText:
    """Returns the rules of a game in a language, else in English, or raises `NotFound`."""
    folder, name = _place(game, games)
    for language, file in ((code, name.replace(".md", f".{code}.md")), (DEFAULT, name)):
        found = folder.joinpath(file)
        if found.is_file():
            return RuleText(language, found.read_text("utf-8"))
    raise NotFound("rules of game", game)


def _place(game: str, games: Registry) -> tuple[Traversable, str]:
    if game in _house():
        return _ours(), f"{game}.md"
    try:
        kind = games.find(game)
    except UnknownGame:
        raise NotFound("rules of game", game) from None
    name, package = _named(kind), package_of(kind)
    if not name or not package:
        raise NotFound("rules of game", game)
    return files(package), name


def _named(kind: type[Game[Any, Any]]) -> str:
    name: str = getattr(kind, "rules_text", "")
    return name


@cache
def _house() -> frozenset[str]:
    return frozenset(game for game in HOUSE if _ours().joinpath(f"{game}.md").is_file())


def _ours() -> Traversable:
    return files("arena.web").joinpath("rule_texts")
