"""The process: its cookies' secret, and `arena web` on a port."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.request import urlopen

from arena.web.server import cookie_secret


def test_the_secret_of_the_cookies_is_made_once_and_kept_to_its_owner(tmp_path: Path) -> None:
    first, second = cookie_secret(tmp_path), cookie_secret(tmp_path)

    assert first == second
    assert len(first) > 40
    assert (tmp_path / "web.secret").stat().st_mode & 0o777 == 0o600


def test_arena_web_serves_until_it_is_told_to_stop(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    environment = {
        **os.environ,
        "ARENA_DATA_DIR": str(tmp_path),
        "ARENA_WEB_PORT": str(port),
        "ARENA_REDIS_URL": "redis://127.0.0.1:1/0",
    }
    web = subprocess.Popen([sys.executable, "-m", "arena.cli.entry", "web"], env=environment)
    try:
        text = _home(f"http://127.0.0.1:{port}/")
        web.send_signal(signal.SIGTERM)
        code = web.wait(20)
    finally:
        web.kill()

    assert "No ladder yet." in text, "pages need no Redis"
    assert code in (0, -signal.SIGTERM)


def _home(address: str) -> str:
    deadline = time.monotonic() + 90
    while True:
        try:
            with urlopen(address, timeout=5) as answer:
                text: str = answer.read().decode()
                return text
        except OSError:
            assert time.monotonic() < deadline, "it does not serve"
            time.sleep(0.1)
