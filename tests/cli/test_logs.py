"""Logs as JSON: one object a line, from us and from packages, with ids to search for."""

import json
import subprocess
import sys

SCRIPT = """
import asyncio, logging, structlog
from arena.bootstrap import configure_logging
from arena.config import Settings
from arena.match.clock import Clock
from arena.match.outcome import Fault
from arena.match.players import Answer, Prompt, Table
from arena.metrics import measured

configure_logging(Settings(log_format="json"))

class Relay:
    def player(self, submission_id, table):
        return self
    async def choose(self, prompt):
        return Answer("", 5, Fault.TIMEOUT)

table = Table("match-1", 2, 2, "scout", 1, {}, 3, 4, Clock(), 3, "")
player = measured(Relay()).player("sub-9", table)
asyncio.run(player.choose(Prompt(17, None, ("keep",), 100, 100, 3)))
logging.getLogger("celery.worker").warning("lost %s", "a broker")
try:
    1 / 0
except ZeroDivisionError:
    structlog.get_logger().exception("attempt failed", match="match-1")
"""


def test_every_line_is_an_object_with_the_ids_that_it_is_about() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True, timeout=60
    )

    fault, broker, failed = map(json.loads, done.stderr.splitlines())
    assert fault["event"] == "fault"
    ids = {"match": "match-1", "attempt": 2, "seat": 3, "submission": "sub-9", "ply": 17}
    assert ids.items() <= fault.items()
    assert (broker["event"], broker["logger"], broker["level"]) == (
        "lost a broker",
        "celery.worker",
        "warning",
    )
    assert "ZeroDivisionError" in failed["exception"]
    assert all(line["timestamp"].endswith("Z") for line in (fault, broker, failed))
