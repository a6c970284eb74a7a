"""The bot service: bots, by name."""

import asyncio
from collections.abc import Iterable

from grpc.aio import ServicerContext

from arena.rpc.auth import caller
from arena.rpc.fields import optional_id, page_size, page_token, required_id
from arena.rpc.messages import bot_message
from arena.rpc.ports import Ports
from arena.service import bots
from arena.service.authors import author_names
from arena.service.records import Bot
from botarena.v1 import bot_service_pb2 as pb
from botarena.v1.bot_service_pb2_grpc import BotServiceServicer


class BotServicer(BotServiceServicer):
    """Serves `botarena.v1.BotService`."""

    def __init__(self, ports: Ports) -> None:
        self._ports = ports

    async def CreateBot(
        self,
        request: pb.CreateBotRequest,
        context: ServicerContext[pb.CreateBotRequest, pb.CreateBotResponse],
    ) -> pb.CreateBotResponse:
        bot = await asyncio.to_thread(
            bots.create_bot,
            caller(),
            request.name,
            required_id("game_name", request.game_name),
            open_unit=self._ports.open_unit,
            games=self._ports.games,
            now=self._ports.now,
        )
        return pb.CreateBotResponse(bot=bot_message(bot, caller().name))

    async def GetBot(
        self,
        request: pb.GetBotRequest,
        context: ServicerContext[pb.GetBotRequest, pb.GetBotResponse],
    ) -> pb.GetBotResponse:
        bot = await asyncio.to_thread(
            bots.bot_of,
            required_id("bot_id", request.bot_id),
            open_unit=self._ports.open_unit,
        )
        (message,) = await self._messages([bot])
        return pb.GetBotResponse(bot=message)

    async def ListBots(
        self,
        request: pb.ListBotsRequest,
        context: ServicerContext[pb.ListBotsRequest, pb.ListBotsResponse],
    ) -> pb.ListBotsResponse:
        page = await asyncio.to_thread(
            bots.list_bots,
            page_size(request.page_size),
            page_token(request.page_token),
            author_id=optional_id("author_id", request.author_id),
            game=optional_id("game_name", request.game_name),
            open_unit=self._ports.open_unit,
        )
        return pb.ListBotsResponse(
            bots=await self._messages(page.items), next_page_token=page.next_token
        )

    async def _messages(self, found: Iterable[Bot]) -> list[pb.Bot]:
        names = await asyncio.to_thread(
            author_names, {bot.author_id for bot in found}, open_unit=self._ports.open_unit
        )
        return [bot_message(bot, names[bot.author_id]) for bot in found]
