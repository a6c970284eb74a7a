"""The gateway's end of the relay: sessions made known to all workers, orders brought to them."""

import asyncio
import secrets
from collections.abc import Collection, Mapping

import hiredis
import structlog

from arena.relay import directory, endings
from arena.relay.directory import Entry
from arena.relay.entered import EnteredSession
from arena.relay.frames import Superseding, order_frame, read_order, report_frame
from arena.relay.inbox import Inbox
from arena.relay.link import Link
from arena.service.errors import Unavailable
from arena.service.relay_ports import (
    Asking,
    BotSession,
    Leaving,
    Presence,
    RelayLost,
    Report,
    ReportKind,
    Seating,
    SessionEntry,
    Telling,
)

ENTER_S = 2.0
"""A session that could not be entered for so long is refused."""

_log = structlog.get_logger(__name__)


class RedisGateway:
    """Implements `SessionDirectory`; lives in one event loop, between `start` and `stop`."""

    def __init__(self, redis_url: str, gateway_id: str) -> None:
        self.inbox = f"arena:gateway:{gateway_id}:{secrets.token_hex(4)}"
        self._link = Link(redis_url, self.inbox)
        self._inbox = Inbox(redis_url, self.inbox, self._ordered)
        self._sessions: dict[int, EnteredSession] = {}
        self._pulsing: asyncio.TimerHandle | None = None

    async def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._link.on_restored = self._restored
        await self._link.start()
        await self._inbox.start()
        self._pulse()

    async def stop(self) -> None:
        """Withdraws what is left and closes."""
        if self._pulsing is not None:
            self._pulsing.cancel()
        for session in list(self._sessions.values()):
            session.withdraw()
        self._link.cast("DEL", directory.gateway_key(self.inbox), self.inbox)
        await self._inbox.stop()
        await self._link.stop()

    async def online(self, submission_ids: Collection[str]) -> Mapping[str, Presence]:
        """Returns the sessions of the given submissions, whatever gateway holds them."""
        return await directory.online(self._link, submission_ids)

    async def enter(
        self, submission_id: str, session_id: str, capacity: int, session: BotSession
    ) -> SessionEntry:
        """Implements `SessionDirectory.enter`."""
        number = int(session_id, 16)
        # Known here before any worker can know of it, for its first order may come at once.
        entered = EnteredSession(
            self._link, self._sessions, submission_id, number, capacity, session
        )
        self._sessions[number] = entered
        try:
            async with asyncio.timeout(ENTER_S):
                reply = await self._link.call(
                    *directory.enter(submission_id, number, capacity, self.inbox)
                )
                missed = await self._link.call(*endings.kept(submission_id))
        except (RelayLost, TimeoutError, hiredis.ReplyError) as error:
            entered.withdraw()
            _log.warning("session could not be entered", error=repr(error))
            raise Unavailable("the relay is down; try again soon") from None
        except BaseException:
            entered.withdraw()
            raise
        entered.epoch, old = directory.entered(reply)
        entered.missed = missed[::-1]
        if old is not None:
            self._supersede(old)
        return entered

    def _supersede(self, old: Entry) -> None:
        if old.gateway != self.inbox:
            self._link.send(old.gateway, order_frame(old.session, Superseding()))
        elif (session := self._sessions.get(old.session)) is not None:
            session.bot.supersede()

    def _ordered(self, sender: str, frame: bytes) -> None:
        number, order = read_order(sender, frame)
        entered = self._sessions.get(number)
        if entered is None:
            if isinstance(order, Asking | Seating):
                absent = Report(ReportKind.ABSENT, order.player, order.attempt)
                self._link.send(sender, report_frame(number, absent))
            return
        match order:
            case Asking():
                entered.bot.ask(order)
            case Telling():
                entered.bot.tell(order)
            case Seating():
                entered.bot.seat(order)
            case Leaving():
                entered.bot.leave(order)
            case Superseding():
                entered.bot.supersede()

    def _pulse(self) -> None:
        """Shows that this gateway lives, and that its older entries still hold."""
        if self._link.connected:
            self._show_life()
            self._link.cast("XTRIM", self.inbox, "MINID", self._inbox.last)
            self._inbox.forget()
            now = self._loop.time()
            for session in list(self._sessions.values()):
                if now - session.refreshed > directory.REFRESH_S:
                    session.refresh()
        self._pulsing = self._loop.call_later(directory.PULSE_S, self._pulse)

    def _show_life(self) -> None:
        for command in directory.pulses(self.inbox):
            self._link.cast(*command)

    def _restored(self) -> None:
        """Tells a server that may have forgotten everything what is so."""
        self._show_life()
        for session in list(self._sessions.values()):
            session.refresh()
