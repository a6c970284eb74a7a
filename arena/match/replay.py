"""Runs a match log through the rules again, and checks that it tells the truth."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from arena.games.dice import Dice, commitment
from arena.games.kernel import Chance, Finished, Game, Seat
from arena.games.registry import Registry
from arena.match.events import Decided, Ended, MatchEvent, Started
from arena.match.outcome import outcome


class IllegalAction(ValueError):
    """The notation is not among the legal actions of this seat in this state."""


class BadLog(ValueError):
    """The log does not follow from its seed and the rules; the message says where."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The state before one ply."""

    ply: int
    state: Any


def replay(game: Game[Any, Any], seed: bytes, log: Iterable[MatchEvent]) -> Iterator[Frame]:
    """Yields a frame for every ply of `log`, and one for the ply after it.

    Raises `IllegalAction` where the log has an action that the rules do not allow.
    """
    frame = Frame(0, game.start())
    for event in log:
        if isinstance(event, Decided):
            for reached in _chances(game, seed, frame):
                yield reached
                frame = reached
            if event.ply != frame.ply:
                raise BadLog(f"a decision at ply {event.ply} where ply {frame.ply} is due")
            actions = {
                c.seat: action_of(game, frame.state, c.seat, c.action) for c in event.choices
            }
            frame = Frame(frame.ply + 1, game.apply(frame.state, actions))
    yield from _chances(game, seed, frame)


def _chances(game: Game[Any, Any], seed: bytes, frame: Frame) -> Iterator[Frame]:
    """Yields `frame`, then the frames that chance alone leads to."""
    yield frame
    while isinstance(game.turn(frame.state), Chance):
        frame = Frame(frame.ply + 1, game.chance(frame.state, Dice(seed, frame.ply)))
        yield frame


def action_of(game: Game[Any, Any], state: Any, seat: Seat, notation: str) -> Any:
    """Returns the legal action that is written `notation`, or raises `IllegalAction`."""
    for action in game.legal_actions(state, seat):
        if str(action) == notation:
            return action
    raise IllegalAction(f"seat {seat} may not play {notation!r}")


def verify(games: Registry, log: Sequence[MatchEvent]) -> None:
    """Raises `BadLog` unless commitment, every deal, every action and the outcome are true."""
    decided = [event for event in log if isinstance(event, Decided)]
    match log:
        case [Started() as started, *middle, Ended() as ended] if len(middle) == len(decided):
            pass
        case _:
            raise BadLog("a whole log is one started, then decided ones, then one ended")
    if commitment(ended.seed) != started.commitment:
        raise BadLog("the seed is not the one that the commitment promised")
    game = games.create(started.game, started.seats, started.options)
    if game.version != started.version:
        raise BadLog(f"played by version {started.version} of the rules, not {game.version}")
    try:
        frames = {frame.ply: frame.state for frame in replay(game, ended.seed, decided)}
    except IllegalAction as error:
        raise BadLog(str(error)) from error
    for event in decided:
        _check_public(game, frames[event.ply], event)
    turn = game.turn(frames[max(frames)])
    if not isinstance(turn, Finished) or max(frames) != ended.ply:
        raise BadLog(f"the rules do not end the match at ply {ended.ply}")
    if ended.outcome != outcome(turn.scores, forfeits(log)):
        raise BadLog("the outcome does not follow from the decisions")


def _check_public(game: Game[Any, Any], state: Any, event: Decided) -> None:
    turn = game.turn(state)
    if tuple(sorted(c.seat for c in event.choices)) != tuple(sorted(getattr(turn, "seats", ()))):
        raise BadLog(f"ply {event.ply}: other seats chose than were to choose")
    for choice in event.choices:
        legal = game.legal_actions(state, choice.seat)
        action = next(a for a in legal if str(a) == choice.action)
        if game.public(state, choice.seat, action) != choice.public:
            raise BadLog(f"ply {event.ply}: the public notation of seat {choice.seat} is not true")
        if choice.fault is not None and action != legal[0]:
            raise BadLog(f"ply {event.ply}: seat {choice.seat} faulted but played no default")


def forfeits(log: Iterable[MatchEvent]) -> frozenset[Seat]:
    """Returns the seats that made more faults than the log's `Started` allows."""
    allowed, faults = 0, dict[Seat, int]()
    for event in log:
        if isinstance(event, Started):
            allowed = event.faults_allowed
        elif isinstance(event, Decided):
            for choice in event.choices:
                if choice.fault is not None:
                    faults[choice.seat] = faults.get(choice.seat, 0) + 1
    return frozenset(seat for seat, count in faults.items() if count > allowed)
