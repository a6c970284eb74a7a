"""Flower, started as docs/operating.md says, on a real worker and a real Valkey."""

import base64
import json
import os
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from arena.cli.processes import await_port, free_port
from arena.cli.supervisor import Supervisor
from arena.config import Settings
from arena.relay import EmbeddedServer

pytestmark = pytest.mark.e2e

HOST = "127.0.0.1"
WHO = "operator:word"
PATIENCE_S = 60.0


@dataclass(frozen=True, slots=True)
class Flower:
    """Where it is."""

    port: int

    def answer(self, path: str, who: str = WHO) -> Any:
        """Asks its HTTP API."""
        basic = base64.b64encode(who.encode()).decode()
        request = urllib.request.Request(
            f"http://{HOST}:{self.port}{path}", headers={"Authorization": f"Basic {basic}"}
        )
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.load(answer)

    def eventually(self, path: str) -> Any:
        """Returns what it answers as soon as that is anything."""
        deadline = time.monotonic() + PATIENCE_S
        while not (found := self.answer(path)):
            assert time.monotonic() < deadline, f"{path} stays empty"
            time.sleep(0.2)
        return found


@pytest.fixture(scope="module")
def flower(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flower]:
    """Yields a Flower beside a worker of both queues and a beat."""
    scratch = tmp_path_factory.mktemp("flower")
    redis = EmbeddedServer(scratch)
    redis.start()
    settings = replace(Settings(), data_dir=scratch, redis_url=redis.url, drain_s=1.0)
    supervisor = Supervisor({**os.environ, **settings.environment()}, scratch / "logs", redis)
    port = free_port(HOST)
    command = [Path(sys.executable).with_name("celery"), "--app", "workers.app", "flower"]
    options = [f"--address={HOST}", f"--port={port}", f"--basic-auth={WHO}"]
    try:
        supervisor.start("worker", "worker")
        supervisor.start("beat", "beat")
        supervisor.run("flower", *map(str, command), *options)
        await_port(HOST, port)
        yield Flower(port)
    finally:
        supervisor.stop(10.0)
        redis.stop()


def test_flower_shows_workers_and_their_queues(flower: Flower) -> None:
    workers = flower.eventually("/api/workers?refresh=1")

    (queues,) = [worker["active_queues"] for worker in workers.values()]
    assert {queue["name"] for queue in queues} == {"matches", "ledger"}


def test_flower_shows_tasks_that_are_done(flower: Flower) -> None:
    done = flower.eventually("/api/tasks?state=SUCCESS&taskname=arena.tick")

    for task in done.values():
        assert task["worker"].startswith("matches-ledger-")
        assert task["runtime"] >= 0


def test_flower_is_for_those_who_know_the_word(flower: Flower) -> None:
    with pytest.raises(urllib.error.HTTPError) as refused:
        flower.answer("/api/workers", "operator:guess")

    assert refused.value.code == 401
