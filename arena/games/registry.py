"""Which games this arena knows: plug-ins of the entry-point group `botarena.games`."""

from collections.abc import Iterable, Mapping
from importlib.metadata import entry_points
from typing import Any

from arena.games.kernel import Game

GROUP = "botarena.games"


class UnknownGame(LookupError):
    """No game is registered under this name."""


class Registry:
    """Game plug-ins by name."""

    def __init__(self, games: Iterable[type[Game[Any, Any]]] = ()) -> None:
        self._games: dict[str, type[Game[Any, Any]]] = {}
        for game in games:
            self.add(game)

    @classmethod
    def installed(cls) -> "Registry":
        """Returns a registry of every plug-in the environment offers."""
        return cls(entry.load() for entry in entry_points(group=GROUP))

    def add(self, game: type[Game[Any, Any]]) -> None:
        """Raises `ValueError` if the name is taken."""
        if game.name in self._games:
            raise ValueError(f"game {game.name!r} is already registered")
        self._games[game.name] = game

    def find(self, name: str) -> type[Game[Any, Any]]:
        """Raises `UnknownGame`."""
        try:
            return self._games[name]
        except KeyError:
            known = ", ".join(self.names())
            raise UnknownGame(f"no game {name!r}; registered are: {known}") from None

    def create(
        self, name: str, seats: int, options: Mapping[str, str | int | bool] | None = None
    ) -> Game[Any, Any]:
        """Raises `UnknownGame`, or `ValueError` that names the seats or the option at fault."""
        kind = self.find(name)
        try:
            return kind(seats, **(options or {}))
        except TypeError as error:  # an option named like a parameter, or unknown to the game
            raise ValueError(f"{name} does not take these options: {error}") from error

    def names(self) -> tuple[str, ...]:
        """Returns the registered names in alphabetical order."""
        return tuple(sorted(self._games))
