"""Opens blocks: their matches wait for a worker from then on."""

from arena.contest.blocks import rotations
from arena.service.matches import DEADLINE
from arena.service.naming import new_id
from arena.service.ports import UnitOfWork
from arena.service.records import Block, Match, Terms


def open_block(block: Block, terms: Terms, seed: bytes, unit: UnitOfWork) -> None:
    """Keeps a new block, and a match on this seed for every rotation of its lineup."""
    matches = [
        Match(
            new_id("match"),
            terms,
            seated,
            seed,
            block.created,
            block.created + DEADLINE,
            block.block_id,
            block.ladder_id,
            place,
        )
        for place, seated in enumerate(rotations(block.lineup))
    ]
    unit.blocks.add(block, matches)
