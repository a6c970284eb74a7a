"""Looking at matches ply by ply: the table as everybody may see it, and all hands afterwards."""

from collections.abc import AsyncGenerator, Iterable, Iterator
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any

from arena.games.dice import Dice
from arena.games.kernel import Chance, Game, Observation, Turn
from arena.games.registry import Registry, UnknownGame
from arena.match.events import Decided, MatchEvent, Started, spectator_view
from arena.match.replay import IllegalAction, action_of
from arena.service.matches import follow_match, revealed
from arena.service.ports import OpenUnit
from arena.service.records import Match, MatchState
from arena.service.relay_ports import LiveLogs


@dataclass(frozen=True, slots=True)
class Sight:
    """What may be shown of the table before one ply."""

    ply: int
    turn: Turn
    table: Observation
    """A spectator's observation."""
    seats: tuple[Observation, ...]
    """Each seat's, once nothing is hidden any more; empty before."""


@dataclass(frozen=True, slots=True)
class Viewed:
    """An event as it may be shown, and the plies that it leads to."""

    number: int
    event: MatchEvent
    sights: tuple[Sight, ...]
    """Empty where the rules of the log are not at hand."""


class Onlooker:
    """Follows a log through the rules, event by event."""

    def __init__(self, games: Registry, seed: bytes, *, open_to_all: bool) -> None:
        self._games = games
        self._seed = seed
        self._open_to_all = open_to_all
        self._game: Game[Any, Any] | None = None
        self._state: Any = None
        self._ply = 0
        self._draws = 0

    def view(self, number: int, event: MatchEvent) -> Viewed:
        """Returns what may be shown of the next event of the log."""
        shown = event if self._open_to_all else spectator_view(event)
        return Viewed(number, shown, tuple(self._sights(event)))

    def _sights(self, event: MatchEvent) -> Iterator[Sight]:
        match event:
            case Started():
                self._game = _game(self._games, event)
                if self._game is not None:
                    self._state = self._game.start()
                    yield from self._reached(self._game)
            case Decided() if self._game is not None and event.ply == self._ply:
                try:
                    self._decide(self._game, event)
                except IllegalAction:  # such a log is a matter for `verify`; here it ends the view
                    self._game = None
                else:
                    yield from self._reached(self._game)

    def _decide(self, game: Game[Any, Any], event: Decided) -> None:
        actions = {c.seat: action_of(game, self._state, c.seat, c.action) for c in event.choices}
        self._state = game.apply(self._state, actions)
        self._ply += 1

    def _reached(self, game: Game[Any, Any]) -> Iterator[Sight]:
        """Yields the present ply, and those that chance alone leads to."""
        yield self._sight(game)
        while isinstance(game.turn(self._state), Chance):
            self._state = game.chance(self._state, Dice(self._seed, self._draws))
            self._ply, self._draws = self._ply + 1, self._draws + 1
            yield self._sight(game)

    def _sight(self, game: Game[Any, Any]) -> Sight:
        seats = range(game.seats) if self._open_to_all else ()
        return Sight(
            self._ply,
            game.turn(self._state),
            game.observe(self._state, None),
            tuple(game.observe(self._state, seat) for seat in seats),
        )


def _game(games: Registry, started: Started) -> Game[Any, Any] | None:
    """Returns the rules by which a log was played, `None` if we have others or none."""
    try:
        if games.find(started.game).version != started.version:
            return None
        return games.create(started.game, started.seats, started.options)
    except (UnknownGame, ValueError):
        return None


def seen_log(match_id: str, *, open_unit: OpenUnit) -> tuple[MatchEvent, ...]:
    """Returns the log of a match as everybody may see it now; empty unless it is finished."""
    _, log, open_to_all = _kept(match_id, open_unit)
    return log if open_to_all else tuple(map(spectator_view, log))


def view_of(match_id: str, *, open_unit: OpenUnit, games: Registry) -> tuple[Viewed, ...]:
    """Returns every event of a finished match with its plies; empty unless it is finished."""
    match, log, open_to_all = _kept(match_id, open_unit)
    return tuple(_viewed(match, log, games, open_to_all=open_to_all))


def _kept(match_id: str, open_unit: OpenUnit) -> tuple[Match, tuple[MatchEvent, ...], bool]:
    with open_unit() as unit:
        match = unit.matches.get(match_id)
        log = unit.matches.log(match_id) if match.state is MatchState.FINISHED else ()
        return match, log, revealed(match, unit)


def _viewed(
    match: Match, log: Iterable[MatchEvent], games: Registry, *, open_to_all: bool
) -> Iterator[Viewed]:
    onlooker = Onlooker(games, match.seed, open_to_all=open_to_all)
    for number, event in enumerate(log, 1):
        yield onlooker.view(number, event)


async def view_match(
    match_id: str, *, open_unit: OpenUnit, logs: LiveLogs, games: Registry
) -> AsyncGenerator[Viewed, None]:
    """Yields the events of a match from its first one on, with their plies, as they come.

    Always as a spectator may see them: who wants the hands as well asks `view_of` afterwards.
    """
    onlooker: Onlooker | None = None
    async with aclosing(follow_match(match_id, 0, open_unit=open_unit, logs=logs)) as events:
        async for number, event, match, _ in events:
            if onlooker is None:
                onlooker = Onlooker(games, match.seed, open_to_all=False)
            yield onlooker.view(number, event)
