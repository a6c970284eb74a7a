"""The game service: which games the arena plays."""

from grpc.aio import ServicerContext

from arena.rpc.messages import game_messages
from arena.rpc.ports import Ports
from botarena.v1 import game_service_pb2 as pb
from botarena.v1.game_service_pb2_grpc import GameServiceServicer


class GameServicer(GameServiceServicer):
    """Serves `botarena.v1.GameService`."""

    def __init__(self, ports: Ports) -> None:
        self._games = pb.ListGamesResponse(games=game_messages(ports.games))

    async def ListGames(
        self,
        request: pb.ListGamesRequest,
        context: ServicerContext[pb.ListGamesRequest, pb.ListGamesResponse],
    ) -> pb.ListGamesResponse:
        return self._games
