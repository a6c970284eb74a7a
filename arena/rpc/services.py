"""Puts all services but the play service on a server, and a gate before every call."""

from collections.abc import Callable
from typing import Any

import grpc

from arena.rpc.authors import AuthorServicer
from arena.rpc.bots import BotServicer
from arena.rpc.comparisons import ComparisonServicer
from arena.rpc.games import GameServicer
from arena.rpc.ladders import LadderServicer
from arena.rpc.matches import MatchServicer
from arena.rpc.ports import Ports
from arena.rpc.submissions import SubmissionServicer
from arena.rpc.tournaments import TournamentServicer
from botarena.v1.author_service_pb2_grpc import add_AuthorServiceServicer_to_server
from botarena.v1.bot_service_pb2_grpc import add_BotServiceServicer_to_server
from botarena.v1.comparison_service_pb2_grpc import add_ComparisonServiceServicer_to_server
from botarena.v1.game_service_pb2_grpc import add_GameServiceServicer_to_server
from botarena.v1.ladder_service_pb2_grpc import add_LadderServiceServicer_to_server
from botarena.v1.match_service_pb2_grpc import add_MatchServiceServicer_to_server
from botarena.v1.submission_service_pb2_grpc import add_SubmissionServiceServicer_to_server
from botarena.v1.tournament_service_pb2_grpc import add_TournamentServiceServicer_to_server

SERVICE_NAMES = (
    "botarena.v1.AuthorService",
    "botarena.v1.BotService",
    "botarena.v1.ComparisonService",
    "botarena.v1.GameService",
    "botarena.v1.LadderService",
    "botarena.v1.MatchService",
    "botarena.v1.SubmissionService",
    "botarena.v1.TournamentService",
)
"""What `add_services` adds, as reflection and health name it."""


def add_services(server: grpc.aio.Server, ports: Ports) -> None:
    """Adds every unary service; the server needs a `Gate` among its interceptors."""
    services: tuple[tuple[Callable[[Any, grpc.aio.Server], None], object], ...] = (
        (add_AuthorServiceServicer_to_server, AuthorServicer(ports)),
        (add_BotServiceServicer_to_server, BotServicer(ports)),
        (add_ComparisonServiceServicer_to_server, ComparisonServicer(ports)),
        (add_GameServiceServicer_to_server, GameServicer(ports)),
        (add_LadderServiceServicer_to_server, LadderServicer(ports)),
        (add_MatchServiceServicer_to_server, MatchServicer(ports)),
        (add_SubmissionServiceServicer_to_server, SubmissionServicer(ports)),
        (add_TournamentServiceServicer_to_server, TournamentServicer(ports)),
    )
    for add, servicer in services:
        add(servicer, server)
