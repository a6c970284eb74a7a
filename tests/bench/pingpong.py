"""A raw grpc.aio stream between two processes: what the transport alone can do."""

import asyncio
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import grpc
import grpc.aio

METHOD = "/pingpong/Play"


async def serve(size: int) -> None:
    """Answers every message with `size` bytes until it is killed."""

    async def play(
        requests: AsyncIterator[bytes], _: grpc.aio.ServicerContext[Any, Any]
    ) -> AsyncIterator[bytes]:
        async for _request in requests:
            yield b"x" * size

    server = grpc.aio.server()
    handler = grpc.stream_stream_rpc_method_handler(play)
    server.add_generic_rpc_handlers(
        (grpc.method_handlers_generic_handler("pingpong", {"Play": handler}),)
    )
    print(server.add_insecure_port("127.0.0.1:0"), flush=True)
    await server.start()
    await server.wait_for_termination()


@asynccontextmanager
async def _server(size: int) -> AsyncIterator[str]:
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.bench.pingpong", str(size)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    try:
        yield f"127.0.0.1:{process.stdout.readline().strip()}"
    finally:
        process.kill()
        process.wait()


async def round_trips(size: int, streams: int, seconds: float) -> list[float]:
    """Returns the time of every round trip, in seconds."""
    times: list[float] = []

    async def one(address: str) -> None:
        async with grpc.aio.insecure_channel(
            address, options=[("grpc.use_local_subchannel_pool", 1)]
        ) as channel:
            call = channel.stream_stream(METHOD)()
            end = time.perf_counter() + seconds
            while (start := time.perf_counter()) < end:
                await call.write(b"y" * 60)
                await call.read()
                times.append(time.perf_counter() - start)
            call.cancel()

    async with _server(size) as address:
        await asyncio.gather(*(one(address) for _ in range(streams)))
    return times


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1])))
