"""Plays the matches of tests, without workers."""

import secrets
from collections.abc import Sequence
from datetime import timedelta

from arena.contest.blocks import rotations
from arena.match.events import MatchEvent
from arena.match.outcome import Outcome
from arena.match.players import Answer, Faulted, Heard, Prompt
from arena.match.referee import Referee
from arena.service.ladders import create_ladder, join_ladder
from arena.service.naming import new_id
from arena.service.ratings import rate_block
from arena.service.records import Block, Ladder, Match

from .world import World

LEASE = timedelta(days=1)


class Bidder:
    """Plays the last legal action."""

    async def sit(self) -> None:
        pass

    async def choose(self, prompt: Prompt) -> Answer:
        return Answer(prompt.legal_actions[-1], elapsed_ms=7)

    def faulted(self, notice: Faulted) -> None:
        pass

    def finished(self, outcome: Outcome, heard: tuple[Heard, ...]) -> None:
        pass


def open_block(arena: World, names: Sequence[str]) -> tuple[Ladder, tuple[Match, ...]]:
    """Returns a ladder with one open block between new bots of Ann."""
    ladder = create_ladder(
        "Lots",
        "odd-lots",
        {},
        len(names),
        open_unit=arena.open_unit,
        games=arena.games,
        now=arena.now,
    )
    lineup = tuple(arena.submission(arena.ann, name).submission_id for name in names)
    for submission_id in lineup:
        join_ladder(
            arena.ann.author,
            ladder.ladder_id,
            submission_id,
            open_unit=arena.open_unit,
            now=arena.now,
        )
    created, seed = arena.now(), secrets.token_bytes(32)
    block = Block(new_id("block"), ladder.ladder_id, lineup, created)
    matches = tuple(
        Match(
            new_id("match"),
            ladder.terms,
            seated,
            seed,
            created,
            created + LEASE,
            block.block_id,
            ladder.ladder_id,
            place,
        )
        for place, seated in enumerate(rotations(lineup))
    )
    with arena.unit() as unit:
        unit.blocks.add(block, matches)
    return ladder, matches


def claim(arena: World, match_id: str) -> Match:
    """Has a worker take the match."""
    with arena.unit() as unit:
        match = unit.matches.claim(match_id, "worker", arena.now(), arena.now() + LEASE)
    assert match is not None
    return match


def log_of(arena: World, match: Match) -> tuple[Outcome, list[MatchEvent]]:
    """Plays a match to its end, writing nothing down."""
    log: list[MatchEvent] = []

    async def record(event: MatchEvent) -> None:
        log.append(event)

    terms = match.terms
    referee = Referee(
        arena.games.create(terms.game, terms.seats, terms.options),
        [Bidder() for _ in match.lineup],
        seed=match.seed,
        clock=terms.clock,
        faults_allowed=terms.faults_allowed,
        record=record,
    )
    return arena.loop.run(referee.play()), log


def finish(arena: World, match_id: str) -> list[MatchEvent]:
    """Plays a queued match to its end."""
    match = claim(arena, match_id)
    outcome, log = log_of(arena, match)
    with arena.unit() as unit:
        assert unit.matches.finish(match_id, match.attempt, outcome, log, arena.now())
    return log


def rate(arena: World, block: Sequence[Match]) -> None:
    """Rates the block of these matches, which opens its deal to all."""
    assert block[0].block_id is not None
    rate_block(block[0].block_id, open_unit=arena.open_unit, now=arena.now)
