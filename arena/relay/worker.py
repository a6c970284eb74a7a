"""The worker's end of the relay: players whose bots are behind gateways."""

import asyncio
import secrets
from collections.abc import Collection, Mapping
from contextlib import suppress

import hiredis
import structlog

from arena.match.players import Table
from arena.relay import directory, endings
from arena.relay.directory import Entry
from arena.relay.frames import Order, order_frame, read_report
from arena.relay.inbox import Inbox
from arena.relay.link import LOST_S, Link
from arena.relay.live_logs import RedisLiveLogs
from arena.relay.patience import GRACE_S
from arena.relay.player import RedisPlayer
from arena.service.relay_ports import PlayMessages, Presence, RelayLost

LOOK_S = 0.2
"""How often the directory is read for the bots of live matches."""
TRUST_S = 3.0
"""A gateway may be silent until there has been a connection for so long: it had none either."""
START_S = 1.0
"""The first connection may take so long before it counts as a failure of ours."""
TRIM_S = 1.0

_log = structlog.get_logger(__name__)


class RedisRelay:
    """Implements `Relay`; lives in one event loop, between `start` and `stop`."""

    def __init__(
        self, redis_url: str, worker_id: str, messages: PlayMessages, lost_s: float = LOST_S
    ) -> None:
        """Redis may be away, or refuse to say who is online, for `lost_s`."""
        self.inbox = f"arena:worker:{worker_id}:{secrets.token_hex(4)}"
        self._link = Link(redis_url, self.inbox, lost_s)
        self._inbox = Inbox(redis_url, self.inbox, self._reported)
        self.logs = RedisLiveLogs(redis_url, self._link)
        """Live logs on the connection of the players: an event is kept before what follows it."""
        self._messages = messages
        self._lost_s = lost_s
        self._players: dict[int, RedisPlayer] = {}
        self._seats = 0
        self._gateways: set[str] = set()
        self._poked = asyncio.Event()
        self._trimmed = 0.0
        self.excused_until = 0.0
        """Implements `Switchboard.excused_until`."""
        self._blind_since: float | None = None
        """Since when Redis refuses to say who is online."""
        self._watching: asyncio.Task[None] | None = None

    async def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._link.on_restored = self._restored
        # Where a worker starts, the whole arena may have been away.
        self.excused_until = self._loop.time() + GRACE_S
        await self._link.start()
        await self._inbox.start()
        self._watching = asyncio.create_task(self._watch())

    async def stop(self) -> None:
        if self._watching is not None:
            self._watching.cancel()
        self._link.cast("DEL", self.inbox)
        await self._inbox.stop()
        await self._link.stop()

    async def online(self, submission_ids: Collection[str]) -> Mapping[str, Presence]:
        """Implements `Relay.online`."""
        return await directory.online(self._link, submission_ids)

    def player(self, submission_id: str, table: Table) -> RedisPlayer:
        """Implements `Relay.player`."""
        self._seats += 1
        player = RedisPlayer(self, self._seats, submission_id, table, self._messages)
        self._players[self._seats] = player
        return player

    # What players need.

    @property
    def connected(self) -> bool:
        return self._link.connected and self._blind_since is None

    def order(self, entry: Entry, order: Order) -> None:
        self._link.send(entry.gateway, order_frame(entry.session, order))

    def keep(self, submission_id: str, ending: bytes) -> None:
        for command in endings.keep(submission_id, ending):
            self._link.cast(*command)

    def poke(self) -> None:
        self._poked.set()

    def forget(self, player: int) -> None:
        self._players.pop(player, None)

    # What happens by itself.

    def _reported(self, _: str, frame: bytes) -> None:
        session, report = read_report(frame)
        if (player := self._players.get(report.player)) is not None:
            player.heard(session, report)

    async def _watch(self) -> None:
        """Looks the bots of all live matches up, often, and at once when poked."""
        while True:
            self._poked.clear()
            try:
                await self._look()
            except RelayLost as error:
                self._fail(error)
            except hiredis.ReplyError as error:
                self._refused(error)
            except Exception as error:  # the relay's main loop: whatever it is, it is ours
                _log.exception("looking bots up failed")
                self._fail(RelayLost(f"looking bots up failed: {error!r}"))
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_S):
                    await self._poked.wait()

    async def _look(self) -> None:
        if self._loop.time() - self._trimmed > TRIM_S:
            self._trimmed = self._loop.time()
            self._link.cast("XTRIM", self.inbox, "MINID", self._inbox.last)
            self._inbox.forget()
        ids = list({player.submission_id for player in self._players.values()})
        if not ids:
            self._blind_since = None
            return
        gateways = [directory.ANY, *self._gateways]
        values = await self._link.call(*directory.look_up(ids, gateways))
        if self._blind_since is not None:
            self._blind_since = None
            self._say_again()  # what was sent meanwhile may have been refused, too
        entries = dict(zip(ids, map(directory.read_entry, values), strict=False))
        pulses = zip(gateways, values[len(ids) :], strict=True)
        trusted = self._link.connected_s > TRUST_S
        dead = frozenset(g for g, pulse in pulses if pulse is None) if trusted else frozenset()
        players = list(self._players.values())
        if directory.ANY in dead:
            self.excused_until = self._loop.time() + GRACE_S
        for player in players:
            player.located(entries.get(player.submission_id), dead)
            if directory.ANY in dead:
                player.stranded()
        self._gateways = {e.gateway for e in entries.values() if e is not None}
        self._gateways |= {player.at.gateway for player in players if player.at is not None}

    def _restored(self) -> None:
        if self._link.generation == 1 and self._link.away_s < START_S:
            return
        # A server that forgot everything does not show any more whom a dead gateway put out.
        self.excused_until = self._loop.time() + GRACE_S
        self._say_again()
        self.poke()

    def _say_again(self) -> None:
        for player in list(self._players.values()):
            player.restored()

    def _refused(self, error: hiredis.ReplyError) -> None:
        """Lets no bot's time run out while nobody can be looked up; gives up after a while."""
        now = self._loop.time()
        if self._blind_since is None:
            self._blind_since = now
            _log.warning("Redis refuses to say who is online", error=str(error))
        elif now - self._blind_since > self._lost_s:
            self._fail(RelayLost(f"Redis refuses to say who is online: {error}"))

    def _fail(self, error: RelayLost) -> None:
        for player in list(self._players.values()):
            player.fail(error)
