"""Runs a match log through the rules again, and checks that it tells the truth."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from arena.games.dice import Dice, commitment
from arena.games.kernel import Chance, Decision, Finished, Game, Seat
from arena.games.registry import Registry
from arena.match.events import Choice, Decided, Ended, MatchEvent, Started
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
    draws: int = 0
    """How many chance events led to it."""


def replay(game: Game[Any, Any], seed: bytes, log: Iterable[MatchEvent]) -> Iterator[Frame]:
    """Yields a frame for every ply of `log`, and one for the ply after it.

    Raises `BadLog` where the log has a decision that the rules do not allow.
    """
    frame = Frame(0, game.start())
    for event in log:
        if isinstance(event, Decided):
            for reached in _chances(game, seed, frame):
                yield reached
                frame = reached
            actions = _actions(game, frame, event)
            frame = Frame(frame.ply + 1, game.apply(frame.state, actions), frame.draws)
    yield from _chances(game, seed, frame)


def _chances(game: Game[Any, Any], seed: bytes, frame: Frame) -> Iterator[Frame]:
    """Yields `frame`, then the frames that chance alone leads to."""
    yield frame
    while isinstance(game.turn(frame.state), Chance):
        state = game.chance(frame.state, Dice(seed, frame.draws))
        frame = Frame(frame.ply + 1, state, frame.draws + 1)
        yield frame


def _actions(game: Game[Any, Any], frame: Frame, event: Decided) -> dict[Seat, Any]:
    if event.ply != frame.ply:
        raise BadLog(f"a decision at ply {event.ply} where ply {frame.ply} is due")
    turn = game.turn(frame.state)
    if not isinstance(turn, Decision):
        raise BadLog(f"ply {event.ply}: a decision after the end")
    seats = tuple(choice.seat for choice in event.choices)
    if seats != tuple(turn.seats):
        raise BadLog(f"ply {event.ply}: seats {seats} chose where {turn.seats} were to choose")
    try:
        return {c.seat: action_of(game, frame.state, c.seat, c.action) for c in event.choices}
    except IllegalAction as error:
        raise BadLog(f"ply {event.ply}: {error}") from error


def action_of(game: Game[Any, Any], state: Any, seat: Seat, notation: str) -> Any:
    """Returns the legal action that is written `notation`, or raises `IllegalAction`."""
    for action in game.legal_actions(state, seat):
        if str(action) == notation:
            return action
    raise IllegalAction(f"seat {seat} may not play {notation!r}")


def verify(games: Registry, log: Sequence[MatchEvent]) -> None:
    """Raises `BadLog` unless commitment, every deal, every action and the outcome are true.

    Times are taken on trust. Raises `UnknownGame` if there are no rules to judge by.
    """
    match log:
        case [Started() as started, *middle, Ended() as ended]:
            decided = [event for event in middle if isinstance(event, Decided)]
            if len(decided) == len(middle):
                return _verify(games, started, decided, ended)
    raise BadLog("a whole log is one started, then decided ones, then one ended")


def _verify(games: Registry, started: Started, decided: Sequence[Decided], ended: Ended) -> None:
    if commitment(ended.seed) != started.commitment:
        raise BadLog("the seed is not the one that the commitment promised")
    version = games.find(started.game).version
    if version != started.version:
        raise BadLog(f"played by version {started.version} of the rules, not {version}")
    try:
        game = games.create(started.game, started.seats, started.options)
    except ValueError as error:
        raise BadLog(f"there is no such game: {error}") from error
    frames = {frame.ply: frame.state for frame in replay(game, ended.seed, decided)}
    faults = [0] * game.seats
    for event in decided:
        for choice in event.choices:
            forfeited = faults[choice.seat] > started.faults_allowed
            _check_choice(game, event.ply, frames[event.ply], choice, forfeited)
            faults[choice.seat] += choice.fault is not None
    *_, last = frames
    turn = game.turn(frames[last])
    if not isinstance(turn, Finished) or last != ended.ply:
        raise BadLog(f"the rules do not end the match at ply {ended.ply}")
    if ended.outcome != outcome(turn.scores, forfeits([started, *decided])):
        raise BadLog("the outcome does not follow from the decisions")


def _check_choice(
    game: Game[Any, Any], ply: int, state: Any, choice: Choice, forfeited: bool
) -> None:
    where = f"ply {ply}: seat {choice.seat}"
    action = action_of(game, state, choice.seat, choice.action)
    default = game.legal_actions(state, choice.seat)[0]
    if game.public(state, choice.seat, action) != choice.public:
        raise BadLog(f"{where}: {choice.public!r} is not the public notation of its action")
    if choice.fault is not None and action != default:
        raise BadLog(f"{where} was at fault but did not play its default action")
    if forfeited and choice != Choice(choice.seat, str(default), choice.public):
        raise BadLog(f"{where} had forfeited but did more than play its default action")


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
