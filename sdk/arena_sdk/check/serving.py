"""Serves a scripted arena on a port of this machine."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import grpc
import grpc.aio

from arena_sdk.check.arena import ScriptedArena
from botarena.v1 import play_service_pb2 as pb


@asynccontextmanager
async def serving(
    arena: ScriptedArena,
    credentials: grpc.ServerCredentials | None = None,
    address: str = "127.0.0.1:0",
) -> AsyncIterator[str]:
    """Serves over TLS if there are credentials, and yields the address with its port.

    Raises `OSError` if nothing can listen there.
    """
    handler: Any = grpc.stream_stream_rpc_method_handler(
        arena.play, request_deserializer=pb.PlayRequest.FromString
    )
    server = grpc.aio.server(options=[("grpc.so_reuseport", 0)])
    server.add_generic_rpc_handlers(
        (grpc.method_handlers_generic_handler("botarena.v1.PlayService", {"Play": handler}),)
    )
    try:
        if credentials is None:
            port = server.add_insecure_port(address)
        else:
            port = server.add_secure_port(address, credentials)
    except RuntimeError as error:
        raise OSError(f"cannot listen on {address}: {error}") from None
    await server.start()
    try:
        yield f"{address.rpartition(':')[0]}:{port}"
    finally:
        await server.stop(None)
