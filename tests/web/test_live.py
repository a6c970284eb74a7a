"""Live matches as server-sent events: all of them, in order, also after a lost connection."""

import asyncio
import json
import time
from collections.abc import AsyncGenerator, Iterator
from http.client import HTTPResponse
from typing import Any
from urllib.request import Request, urlopen

import pytest

from arena.match.events import Decided
from arena.service.records import AttemptEnd, Match
from arena.web.live import paced

from .serving import PATIENCE_S, Reader, Site
from .world import World


@pytest.fixture
def running(world: World) -> Match:
    """A match outside of any block, with its first five events."""
    return world.start(world.stray_match(), 5)


def stream(site: Site, match: Match, after: int | None = None) -> HTTPResponse:
    headers = {} if after is None else {"last-event-id": str(after)}
    request = Request(f"{site.url}/matches/{match.match_id}/live", headers=headers)
    answer: HTTPResponse = urlopen(request, timeout=PATIENCE_S)
    assert answer.headers["content-type"].startswith("text/event-stream")
    return answer


def events(answer: HTTPResponse) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yields the numbers and data of what is sent, to the end of the match."""
    number, name = 0, ""
    for line in answer:
        field, _, value = line.decode().rstrip("\n").partition(": ")
        if field == "id":
            number = int(value)
        elif field == "event":
            name = value
        elif field == "data" and name == "over":
            return
        elif field == "data":
            yield number, json.loads(value)


def test_a_match_is_watched_from_its_first_event_to_its_end(
    world: World, site: Site, running: Match
) -> None:
    log = world.log_of(running)

    with stream(site, running) as answer:
        coming = events(answer)
        first = [next(coming) for _ in range(5)]
        site.run(world.append(running, log[5:]))
        rest = list(coming)

    assert [number for number, _ in first + rest] == list(range(1, len(log) + 1))
    told = [data["event"] for _, data in first + rest]
    assert told[0]["event"] == "started"
    assert told[-1]["event"] == "ended"
    assert told[-1]["seed"] == ""
    expected = [c.public for e in log if isinstance(e, Decided) for c in e.choices]
    assert [c["action"] for e in told[1:-1] for c in e["choices"]] == expected
    plies = [frame["ply"] for _, data in first + rest for frame in data["frames"]]
    assert plies == list(range(len(plies)))


def test_who_lost_the_connection_misses_nothing_and_hears_nothing_twice(
    world: World, site: Site, running: Match
) -> None:
    log = world.log_of(running)
    with stream(site, running) as answer:
        whole = [next(coming) for coming in [events(answer)] for _ in range(5)]
    site.run(world.append(running, log[5:]))

    with stream(site, running, after=3) as answer:
        rest = list(events(answer))

    assert rest[:2] == whole[3:]
    assert [number for number, _ in rest] == list(range(4, len(log) + 1))


def test_no_hand_and_no_seed_is_ever_streamed(world: World, site: Site) -> None:
    with stream(site, world.half_done) as answer:
        told = list(events(answer))

    assert world.half_done.seed.hex() not in json.dumps(told)
    assert not any("seats" in frame for _, data in told for frame in data["frames"])
    hidden = [
        choice.action
        for event in world.log_of(world.half_done)
        if isinstance(event, Decided)
        for choice in event.choices
        if choice.action != choice.public
    ]
    shown = {choice["action"] for _, data in told for choice in data["event"].get("choices", ())}
    assert hidden
    assert not shown.intersection(hidden)


def test_a_match_that_is_given_up_ends_the_stream(world: World, site: Site, running: Match) -> None:
    with stream(site, running) as answer:
        coming = events(answer)
        assert next(coming)[0] == 1
        with world.open_unit() as unit:
            unit.matches.void(running.match_id, AttemptEnd.OPERATOR, "", world.now())
        heard = list(coming)

    assert [number for number, _ in heard] == [2, 3, 4, 5]


@pytest.mark.parametrize("last", ["-1", "x", "1" * 30, "²"])
def test_a_number_that_was_never_given_out_is_refused(
    reader: Reader, running: Match, last: str
) -> None:
    answer = reader.get(f"/matches/{running.match_id}/live", query={"after": last})

    assert answer.status == 400


def test_watchers_who_leave_are_forgotten(world: World, site: Site, running: Match) -> None:
    streams = [stream(site, running) for _ in range(3)]
    for answer in streams:
        assert next(events(answer))[0] == 1
    assert world.logs.followers >= 3

    for answer in streams:
        answer.close()

    deadline = time.monotonic() + PATIENCE_S
    while world.logs.followers:
        assert time.monotonic() < deadline
        site.run(
            world.append(running, world.log_of(running)[5:6])
        )  # uvicorn notices when it writes
        time.sleep(0.05)


async def _source(*items: int) -> AsyncGenerator[int, None]:
    for item in items:
        yield item


def test_spectators_may_be_kept_behind() -> None:
    async def watched() -> tuple[list[int | None], float]:
        clock = asyncio.get_running_loop().time
        begun = clock()
        heard = [item async for item in paced(_source(1, 2), delay_s=0.2, heartbeat_s=0.05)]
        return heard, clock() - begun

    heard, took_s = asyncio.run(watched())

    assert [item for item in heard if item is not None] == [1, 2]
    assert heard[0] is None, "a sign of life meanwhile"
    assert took_s >= 0.2


def test_what_goes_wrong_in_the_source_is_raised() -> None:
    async def broken() -> AsyncGenerator[int, None]:
        yield 1
        raise LookupError("gone")

    async def watched() -> list[int | None]:
        return [item async for item in paced(broken(), delay_s=0, heartbeat_s=5)]

    with pytest.raises(LookupError):
        asyncio.run(watched())
