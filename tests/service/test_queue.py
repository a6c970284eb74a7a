"""Whoever puts something into a queue that is down hears of it soon."""

import os
import socket
import subprocess
import sys

import pytest

from tests.redis_server import MortalRedis

PROGRAM = """
import time
from arena.service.errors import Unavailable
from workers.queue import CeleryQueue

queue = CeleryQueue()
for _ in range(2):
    begun = time.monotonic()
    try:
        ASKED
    except Unavailable:
        print(time.monotonic() - begun)
"""

HOSTING = """
from workers.app import app
from workers.queue import CeleryQueue

queue = CeleryQueue()
found = [queue.hosting_waits()]
queue.play("match-1")
queue.rate("block-1")
found.append(queue.hosting_waits())
queue.host("sub-1")
found.append(queue.hosting_waits())
with app.connection_for_write() as connection:
    connection.SimpleQueue("hosting").get(timeout=5).ack()
found.append(queue.hosting_waits())
print(*found)
"""


def run(program: str, redis_url: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "ARENA_REDIS_URL": redis_url},
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_what_waits_to_be_hosted_is_known_until_it_is_taken(mortal_redis: MortalRedis) -> None:
    done = run(HOSTING, mortal_redis.url)

    assert done.stdout.split() == ["False", "False", "True", "False"], done.stderr


@pytest.mark.parametrize("asked", ["queue.play('match-1')", "queue.hosting_waits()"])
@pytest.mark.parametrize("listens", [False, True], ids=["refusing", "frozen"])
def test_a_queue_that_is_down_says_so_soon(listens: bool, asked: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"redis://127.0.0.1:{server.getsockname()[1]}/0"
        if not listens:
            server.close()

        done = run(PROGRAM.replace("ASKED", asked), url)

    *_, second = done.stdout.split()
    assert len(done.stdout.split()) == 2, done.stderr
    assert float(second) < 5.0, "kombu tries for longer if it may"
