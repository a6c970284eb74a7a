"""New matches: their own rows, and a row for every seat, by which a submission's are found."""

from collections.abc import Iterator, Sequence
from typing import Any

from arena.service.records import Match
from arena.storage.layouts import MATCHES
from arena.storage.tables import match_seats, matches
from arena.storage.transaction import Transaction


def add_block_matches(transaction: Transaction, block_matches: Sequence[Match]) -> None:
    transaction.insert(matches, [MATCHES.values(match) for match in block_matches])
    seat(transaction, block_matches)


def seat(transaction: Transaction, new: Sequence[Match]) -> None:
    """Adds the seats of matches that were added."""
    transaction.insert(match_seats, [row for match in new for row in _seats(match)])


def _seats(match: Match) -> Iterator[dict[str, Any]]:
    for number, submission_id in enumerate(match.lineup):
        yield {
            "match_id": match.match_id,
            "seat": number,
            "submission_id": submission_id,
            "created": match.created,
            "ladder_id": match.ladder_id,
        }
