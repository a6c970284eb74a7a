"""`arena-sdk compare --arena`: the arena plays, and says block by block how it stands."""

import argparse
import sys
import uuid
from collections.abc import Sequence

from google.protobuf.struct_pb2 import Struct

from arena_sdk.command.arguments import options_from
from arena_sdk.command.printing import plain_message, print_json
from arena_sdk.command.reaching import Arena, reached
from arena_sdk.command.refusal import Refusal
from arena_sdk.command.tables import live
from botarena.v1 import comparison_service_pb2 as pb
from botarena.v1.comparison_service_pb2_grpc import ComparisonServiceStub
from botarena.v1.submission_service_pb2 import GetSubmissionRequest, Submission
from botarena.v1.submission_service_pb2_grpc import SubmissionServiceStub


def compare_there(arguments: argparse.Namespace, names: Sequence[str]) -> int:
    """Returns 0 if the first of the submissions is ahead of the second, else 1."""
    new, old, *others = names
    options = Struct()
    options.update(options_from(arguments))
    request = pb.StartComparisonRequest(
        new_submission_id=new,
        old_submission_id=old,
        other_submission_ids=others,
        seat_count=arguments.seats or 0,
        options=options,
        elo0=arguments.elo0,
        elo1=arguments.elo1,
        most_block_count=arguments.blocks,
        fixed=arguments.fixed,
        request_id=str(uuid.uuid4()),
    )
    for field, given_ms in (("limit", arguments.limit_ms), ("bank", arguments.bank_ms)):
        if given_ms is not None:
            getattr(request.clock, field).FromMilliseconds(given_ms)
    with reached(arguments) as arena:
        stub = ComparisonServiceStub(arena.channel)
        started = arena.call(stub.StartComparison, request).comparison
        _tell_who_is_away(arena, started)
        try:
            found = _watched(stub, started, arena)
        except KeyboardInterrupt:
            stop = pb.StopComparisonRequest(comparison_id=started.comparison_id)
            arena.call(stub.StopComparison, stop)
            raise
    if arguments.json:
        print_json(plain_message(found))
    else:
        _report(found)
    return int(found.verdict != pb.Comparison.VERDICT_ELO1)


def _tell_who_is_away(arena: Arena, started: pb.Comparison) -> None:
    """Says once whose blocks wait until their bot is connected."""
    stub = SubmissionServiceStub(arena.channel)
    requests = [GetSubmissionRequest(submission_id=one) for one in started.submission_ids]
    found = [arena.call(stub.GetSubmission, request).submission for request in requests]
    for one in found:
        if one.kind == Submission.KIND_REMOTE and not one.online:  # the arena starts the others
            name = f"{one.bot_name} v{one.number}"
            print(f"waiting for {name}: it has no session; start the bot", file=sys.stderr)


def _watched(stub: ComparisonServiceStub, started: pb.Comparison, arena: Arena) -> pb.Comparison:
    """Returns the comparison once it is over, and says on a terminal how it stands."""
    request = pb.WatchComparisonRequest(comparison_id=started.comparison_id)
    found = started
    for response in stub.WatchComparison(request, metadata=arena.metadata):
        found = response.comparison
        live(f"{found.block_count} of at most {found.most_block_count} blocks, {_ratio(found)}")
    live("")
    if not found.HasField("end_time"):
        raise Refusal("the arena ended the stream; the comparison goes on there", 4)
    return found


def _ratio(found: pb.Comparison) -> str:
    return (
        f"log-likelihood ratio {found.llr:+.2f},"
        f" settled at {found.upper_bound:+.2f} or {found.lower_bound:+.2f}"
    )


def _report(found: pb.Comparison) -> None:
    verdict = {
        pb.Comparison.VERDICT_ELO1: f"is ahead by more than {found.elo0:g}",
        pb.Comparison.VERDICT_ELO0: f"is not ahead by {found.elo1:g}",
    }.get(found.verdict, "is not settled")
    matches = len(found.submission_ids)
    print(f"{found.new_name} {verdict}, after {found.block_count} blocks of {matches} matches")
    if found.HasField("difference"):
        ahead = found.difference
        print(
            f"against {found.old_name}: {ahead.elo:+.0f} Elo, {ahead.low:+.0f} to {ahead.high:+.0f}"
        )
    print(_ratio(found))
    print(f"comparison {found.comparison_id}")
