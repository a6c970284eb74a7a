"""The tournament service: contests in rounds."""

import asyncio
from collections.abc import Collection, Mapping, Sequence

from grpc.aio import ServicerContext

from arena.rpc.auth import caller
from arena.rpc.fields import (
    clock_from,
    instant_from,
    optional_id,
    options_from,
    page_size,
    page_token,
    present,
    required_id,
)
from arena.rpc.ports import Ports
from arena.rpc.tournament_messages import (
    entry_message,
    format_from,
    placing_message,
    round_message,
    tournament_message,
)
from arena.service import rounds, tournament_views, tournaments
from arena.service.bots import submission_names
from arena.service.records import Name
from arena.service.tournament_records import Tournament
from botarena.v1 import tournament_service_pb2 as pb
from botarena.v1.tournament_service_pb2_grpc import TournamentServiceServicer


class TournamentServicer(TournamentServiceServicer):
    """Serves `botarena.v1.TournamentService`."""

    def __init__(self, ports: Ports) -> None:
        self._ports = ports

    async def CreateTournament(
        self,
        request: pb.CreateTournamentRequest,
        context: ServicerContext[pb.CreateTournamentRequest, pb.CreateTournamentResponse],
    ) -> pb.CreateTournamentResponse:
        tournament = await asyncio.to_thread(
            tournaments.create_tournament,
            request.name,
            required_id("game_name", request.game_name),
            options_from(request.options),
            request.seat_count,
            format_from(request.format),
            rounds=request.round_count,
            advancing=request.advancing_count,
            clock=clock_from(request.clock),
            same_author_allowed=request.same_author_allowed,
            starts=instant_from(request, "scheduled_start_time"),
            repeat=request.repeat,
            entry_ladder_id=optional_id("entry_ladder_id", request.entry_ladder_id),
            open_unit=self._ports.open_unit,
            games=self._ports.games,
            now=self._ports.now,
            **present(request, "faults_allowed"),
        )
        return pb.CreateTournamentResponse(tournament=await self._message(tournament))

    async def GetTournament(
        self,
        request: pb.GetTournamentRequest,
        context: ServicerContext[pb.GetTournamentRequest, pb.GetTournamentResponse],
    ) -> pb.GetTournamentResponse:
        tournament = await asyncio.to_thread(
            tournaments.tournament_of,
            required_id("tournament_id", request.tournament_id),
            open_unit=self._ports.open_unit,
        )
        return pb.GetTournamentResponse(tournament=await self._message(tournament))

    async def ListTournaments(
        self,
        request: pb.ListTournamentsRequest,
        context: ServicerContext[pb.ListTournamentsRequest, pb.ListTournamentsResponse],
    ) -> pb.ListTournamentsResponse:
        page = await asyncio.to_thread(
            tournaments.list_tournaments,
            page_size(request.page_size),
            page_token(request.page_token),
            open_unit=self._ports.open_unit,
        )
        return pb.ListTournamentsResponse(
            tournaments=await self._messages(page.items), next_page_token=page.next_token
        )

    async def EnterTournament(
        self,
        request: pb.EnterTournamentRequest,
        context: ServicerContext[pb.EnterTournamentRequest, pb.EnterTournamentResponse],
    ) -> pb.EnterTournamentResponse:
        entry = await asyncio.to_thread(
            tournaments.enter_tournament,
            caller(),
            required_id("tournament_id", request.tournament_id),
            required_id("submission_id", request.submission_id),
            open_unit=self._ports.open_unit,
            now=self._ports.now,
        )
        names = await self._names([entry.submission_id])
        return pb.EnterTournamentResponse(entry=entry_message(entry, names[entry.submission_id]))

    async def WithdrawEntry(
        self,
        request: pb.WithdrawEntryRequest,
        context: ServicerContext[pb.WithdrawEntryRequest, pb.WithdrawEntryResponse],
    ) -> pb.WithdrawEntryResponse:
        await asyncio.to_thread(
            tournaments.withdraw_entry,
            caller(),
            required_id("tournament_id", request.tournament_id),
            required_id("submission_id", request.submission_id),
            open_unit=self._ports.open_unit,
        )
        return pb.WithdrawEntryResponse()

    async def StartTournament(
        self,
        request: pb.StartTournamentRequest,
        context: ServicerContext[pb.StartTournamentRequest, pb.StartTournamentResponse],
    ) -> pb.StartTournamentResponse:
        tournament = await asyncio.to_thread(
            tournaments.start_tournament,
            required_id("tournament_id", request.tournament_id),
            optional_id("seeding_ladder_id", request.seeding_ladder_id),
            open_unit=self._ports.open_unit,
            now=self._ports.now,
        )
        return pb.StartTournamentResponse(tournament=await self._message(tournament))

    async def PauseTournament(
        self,
        request: pb.PauseTournamentRequest,
        context: ServicerContext[pb.PauseTournamentRequest, pb.PauseTournamentResponse],
    ) -> pb.PauseTournamentResponse:
        tournament = await asyncio.to_thread(
            tournaments.pause_tournament,
            required_id("tournament_id", request.tournament_id),
            request.paused,
            open_unit=self._ports.open_unit,
        )
        return pb.PauseTournamentResponse(tournament=await self._message(tournament))

    async def CancelTournament(
        self,
        request: pb.CancelTournamentRequest,
        context: ServicerContext[pb.CancelTournamentRequest, pb.CancelTournamentResponse],
    ) -> pb.CancelTournamentResponse:
        tournament = await asyncio.to_thread(
            tournaments.cancel_tournament,
            required_id("tournament_id", request.tournament_id),
            open_unit=self._ports.open_unit,
            now=self._ports.now,
        )
        return pb.CancelTournamentResponse(tournament=await self._message(tournament))

    async def PlayVoidAgain(
        self,
        request: pb.PlayVoidAgainRequest,
        context: ServicerContext[pb.PlayVoidAgainRequest, pb.PlayVoidAgainResponse],
    ) -> pb.PlayVoidAgainResponse:
        tables = await asyncio.to_thread(
            rounds.play_void_again,
            required_id("tournament_id", request.tournament_id),
            open_unit=self._ports.open_unit,
            now=self._ports.now,
        )
        return pb.PlayVoidAgainResponse(table_count=tables)

    async def ListEntries(
        self,
        request: pb.ListEntriesRequest,
        context: ServicerContext[pb.ListEntriesRequest, pb.ListEntriesResponse],
    ) -> pb.ListEntriesResponse:
        page = await asyncio.to_thread(
            tournament_views.list_entries,
            required_id("tournament_id", request.tournament_id),
            page_size(request.page_size),
            page_token(request.page_token),
            open_unit=self._ports.open_unit,
        )
        names = await self._names([entry.submission_id for entry in page.items])
        return pb.ListEntriesResponse(
            entries=[entry_message(entry, names[entry.submission_id]) for entry in page.items],
            next_page_token=page.next_token,
        )

    async def ListRounds(
        self,
        request: pb.ListRoundsRequest,
        context: ServicerContext[pb.ListRoundsRequest, pb.ListRoundsResponse],
    ) -> pb.ListRoundsResponse:
        page = await asyncio.to_thread(
            tournament_views.list_rounds,
            required_id("tournament_id", request.tournament_id),
            page_size(request.page_size),
            page_token(request.page_token),
            open_unit=self._ports.open_unit,
        )
        seated = {s for view in page.items for table in view.tables for s in table.lineup}
        names = await self._names(seated)
        return pb.ListRoundsResponse(
            rounds=[round_message(view, names) for view in page.items],
            next_page_token=page.next_token,
        )

    async def ListPlacings(
        self,
        request: pb.ListPlacingsRequest,
        context: ServicerContext[pb.ListPlacingsRequest, pb.ListPlacingsResponse],
    ) -> pb.ListPlacingsResponse:
        page = await asyncio.to_thread(
            tournament_views.list_placings,
            required_id("tournament_id", request.tournament_id),
            page_size(request.page_size),
            page_token(request.page_token),
            open_unit=self._ports.open_unit,
        )
        names = await self._names([placing.submission_id for placing in page.items])
        return pb.ListPlacingsResponse(
            placings=[placing_message(one, names[one.submission_id]) for one in page.items],
            next_page_token=page.next_token,
        )

    async def _names(self, submission_ids: Collection[str]) -> Mapping[str, Name]:
        return await asyncio.to_thread(
            submission_names, submission_ids, open_unit=self._ports.open_unit
        )

    async def _message(self, tournament: Tournament) -> pb.Tournament:
        (message,) = await self._messages([tournament])
        return message

    async def _messages(self, found: Sequence[Tournament]) -> list[pb.Tournament]:
        summaries = await asyncio.to_thread(
            tournament_views.summaries_of,
            [one.tournament_id for one in found],
            open_unit=self._ports.open_unit,
        )
        return [tournament_message(one, summaries[one.tournament_id]) for one in found]
