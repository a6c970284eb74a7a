"""Which games this arena knows: plug-ins of the entry-point group `botarena.games`.

A family is a plug-in that makes games when they are asked for, by names such as `openspiel:chess`.
"""

from collections.abc import Callable, Iterable, Mapping
from importlib.metadata import entry_points
from typing import Any, TypeAlias

from arena.games.kernel import Game

GROUP = "botarena.games"
FAMILIES = "botarena.game_families"

Family: TypeAlias = Callable[[str], type[Game[Any, Any]]]
"""Returns the game `FAMILY:MEMBER`, given the member; raises `LookupError` that says why not."""


class UnknownGame(LookupError):
    """No game is registered under this name."""


class Registry:
    """Game plug-ins by name."""

    def __init__(
        self,
        games: Iterable[type[Game[Any, Any]]] = (),
        families: Mapping[str, Callable[[], Family]] | None = None,
    ) -> None:
        self._games: dict[str, type[Game[Any, Any]]] = {}
        self._families = dict(families or {})
        for game in games:
            self.add(game)

    @classmethod
    def installed(cls) -> "Registry":
        """Returns a registry of every plug-in the environment offers."""
        return cls(
            (entry.load() for entry in entry_points(group=GROUP)),
            {entry.name: entry.load for entry in entry_points(group=FAMILIES)},
        )

    def add(self, game: type[Game[Any, Any]]) -> None:
        """Raises `ValueError` if the name is taken."""
        if game.name in self._games:
            raise ValueError(f"game {game.name!r} is already registered")
        self._games[game.name] = game

    def find(self, name: str) -> type[Game[Any, Any]]:
        """Raises `UnknownGame`."""
        if name in self._games:
            return self._games[name]
        family, _, member = name.partition(":")
        if member and family in self._families:
            return self._member(family, member)
        known = ", ".join([*self.names(), *(f"{one}:NAME" for one in sorted(self._families))])
        raise UnknownGame(f"no game {name!r}; registered are: {known}")

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
        """Returns the registered names in alphabetical order, without those of families."""
        return tuple(sorted(self._games))

    def _member(self, family: str, member: str) -> type[Game[Any, Any]]:
        """Loads the family only now: it may take seconds, or an extra that few install."""
        try:
            return self._families[family]()(member)
        except LookupError as error:
            raise UnknownGame(str(error)) from None
        except ModuleNotFoundError as error:
            raise UnknownGame(
                f"{family}:{member} needs {error.name}: pip install 'botarena[{family}]'"
            ) from None
