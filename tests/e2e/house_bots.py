"""A process of house bots: one of a name, for every submission that the environment gives it."""

import asyncio
import json
import os
import signal

from arena_sdk import run_async
from arena_sdk.house import house_bot


async def main() -> None:
    drain = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, drain.set)
    name = os.environ["HOUSE_NAME"]
    await asyncio.gather(
        *(
            run_async(house_bot(game, name), key=key, submission=submission, matches=8, drain=drain)
            for game, key, submission in json.loads(os.environ["HOUSE_SEATS"])
        )
    )


if __name__ == "__main__":
    asyncio.run(main())
