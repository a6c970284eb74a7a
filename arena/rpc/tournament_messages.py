"""Tournaments as the messages that callers get."""

from collections.abc import Mapping

from arena.contest.tournament import Placing
from arena.games.dice import commitment
from arena.service.errors import InvalidArgument
from arena.service.records import BlockState, Name
from arena.service.tournament_records import (
    Entry,
    FormatName,
    Summary,
    Tournament,
    TournamentState,
)
from arena.service.tournament_views import RoundView, TableView
from arena.wire.match import clock_message, game_message
from arena.wire.records import timestamp
from botarena.v1 import tournament_service_pb2 as pb

_FORMATS: Mapping[FormatName, pb.Tournament.Format] = {
    FormatName.ROUND_ROBIN: pb.Tournament.FORMAT_ROUND_ROBIN,
    FormatName.SWISS: pb.Tournament.FORMAT_SWISS,
    FormatName.KNOCKOUT: pb.Tournament.FORMAT_KNOCKOUT,
    FormatName.GAUNTLET: pb.Tournament.FORMAT_GAUNTLET,
}
_FORMATS_FROM = {number: form for form, number in _FORMATS.items()}

_STATES: Mapping[TournamentState, pb.Tournament.State] = {
    TournamentState.ENTERING: pb.Tournament.STATE_ENTERING,
    TournamentState.RUNNING: pb.Tournament.STATE_RUNNING,
    TournamentState.PAUSED: pb.Tournament.STATE_PAUSED,
    TournamentState.FINISHED: pb.Tournament.STATE_FINISHED,
    TournamentState.CANCELLED: pb.Tournament.STATE_CANCELLED,
}

_TABLE_STATES: Mapping[BlockState, pb.Round.Table.State] = {
    BlockState.OPEN: pb.Round.Table.STATE_OPEN,
    BlockState.COUNTED: pb.Round.Table.STATE_COUNTED,
    BlockState.VOID: pb.Round.Table.STATE_VOID,
}


def format_from(number: pb.Tournament.Format) -> FormatName:
    """Raises `InvalidArgument` if there is no such format."""
    if number not in _FORMATS_FROM:
        names = ", ".join(pb.Tournament.Format.Name(known) for known in _FORMATS_FROM)
        raise InvalidArgument("format", f"one of {names}")
    return _FORMATS_FROM[number]


def tournament_message(tournament: Tournament, summary: Summary) -> pb.Tournament:
    """Shows the seed once nothing more follows from it."""
    terms = tournament.terms
    return pb.Tournament(
        tournament_id=tournament.tournament_id,
        name=tournament.name,
        game=game_message(terms.game, terms.version, terms.options),
        seat_count=terms.seats,
        clock=clock_message(terms.clock),
        faults_allowed=terms.faults_allowed,
        format=_FORMATS[tournament.format],
        round_count=tournament.rounds,
        advancing_count=tournament.advancing,
        same_author_allowed=tournament.same_author_allowed,
        state=_STATES[tournament.state],
        commitment=commitment(tournament.seed),
        seed=tournament.seed if tournament.state.final else b"",
        entry_count=summary.entries,
        opened_round_count=summary.rounds,
        table_count=summary.tables,
        counted_table_count=summary.counted,
        void_table_count=summary.void,
        create_time=timestamp(tournament.created),
        start_time=timestamp(tournament.started),
        end_time=timestamp(tournament.ended),
        scheduled_start_time=timestamp(tournament.starts),
        repeat=tournament.repeat,
        entry_ladder_id=tournament.entry_ladder_id,
        edition=tournament.edition,
        note=tournament.note,
    )


def entry_message(entry: Entry, name: Name) -> pb.Entry:
    return pb.Entry(
        number=entry.number,
        submission_id=entry.submission_id,
        bot_name=name.bot,
        submission_number=name.number,
        author_name=name.author,
        enter_time=timestamp(entry.entered),
    )


def round_message(view: RoundView, names: Mapping[str, Name]) -> pb.Round:
    return pb.Round(
        number=view.opened.number,
        tables=[_table_message(table, names) for table in view.tables],
        bye_submission_ids=view.opened.byes,
        open_time=timestamp(view.opened.opened),
    )


def _table_message(table: TableView, names: Mapping[str, Name]) -> pb.Round.Table:
    points = table.points or (0.0,) * len(table.lineup)
    return pb.Round.Table(
        number=table.number,
        block_id=table.block_id,
        state=_TABLE_STATES[table.state],
        participants=[
            pb.Round.Table.Participant(
                submission_id=submission_id,
                bot_name=names[submission_id].bot,
                submission_number=names[submission_id].number,
                points=scored,
            )
            for submission_id, scored in zip(table.lineup, points, strict=True)
        ],
        match_ids=[match.match_id for match in table.matches],
        play_count=table.plays,
    )


def placing_message(placing: Placing, name: Name) -> pb.Placing:
    return pb.Placing(
        place=placing.place,
        submission_id=placing.submission_id,
        bot_name=name.bot,
        submission_number=name.number,
        author_name=name.author,
        table_count=placing.tables,
        points=placing.points,
        tie_breaks=placing.tie_breaks,
    )
