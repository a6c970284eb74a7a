"""Who is online: one key for each submission that has a session, one for each gateway that lives.

Epochs are milliseconds of the server's own clock. A plain counter would begin at 1 again on a
server that forgot everything, and the oldest session would win. Where that is not greater than the
submission's last epoch, as on a promoted replica whose clock is behind, they go on from there.
"""

import asyncio
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import hiredis

from arena.relay.connection import Reply, Word
from arena.relay.link import Link
from arena.service.relay_ports import Presence, RelayLost

ENTRY_TTL_MS = 60_000
"""An entry outlives its gateway by so long, and shows whom we have put out."""
OVER_TTL_MS = 3 * 3_600_000
"""The epoch of a session that is over is known for longer than any match lasts."""
REFRESH_S = 5.0
"""How often a gateway renews the entries of its sessions."""
GATEWAY_TTL_MS = 3_000
PULSE_S = 1.0
"""How often a gateway shows that it lives."""
ANY = "any"
"""In the place of a gateway: lives as long as any of them does."""
LOOK_UP_S = 2.0
"""Who is online must be known within this time."""

_ENTER = """
local old = redis.call('GET', KEYS[1])
local now = redis.call('TIME')
local epoch = now[1] * 1000 + math.floor(now[2] / 1000)
if old then
  local old_epoch, old_session = string.match(old, '^(%d+) (%d+)')
  if old_session == ARGV[1] then return {tonumber(old_epoch), false} end
  epoch = math.max(epoch, tonumber(old_epoch) + 1)
end
local over = redis.call('GET', KEYS[2])
if over then epoch = math.max(epoch, tonumber(over) + 1) end
local entry = string.format('%.0f %s %s %s', epoch, ARGV[1], ARGV[2], ARGV[3])
redis.call('SET', KEYS[1], entry, 'PX', ARGV[4])
return {epoch, old}
"""

_REFRESH = """
local old = redis.call('GET', KEYS[1])
if old and tonumber(string.match(old, '^%d+')) > tonumber(ARGV[1]) then return 0 end
redis.call('SET', KEYS[1], ARGV[1] .. ' ' .. ARGV[2], 'PX', ARGV[3])
return 1
"""

_WITHDRAW = """
local old = redis.call('GET', KEYS[1])
local epoch, session = string.match(old or '', '^(%d+) (%d+)')
if session ~= ARGV[1] then return 0 end
redis.call('DEL', KEYS[1])
redis.call('SET', KEYS[2], epoch, 'PX', ARGV[2])  -- second: a full server takes it then
return 1
"""


@dataclass(frozen=True, slots=True)
class Entry:
    """One session, as the directory has it."""

    epoch: int
    session: int
    capacity: int
    gateway: str
    """The inbox of the gateway that holds it."""

    def presence(self, submission_id: str) -> Presence:
        """Returns what the use cases may know of it."""
        return Presence(submission_id, self.gateway, self.epoch, self.capacity)


def entry_key(submission_id: str) -> str:
    return f"arena:online:{submission_id}"


def over_key(submission_id: str) -> str:
    """Names the epoch of the submission's last session that was withdrawn."""
    return f"arena:over:{submission_id}"


def gateway_key(gateway: str) -> str:
    return f"arena:alive:{gateway}"


def read_entry(value: bytes | None) -> Entry | None:
    """Reads what `GET` of an entry's key returns."""
    if value is None:
        return None
    epoch, session, capacity, gateway = value.decode().split(" ", 3)
    return Entry(int(epoch), int(session), int(capacity), gateway)


def enter(submission_id: str, session: int, capacity: int, gateway: str) -> Sequence[Word]:
    """Returns the command that enters a new session; its reply is for `entered`."""
    keys = entry_key(submission_id), over_key(submission_id)
    return ("EVAL", _ENTER, 2, *keys, session, capacity, gateway, ENTRY_TTL_MS)


def entered(reply: Reply) -> tuple[int, Entry | None]:
    """Returns the new session's epoch and the entry that it replaced."""
    epoch, old = reply
    return epoch, read_entry(old)


def refresh(submission_id: str, entry: Entry) -> Sequence[Word]:
    """Returns the command that renews an entry; its reply is 0 if a newer session is there."""
    rest = f"{entry.session} {entry.capacity} {entry.gateway}"
    return ("EVAL", _REFRESH, 1, entry_key(submission_id), entry.epoch, rest, ENTRY_TTL_MS)


def withdraw(submission_id: str, session: int) -> Sequence[Word]:
    """Returns the command that removes a session's entry, and no newer one; keeps its epoch."""
    keys = entry_key(submission_id), over_key(submission_id)
    return ("EVAL", _WITHDRAW, 2, *keys, session, OVER_TTL_MS)


def pulses(gateway: str) -> Sequence[Sequence[Word]]:
    """Returns the commands by which a gateway shows that it lives."""
    return [("SET", gateway_key(name), 1, "PX", GATEWAY_TTL_MS) for name in (gateway, ANY)]


def look_up(submission_ids: Sequence[str], gateways: Sequence[str]) -> Sequence[Word]:
    """Returns the command that reads the entries of submissions, then the pulses of gateways."""
    return ("MGET", *map(entry_key, submission_ids), *map(gateway_key, gateways))


async def online(link: Link, submission_ids: Collection[str]) -> Mapping[str, Presence]:
    """Returns the sessions of the given submissions whose gateways live.

    Raises `RelayLost` if that cannot be known, or no gateway lives: nobody is to blame for being
    away then.
    """
    ids = list(submission_ids)
    if not ids:
        return {}
    try:
        async with asyncio.timeout(LOOK_UP_S):
            values = await link.call(*look_up(ids, ()))
            entries = {i: e for i, e in zip(ids, map(read_entry, values), strict=True) if e}
            gateways = [ANY, *{entry.gateway for entry in entries.values()}]
            pulses = await link.call(*look_up((), gateways))
    except TimeoutError:
        raise RelayLost("who is online cannot be known: Redis is away") from None
    except hiredis.ReplyError as error:
        raise RelayLost(f"Redis refuses to say who is online: {error}") from None
    alive = {gateway for gateway, pulse in zip(gateways, pulses, strict=True) if pulse}
    if ANY not in alive:
        raise RelayLost("no gateway lives")
    return {i: e.presence(i) for i, e in entries.items() if e.gateway in alive}
