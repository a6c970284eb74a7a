"""A gateway in a process of its own, to be killed: prints its port, then serves.

python gateway_process.py REDIS_URL
"""

import asyncio
import sys

from arena.relay import RedisGateway
from arena.rpc.play import PlayServicer, PlaySettings
from arena.rpc.server import RpcServer, ServerSettings


async def allow(*_: object) -> None:
    pass


async def main(redis_url: str) -> None:
    relay = RedisGateway(redis_url, "mortal")
    server = RpcServer(ServerSettings("127.0.0.1:0"))
    PlayServicer(relay, allow, PlaySettings()).add_to(server.server)
    await relay.start()
    await server.start(["botarena.v1.PlayService"])
    print(server.port, flush=True)
    await server.server.wait_for_termination()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
