"""The play service: one bot's stream, from hello to its end."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import grpc

from arena.service.relay_ports import SessionDirectory

ServicerContext: TypeAlias = grpc.aio.ServicerContext[Any, Any]

Authorize: TypeAlias = Callable[[ServicerContext, str], Awaitable[None]]
"""Aborts the call, by exception, unless its key may play for this submission."""


@dataclass(frozen=True, slots=True)
class PlaySettings:
    """How patient the play service is."""

    heartbeat_s: float = 5.0
    hello_s: float = 5.0


class PlayServicer:
    """Serves `botarena.v1.PlayService`."""

    def __init__(
        self,
        directory: SessionDirectory,
        authorize: Authorize,
        settings: PlaySettings = PlaySettings(),
    ) -> None:
        raise NotImplementedError

    def add_to(self, server: grpc.aio.Server) -> None:
        raise NotImplementedError

    async def drain(self, grace_s: float) -> None:
        """Tells every bot to move on, takes no new sessions, and ends those that stay."""
        raise NotImplementedError
