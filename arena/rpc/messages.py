"""Records as the messages that callers get."""

from collections.abc import Mapping

from arena.games.registry import Registry
from arena.service.hosting_records import Hosted, HostedState
from arena.service.records import (
    Author,
    Bot,
    Key,
    Name,
    RatingChange,
    Role,
    Submission,
    SubmissionKind,
)
from arena.wire.observations import observation_type_name
from arena.wire.records import timestamp
from arena.wire.structs import struct
from botarena.v1 import author_service_pb2 as author_pb
from botarena.v1 import bot_service_pb2 as bot_pb
from botarena.v1 import game_service_pb2 as game_pb
from botarena.v1 import ladder_service_pb2 as ladder_pb
from botarena.v1 import submission_service_pb2 as submission_pb

ROLES: Mapping[Role, author_pb.Role] = {
    Role.AUTHOR: author_pb.ROLE_AUTHOR,
    Role.OPERATOR: author_pb.ROLE_OPERATOR,
}

_KINDS: Mapping[SubmissionKind, submission_pb.Submission.Kind] = {
    SubmissionKind.REMOTE: submission_pb.Submission.KIND_REMOTE,
    SubmissionKind.HOSTED: submission_pb.Submission.KIND_HOSTED,
}


_STATES: Mapping[HostedState, submission_pb.Submission.State] = {
    HostedState.CHECKING: submission_pb.Submission.STATE_CHECKING,
    HostedState.BUILDING: submission_pb.Submission.STATE_BUILDING,
    HostedState.QUALIFYING: submission_pb.Submission.STATE_QUALIFYING,
    HostedState.ACTIVE: submission_pb.Submission.STATE_ACTIVE,
    HostedState.REFUSED: submission_pb.Submission.STATE_REFUSED,
}


def author_message(author: Author) -> author_pb.Author:
    return author_pb.Author(
        author_id=author.author_id,
        name=author.name,
        role=ROLES[author.role],
        create_time=timestamp(author.created),
    )


def key_message(key: Key) -> author_pb.Key:
    return author_pb.Key(
        key_id=key.key_id,
        label=key.label,
        create_time=timestamp(key.created),
        revoke_time=timestamp(key.revoked),
    )


def bot_message(bot: Bot, author_name: str) -> bot_pb.Bot:
    return bot_pb.Bot(
        bot_id=bot.bot_id,
        name=bot.name,
        game_name=bot.game,
        author_id=bot.author_id,
        author_name=author_name,
        create_time=timestamp(bot.created),
    )


def submission_message(
    submission: Submission, name: Name, hosted: Hosted | None, *, online: bool
) -> submission_pb.Submission:
    state = HostedState.ACTIVE if hosted is None else hosted.state
    return submission_pb.Submission(
        submission_id=submission.submission_id,
        bot_id=submission.bot_id,
        bot_name=name.bot,
        number=submission.number,
        kind=_KINDS[submission.kind],
        retired=submission.retired,
        online=online,
        create_time=timestamp(submission.created),
        state=_STATES[state],
        state_reason="" if hosted is None else hosted.reason,
    )


def game_messages(games: Registry) -> list[game_pb.Game]:
    """Returns every game, by name; defaults are those of the smallest table."""
    messages = []
    for name in games.names():
        kind = games.find(name)
        defaults = games.create(name, kind.seat_counts[0]).options
        messages.append(
            game_pb.Game(
                name=name,
                version=kind.version,
                seat_counts=kind.seat_counts,
                default_options=struct(defaults),
                observation_type=observation_type_name(name),
            )
        )
    return messages


def rating_change_message(change: RatingChange) -> ladder_pb.RatingChange:
    return ladder_pb.RatingChange(
        sequence=change.sequence,
        block_id=change.block_id,
        submission_id=change.submission_id,
        before=change.before,
        after=change.after,
        rate_time=timestamp(change.rated),
    )
