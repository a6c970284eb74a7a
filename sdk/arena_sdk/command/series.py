"""Plays many matches on this machine by the arena's rules, in one process or in several.

What is played follows from the setup alone. With rotation a seed is played once for every way to
rotate the seats, as in a block of the arena, so that the luck of the deal falls on every bot.
"""

import logging
import os
import random
import signal
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from multiprocessing import connection, get_context, parent_process
from threading import Thread

from arena.games.kernel import Game
from arena.match.clock import Clock
from arena.match.events import MatchEvent
from arena.match.outcome import Outcome
from arena_sdk.bot import MakeBot
from arena_sdk.command.naming import named_bot, named_game
from arena_sdk.command.refusal import Refusal
from arena_sdk.command.watching import Notes, watched
from arena_sdk.local import play_local


@dataclass(frozen=True, slots=True)
class Setup:
    """What all matches of a series have in common."""

    game: str
    bots: tuple[str, ...]
    """As the author names them; one for every seat."""
    options: Mapping[str, str | int | bool]
    clock: Clock | None
    faults_allowed: int
    seed: str
    rotated: bool

    @property
    def turns(self) -> int:
        """How many matches a block has."""
        return len(self.bots) if self.rotated else 1


@dataclass(frozen=True, slots=True)
class Played:
    """One match that is over. The tuples are by seat."""

    block: int
    turn: int
    lineup: tuple[int, ...]
    """Who sat where, as places in `Setup.bots`."""
    outcome: Outcome
    log: Sequence[MatchEvent]
    notes: tuple[Notes, ...]

    @property
    def name(self) -> str:
        return f"{self.block + 1}-{self.turn + 1}"


def secret_of(seed: str, block: int) -> bytes:
    """Returns the seed of a block's matches, 32 bytes like every seed of the arena."""
    return sha256(f"{seed}/{block}".encode()).digest()


def checked_setup(setup: Setup) -> Setup:
    """Raises `Refusal` if it cannot be played."""
    kind = named_game(setup.game)
    if len(setup.bots) not in kind.seat_counts:
        seats = ", ".join(map(str, kind.seat_counts))
        raise Refusal(
            f"{kind.name} has {seats} seats, not {len(setup.bots)}: name one bot for each;"
            " a bot may be named more than once"
        )
    _Room(setup)
    return setup


def series(setup: Setup, blocks: int, jobs: int) -> Iterator[Played]:
    """Yields the matches of the first blocks in their order, however many processes play them."""
    plan = [(block, turn) for block in range(blocks) for turn in range(setup.turns)]
    if jobs == 1:
        room = _Room(setup)
        for block, turn in plan:
            with _quiet():
                played = room.play(block, turn)
            yield played
        return
    with ProcessPoolExecutor(jobs, get_context("spawn"), _enter, (setup,)) as processes:
        try:
            yield from _played_in_order(processes, plan, 4 * jobs)
        except BrokenProcessPool:
            raise Refusal(
                "a process ended in the middle of a match; did a bot end it?", 1
            ) from None
        finally:
            processes.shutdown(wait=False, cancel_futures=True)


def _played_in_order(
    processes: ProcessPoolExecutor, plan: Iterable[tuple[int, int]], ahead: int
) -> Iterator[Played]:
    """Never asks for more than a few at a time: a long list could not be taken back at once."""
    asked: deque[Future[Played]] = deque()
    for match in plan:
        asked.append(processes.submit(_play, match))
        if len(asked) == ahead:
            yield asked.popleft().result()
    while asked:
        yield asked.popleft().result()


class _Room:
    """Holds game and bots, loaded once."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        kind = named_game(setup.game)
        try:
            self._game: Game[object, object] = kind(len(setup.bots), **setup.options)
        except (TypeError, ValueError) as error:
            said = str(error)
            raise Refusal(said if kind.name in said else f"{kind.name}: {said}") from None
        self._bots: list[MakeBot] = [named_bot(name, kind.name) for name in setup.bots]

    def play(self, block: int, turn: int) -> Played:
        setup, seats = self._setup, len(self._bots)
        lineup = tuple((seat + turn) % seats for seat in range(seats))
        notes = tuple(Notes() for _ in lineup)
        random.seed(f"{setup.seed}/{block}/{turn}")  # for bots that use the module's generator
        outcome, log = play_local(
            self._game,
            [watched(self._bots[place], seen) for place, seen in zip(lineup, notes, strict=True)],
            seed=secret_of(setup.seed, block),
            clock=setup.clock,
            faults_allowed=setup.faults_allowed,
        )
        return Played(block, turn, lineup, outcome, log, notes)


_rooms: list[_Room] = []
"""The one of this process, if it was started to play."""


def _enter(setup: Setup) -> None:
    Thread(target=_end_with_parent, daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who collects the matches
    _rooms.append(_Room(setup))


def _end_with_parent() -> None:
    """Ends this process when the one that started it is gone, which then can tell it nothing."""
    parent = parent_process()
    assert parent is not None
    connection.wait([parent.sentinel])
    os._exit(1)


def _play(match: tuple[int, int]) -> Played:
    with _quiet():
        return _rooms[0].play(*match)


@contextmanager
def _quiet() -> Iterator[None]:
    """Has the SDK log nothing: what bots do wrong is noted and shown with their names."""
    log = logging.getLogger("arena_sdk")
    log.disabled = True
    try:
        yield
    finally:
        log.disabled = False
