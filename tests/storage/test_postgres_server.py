"""The server that the tests start is gone with them, however they go."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from sqlalchemy import make_url

SERVE = """
from tests.postgres import postgres_server
with postgres_server() as url:
    print(url, flush=True)
    input()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="a dying parent is told of on Linux only")
def test_no_server_outlives_tests_that_are_killed() -> None:
    tests = subprocess.Popen(
        [sys.executable, "-c", SERVE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert tests.stdout is not None
    folder = Path(str(make_url(tests.stdout.readline().strip()).query["host"]))
    server = int((folder / "data" / "postmaster.pid").read_text().split()[0])
    os.kill(server, 0)

    tests.send_signal(signal.SIGKILL)
    tests.communicate()

    patience = time.monotonic() + 60
    while Path(f"/proc/{server}").exists() and not _is_zombie(server):
        assert time.monotonic() < patience
        time.sleep(0.05)
    shutil.rmtree(folder)


def _is_zombie(pid: int) -> bool:
    """Tells whether nobody but a lazy init still remembers the process."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True
