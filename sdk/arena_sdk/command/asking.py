"""What an author may ask an arena: `matches`, `versions`, `why`, `logs`, and `fetch`."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import grpc

from arena_sdk.command.arguments import at_least
from arena_sdk.command.printing import plain_message, print_json, share_json
from arena_sdk.command.reaching import Arena, reached, share_address
from arena_sdk.command.refusal import Refusal
from arena_sdk.command.submissions import submission_id
from arena_sdk.command.tables import listing
from botarena.v1 import ladder_service_pb2 as ladders
from botarena.v1 import match_pb2 as records
from botarena.v1 import match_service_pb2 as matches
from botarena.v1 import submission_service_pb2 as submissions
from botarena.v1.ladder_service_pb2_grpc import LadderServiceStub
from botarena.v1.match_service_pb2_grpc import MatchServiceStub
from botarena.v1.submission_service_pb2_grpc import SubmissionServiceStub

_WHICH = "its id, BOT@NUMBER, or BOT@newest"

_Commands = Any  # the type that `add_subparsers` returns has no public name


def add(commands: _Commands) -> None:
    parser = _command(commands, "matches", "list matches, newest first", _matches)
    parser.add_argument("--submission", default="", help=f"only where this one sat: {_WHICH}")
    parser.add_argument("--ladder", default="", help="only of this ladder, by id or name")
    parser.add_argument("--limit", type=at_least(1), default=20, help="at most so many (20)")
    share_json(parser)
    parser = _command(commands, "versions", "list the submissions of a bot", _versions)
    parser.add_argument("bot", help="its id or name")
    share_json(parser)
    parser = _command(commands, "why", "say why a submission is not playing", _why)
    parser.add_argument("ladder", help="its id or name")
    parser.add_argument("submission", help=_WHICH)
    share_json(parser)
    parser = _command(commands, "logs", "print what a hosted submission printed", _logs)
    parser.add_argument("submission", help=_WHICH)
    parser.add_argument("--match", default="", help="in this match (its build and qualification)")
    parser.add_argument("--seat", type=at_least(0), default=0, help="on this seat of the match (0)")
    parser = _command(commands, "fetch", "download a match log for `replay`", _fetch)
    parser.add_argument("match", help="its id")
    parser.add_argument("file", type=Path, nargs="?", help="where to (MATCH.jsonl)")


def _command(
    commands: _Commands, name: str, what: str, run: Callable[[argparse.Namespace], int]
) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(
        name, help=what, description=f"{what[0].upper()}{what[1:]}."
    )
    share_address(parser)
    parser.set_defaults(run=run)
    return parser


def _matches(arguments: argparse.Namespace) -> int:
    with reached(arguments) as arena:
        request = matches.ListMatchesRequest(
            page_size=arguments.limit,
            ladder_id=_ladder_id(arena, arguments.ladder),
            submission_id=_known(arena, arguments.submission),
        )
        found = arena.call(MatchServiceStub(arena.channel).ListMatches, request).matches
    if arguments.json:
        print_json(list(map(plain_message, found)))
        return 0
    rows = [
        (
            one.match_id,
            one.game.name,
            records.MatchState.Name(one.state).removeprefix("MATCH_STATE_").lower(),
            _date(one.create_time),
            ", ".join(_seat(one, place) for place in range(len(one.lineup))),
        )
        for one in found
    ]
    print(listing(("match", "game", "state", "queued", "lineup"), rows))
    return 0


def _ladder_id(arena: Arena, name: str) -> str:
    """Returns the id of a ladder, by id or name; the empty text for none."""
    if not name:
        return ""
    request = ladders.GetLadderRequest(ladder_id=name)
    return str(arena.call(LadderServiceStub(arena.channel).GetLadder, request).ladder.ladder_id)


def _known(arena: Arena, name: str) -> str:
    """Returns the id of a submission that is there; the empty text for none."""
    if not name:
        return ""
    request = submissions.GetSubmissionRequest(submission_id=submission_id(arena, name))
    found = arena.call(SubmissionServiceStub(arena.channel).GetSubmission, request)
    return str(found.submission.submission_id)


def _seat(match: records.Match, place: int) -> str:
    seat = match.lineup[place]
    name = f"{seat.bot_name} {seat.submission_number}"
    if not match.HasField("outcome"):
        return name
    return f"{name}: rank {match.outcome.ranks[place]}"


def _versions(arguments: argparse.Namespace) -> int:
    request = submissions.ListSubmissionsRequest(bot_id=arguments.bot)
    with reached(arguments) as arena:
        stub = SubmissionServiceStub(arena.channel)
        found = arena.call(stub.ListSubmissions, request).submissions
    if arguments.json:
        print_json(list(map(plain_message, found)))
        return 0
    rows = [
        (
            one.submission_id,
            str(one.number),
            _word(submissions.Submission.Kind, one.kind),
            "retired" if one.retired else _word(submissions.Submission.State, one.state),
            "online" if one.online else "",
            _date(one.create_time),
            one.state_reason,
        )
        for one in found
    ]
    print(listing(("submission", "number", "kind", "state", "", "created", ""), rows))
    return 0


def _why(arguments: argparse.Namespace) -> int:
    """Returns 1 if something keeps the submission from playing."""
    with reached(arguments) as arena:
        request = ladders.ExplainScheduleRequest(
            ladder_id=arguments.ladder, submission_id=submission_id(arena, arguments.submission)
        )
        said = arena.call(LadderServiceStub(arena.channel).ExplainSchedule, request)
    if arguments.json:
        print_json(plain_message(said))
        return int(bool(said.obstacles))
    for obstacle in said.obstacles:
        print(f"- {obstacle.detail}\n  {obstacle.remedy}")
    if not said.obstacles:
        print("nothing keeps it from its next block")
    tick = f"looked last {_date(said.tick_time)}" if said.HasField("tick_time") else "never looked"
    print(
        f"{said.open_block_count} blocks of it are open, {said.ladder_block_count} of at most"
        f" {said.backlog} of the ladder; the scheduler {tick}"
    )
    return int(bool(said.obstacles))


def _logs(arguments: argparse.Namespace) -> int:
    with reached(arguments) as arena:
        request = submissions.DownloadBotLogRequest(
            submission_id=submission_id(arena, arguments.submission),
            match_id=arguments.match,
            seat=arguments.seat,
        )
        stub = SubmissionServiceStub(arena.channel)
        try:
            for part in arena.call(stub.DownloadBotLog, request):
                sys.stdout.buffer.write(part.chunk)
        except grpc.RpcError as error:
            if error.code() is grpc.StatusCode.NOT_FOUND:
                _require_hosted(arena, request.submission_id)
            raise
    sys.stdout.flush()
    return 0


def _require_hosted(arena: Arena, found: str) -> None:
    request = submissions.GetSubmissionRequest(submission_id=found)
    submission = arena.call(SubmissionServiceStub(arena.channel).GetSubmission, request).submission
    if submission.kind == submissions.Submission.KIND_REMOTE:
        text = "is remote: what it prints is where it runs; the arena has logs of hosted ones"
        raise Refusal(f"{found} {text}", 3)


def _fetch(arguments: argparse.Namespace) -> int:
    file = arguments.file or Path(f"{arguments.match}.jsonl")
    request = matches.DownloadReplayRequest(match_id=arguments.match)
    with reached(arguments) as arena:
        parts = arena.call(MatchServiceStub(arena.channel).DownloadReplay, request)
        file.write_bytes(b"".join(part.chunk for part in parts))
    print(f"{file}; next: arena-sdk replay {file}")
    return 0


def _word(kind: Any, value: int) -> str:
    """Returns the name of an enum's value in small letters, less its prefix."""
    name: str = kind.Name(value)
    return name.partition("_")[2].lower()


def _date(timestamp: Any) -> str:
    return f"{timestamp.ToDatetime():%Y-%m-%d %H:%M} UTC"
