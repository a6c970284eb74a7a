"""One session of this gateway that is in the directory."""

import asyncio
from collections.abc import Sequence

import hiredis

from arena.relay import directory, endings
from arena.relay.connection import Reply
from arena.relay.directory import Entry
from arena.relay.frames import report_frame
from arena.relay.link import Link
from arena.service.relay_ports import BotSession, RelayLost, Report


class EnteredSession:
    """Implements `SessionEntry`."""

    def __init__(
        self,
        link: Link,
        sessions: "dict[int, EnteredSession]",
        submission_id: str,
        number: int,
        capacity: int,
        bot: BotSession,
    ) -> None:
        """Is one of `sessions`, by its number, until it is withdrawn."""
        self.epoch = 0
        self.missed: Sequence[bytes] = ()
        self.bot = bot
        self.refreshed = asyncio.get_running_loop().time()
        self._link = link
        self._sessions = sessions
        self._submission_id = submission_id
        self._number = number
        self._capacity = capacity
        sessions[number] = self

    def forget(self, ending: bytes) -> None:
        """Implements `SessionEntry.forget`."""
        self._link.cast(*endings.forget(self._submission_id, ending))

    def resize(self, capacity: int) -> None:
        """Implements `SessionEntry.resize`."""
        self._capacity = capacity
        self.refresh()

    def report(self, worker_id: str, report: Report) -> None:
        """Implements `SessionEntry.report`."""
        self._link.send(worker_id, report_frame(self._number, report))

    def withdraw(self) -> None:
        """Implements `SessionEntry.withdraw`."""
        if self._sessions.pop(self._number, None) is not None:
            self._link.cast(*directory.withdraw(self._submission_id, self._number))

    def refresh(self) -> None:
        """Renews the entry, or learns that a newer session has taken its place."""
        if not self.epoch:
            return
        self.refreshed = asyncio.get_running_loop().time()
        entry = Entry(self.epoch, self._number, self._capacity, self._link.sender)
        command = directory.refresh(self._submission_id, entry)
        self._link.call(*command).add_done_callback(self._refreshed)

    def _refreshed(self, reply: "asyncio.Future[Reply]") -> None:
        if reply.cancelled() or isinstance(reply.exception(), RelayLost | hiredis.ReplyError):
            return
        if reply.result() == 0 and self._number in self._sessions:
            self.bot.supersede()
