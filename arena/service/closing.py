"""Closes blocks whose matches are all final: a ladder rates them, a tournament counts them."""

from arena.service.ports import Now, OpenUnit
from arena.service.ratings import rate_block
from arena.service.records import Block, BlockState, MatchState


def close_block(block_id: str, *, open_unit: OpenUnit, now: Now) -> Block:
    """Lets a block count for its contest, and returns it. Doing it twice does it once."""
    with open_unit() as unit:
        block = unit.blocks.get(block_id)
    if block.tournament_id is None:
        rate_block(block_id, open_unit=open_unit, now=now)
    else:
        _count(block_id, block.tournament_id, open_unit, now)
    return block


def _count(block_id: str, tournament_id: str, open_unit: OpenUnit, now: Now) -> None:
    """A block with a void match is void as a whole: it would not be fair to every seat."""
    with open_unit() as unit:
        unit.tournaments.lock(tournament_id)
        matches = unit.blocks.matches(block_id)
        if unit.blocks.get(block_id).state is not BlockState.OPEN:
            return
        if all(match.state.final for match in matches):
            void = any(match.state is MatchState.VOID for match in matches)
            state = BlockState.VOID if void else BlockState.COUNTED
            unit.blocks.close(block_id, state, now(), None)
