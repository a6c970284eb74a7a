"""Whoever puts something into a queue that is down hears of it soon."""

import os
import socket
import subprocess
import sys

import pytest

PROGRAM = """
import time
from arena.service.errors import Unavailable
from workers.queue import CeleryQueue

queue = CeleryQueue()
for _ in range(2):
    begun = time.monotonic()
    try:
        queue.play("match-1")
    except Unavailable:
        print(time.monotonic() - begun)
"""


@pytest.mark.parametrize("listens", [False, True], ids=["refusing", "frozen"])
def test_a_queue_that_is_down_says_so_soon(listens: bool) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"redis://127.0.0.1:{server.getsockname()[1]}/0"
        if not listens:
            server.close()

        done = subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={**os.environ, "ARENA_REDIS_URL": url},
            capture_output=True,
            text=True,
            timeout=60,
        )

    *_, second = done.stdout.split()
    assert len(done.stdout.split()) == 2, done.stderr
    assert float(second) < 5.0, "kombu tries for longer if it may"
