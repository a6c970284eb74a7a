"""An arena in which something has happened, and for every RPC a request with which all is well."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from arena.service.records import Ladder, Match
from botarena.v1 import submission_service_pb2, tournament_service_pb2
from tests.fuzz.drawing import KNOWN
from tests.rpc.unary.play import finish, open_block, rate
from tests.rpc.unary.test_uploads import archive
from tests.rpc.unary.world import Loop, World, world


@dataclass(frozen=True, slots=True)
class OldArena:
    """An arena that all examples leave their traces in."""

    world: World
    good: Mapping[str, Mapping[str, Any]]
    """Requests, by message, with which all is well; of other messages an empty one is."""
    upload: Sequence[bytes]
    """The messages of a good upload."""


@contextmanager
def old_arena(loop: Loop) -> Iterator[OldArena]:
    """Opens it."""
    with world(loop) as arena:
        ladder, block = open_block(arena, names=("Ada", "Bee", "Cid"))
        for match in block:
            finish(arena, match.match_id)
        rate(arena, block)
        _hold_cups(arena, block[0].lineup)
        ids = [ladder.ladder_id, block[0].match_id, *block[0].lineup, "Cup", "Open cup"]
        KNOWN.extend(ids)
        yield OldArena(arena, _GOOD | _good_requests(ladder, block[0]), list(_upload()))
        for known in ids:
            KNOWN.remove(known)


_GOOD: dict[str, dict[str, Any]] = {
    "CreateBotRequest": {"name": "Dot", "game_name": "odd-lots"},
    "CreateLadderRequest": {"name": "More lots", "game_name": "odd-lots", "seat_count": 3},
    "CreateTournamentRequest": {
        "name": "More cups",
        "game_name": "odd-lots",
        "seat_count": 3,
        "format": tournament_service_pb2.Tournament.FORMAT_KNOCKOUT,
    },
}


def _upload() -> Iterator[bytes]:
    pb, packed = submission_service_pb2, archive()
    metadata = pb.UploadMetadata(sha256=sha256(packed).hexdigest(), size_bytes=len(packed))
    yield pb.UploadSubmissionRequest(metadata=metadata).SerializeToString()
    for start in range(0, len(packed), 100):
        part = pb.UploadSubmissionRequest(chunk=packed[start : start + 100])
        yield part.SerializeToString()


def _good_requests(ladder: Ladder, match: Match) -> dict[str, dict[str, Any]]:
    submission_id, *_ = match.lineup
    on_ladder = {"ladder_id": ladder.ladder_id}
    return {
        "CreateSubmissionRequest": {"bot_id": "Ada"},
        "CreateMatchRequest": {"game_name": "odd-lots", "submission_ids": match.lineup},
        "ExplainScheduleRequest": {**on_ladder, "submission_id": submission_id},
        "GetBotRequest": {"bot_id": "Bee"},
        "GetLadderRequest": on_ladder,
        "GetSubmissionRequest": {"submission_id": submission_id},
        "JoinLadderRequest": {**on_ladder, "submission_id": submission_id},
        "LeaveLadderRequest": {**on_ladder, "submission_id": submission_id},
        "ListRatingChangesRequest": on_ladder,
        "ListStandingsRequest": on_ladder,
        "ListSubmissionsRequest": {"bot_id": "Ada"},
        "PauseLadderRequest": on_ladder,
        "StartComparisonRequest": {
            "new_submission_id": match.lineup[0],
            "old_submission_id": match.lineup[1],
            "other_submission_ids": match.lineup[2:],
        },
        "SetAnchorRequest": {**on_ladder, "submission_id": submission_id},
        "GetMatchRequest": {"match_id": match.match_id},
        "WatchMatchRequest": {"match_id": match.match_id},
        "DownloadReplayRequest": {"match_id": match.match_id},
        **{
            f"{method}Request": {"tournament_id": "Cup"}
            for method in (
                "GetTournament",
                "PauseTournament",
                "PlayVoidAgain",
                "ListEntries",
                "ListRounds",
                "ListPlacings",
            )
        },
        **{
            f"{method}Request": {"tournament_id": "Open cup", "submission_id": submission_id}
            for method in ("EnterTournament", "WithdrawEntry")
        },
        "StartTournamentRequest": {
            "tournament_id": "Open cup",
            "seeding_ladder_id": ladder.ladder_id,
        },
        "CancelTournamentRequest": {"tournament_id": "Cup"},
    }


def _hold_cups(arena: World, entrants: Sequence[str]) -> None:
    """Starts one tournament of these submissions and leaves another one open."""
    pb, operator = tournament_service_pb2, arena.operator.metadata
    for name in ("Cup", "Open cup"):
        request = _GOOD["CreateTournamentRequest"] | {"name": name, "same_author_allowed": True}
        arena.tournaments.CreateTournament(pb.CreateTournamentRequest(**request), metadata=operator)
        for submission_id in entrants:
            entry = pb.EnterTournamentRequest(tournament_id=name, submission_id=submission_id)
            arena.tournaments.EnterTournament(entry, metadata=operator)
    start = pb.StartTournamentRequest(tournament_id="Cup")
    arena.tournaments.StartTournament(start, metadata=operator)
