"""The gRPC server that carries all services of a gateway."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import grpc


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """Where a gateway listens; with both files it speaks TLS."""

    address: str = "127.0.0.1:50051"
    certificate: Path | None = None
    private_key: Path | None = None


class RpcServer:
    """A grpc.aio server with health and reflection. Add services to `server`, then `start`."""

    server: grpc.aio.Server
    port: int

    def __init__(
        self, settings: ServerSettings, interceptors: Sequence[grpc.aio.ServerInterceptor] = ()
    ) -> None:
        raise NotImplementedError

    async def start(self, service_names: Sequence[str]) -> None:
        raise NotImplementedError

    async def stop(self, grace_s: float) -> None:
        raise NotImplementedError
