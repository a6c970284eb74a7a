"""The first page says who is on duty, and still stands when Redis is gone."""

import re

from redis_server import redis_url

from arena.relay.duty import DutyRoll, OnDuty

from .serving import Reader, served
from .world import World

__all__ = ["redis_url"]


def test_everybody_sees_who_is_on_duty(world: World, redis_url: str) -> None:
    roll = DutyRoll(redis_url)
    for kind, name in (("gateway", "g1"), ("worker", "w1"), ("worker", "w2")):
        roll.announce(OnDuty(kind, name))

    with served(world.application(roll=roll)) as site:
        page = Reader(site.url).get("/").text
    roll.close()

    assert told(page) == {"gateways": "1", "worker processes": "2", "schedulers": "0"}
    assert re.search(r'class="bad"><dt>schedulers<', page), "without one nothing is played"


def told(page: str) -> dict[str, str]:
    """What the page says of each kind of process."""
    found = dict(re.findall(r"<dt>([^<]+)</dt><dd>([^<]+)</dd>", page))
    return {kind: found[kind] for kind in ("gateways", "worker processes", "schedulers")}


def test_without_redis_the_page_says_so(world: World) -> None:
    roll = DutyRoll("redis://127.0.0.1:1/0")

    with served(world.application(roll=roll)) as site:
        answer = Reader(site.url).get("/")

    assert answer.status == 200
    assert "does not answer" in answer.text
    assert "scout open" in answer.text
