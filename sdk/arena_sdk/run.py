"""Plays in the arena."""

import asyncio
import contextlib
import logging
import os
import signal
from functools import partial

from arena_sdk.bot import MakeBot
from arena_sdk.client import Client
from arena_sdk.session import SessionRefused
from arena_sdk.settings import Settings, settings

_log = logging.getLogger("arena_sdk")


def run(
    make_bot: MakeBot,
    *,
    address: str | None = None,
    key: str | None = None,
    submission: str | None = None,
    matches: int | None = None,
    tls: bool | None = None,
    roots: str | os.PathLike[str] | None = None,
) -> None:
    """Connects the bot and plays until it is told to stop.

    Takes from the environment what is not given: `ARENA_ADDRESS` (`host:port` or `unix:path`;
    without it the arena that `arena up` runs on this machine), `ARENA_KEY`, `ARENA_SUBMISSION`,
    `ARENA_MATCHES` (how many matches to play at once, 1 by default), `ARENA_TLS` (`1` for TLS),
    `ARENA_TLS_ROOTS` (a PEM file with the certificates to trust; implies TLS).

    Reconnects for as long as it takes. At SIGINT or SIGTERM it finishes its matches and returns; at
    the second one it stops at once. Ends the program with a message, by `SystemExit`, if a setting
    is missing or the arena does not want the bot, such as for a wrong key.
    """
    try:
        found = settings(
            address=address, key=key, submission=submission, matches=matches, tls=tls, roots=roots
        )
    except ValueError as error:
        raise SystemExit(str(error)) from None
    try:
        play_until_told(make_bot, found)
    except SessionRefused as refused:
        raise SystemExit(str(refused)) from None


def play_until_told(make_bot: MakeBot, found: Settings) -> None:
    """Plays until a signal; raises `SessionRefused` if the arena does not want the bot."""
    logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s", level=logging.INFO)
    signals: list[signal.Signals] = []
    try:
        asyncio.run(_run_until_signalled(make_bot, found, signals))
    except asyncio.CancelledError:
        if signals[-1:] == [signal.SIGINT]:
            raise KeyboardInterrupt from None
        raise SystemExit(128 + signals[-1]) from None


async def run_async(
    make_bot: MakeBot,
    *,
    address: str | None = None,
    key: str | None = None,
    submission: str | None = None,
    matches: int | None = None,
    tls: bool | None = None,
    roots: str | os.PathLike[str] | None = None,
    drain: asyncio.Event | None = None,
) -> None:
    """Does the same in an event loop that runs already, and leaves signals and logging alone.

    Once `drain` is set it finishes its matches and returns; cancelled, it stops at once. Raises
    `ValueError` if a setting is missing, and `SessionRefused` if the arena does not want the bot.
    """
    found = settings(
        address=address, key=key, submission=submission, matches=matches, tls=tls, roots=roots
    )
    await Client(make_bot, found, drain=drain).run()


async def _run_until_signalled(
    make_bot: MakeBot, found: Settings, signals: list[signal.Signals]
) -> None:
    """Notes every signal in `signals`: the first drains the client, the second cancels this."""
    drain = asyncio.Event()
    client = Client(make_bot, found, drain=drain)
    running = asyncio.current_task()
    assert running is not None

    def stop(number: signal.Signals) -> None:
        signals.append(number)
        if len(signals) == 1:
            if client.live:
                _log.info("matches to finish: %d; once more to stop at once", client.live)
            drain.set()
        else:
            running.cancel()

    # Only the main thread may do this, and not on every system; elsewhere signals do as they do.
    with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, partial(stop, number))
    await client.run()
