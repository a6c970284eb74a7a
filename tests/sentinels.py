"""A primary, its replica, and three Sentinels, as servers of our own; any may be killed."""

import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import redis

from arena.cli.processes import free_port
from arena.relay.embedded import server_binary

SERVICE = "arena"
PATIENCE_S = 30.0


AWAY_S = 6.0
"""How long a dead server stays away: longer than the Sentinels take to replace it."""


class Guarded:
    """A context, or something to be started, tended and stopped: the servers run meanwhile."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._ports = [free_port("127.0.0.1") for _ in range(5)]
        self._processes: dict[int, subprocess.Popen[bytes]] = {}
        self._commands: dict[int, list[str]] = {}
        self._died: dict[int, float] = {}
        hosts = ",".join(f"127.0.0.1:{port}" for port in self._ports[2:])
        self.url = f"sentinel://{hosts}/0?service={SERVICE}"

    def __enter__(self) -> "Guarded":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> None:
        first, second, *sentinels = self._ports
        self._serve(first)
        self._serve(second, "--replicaof", "127.0.0.1", str(first))
        _await(lambda: _role(second) == ("slave", "connected"))
        for port in sentinels:
            config = self._directory / f"sentinel-{port}.conf"
            config.write_text(
                f"sentinel monitor {SERVICE} 127.0.0.1 {first} 2\n"
                f"sentinel down-after-milliseconds {SERVICE} 1000\n"
                f"sentinel failover-timeout {SERVICE} 4000\n"
            )
            self._run(port, str(config), "--sentinel")
        for port in sentinels:
            _await(lambda port=port: self._knows_all(port))

    def stop(self) -> None:
        for process in self._processes.values():
            process.kill()
            process.wait()

    def tend(self) -> bool:
        """Starts again who was dead for a while; tells whether somebody died just now."""
        now, news = time.monotonic(), False
        for port, process in list(self._processes.items()):
            if process.poll() is not None and port not in self._died:
                self._died[port], news = now, True
            elif now - self._died.get(port, now) > AWAY_S:
                del self._died[port]
                self._run(port, *self._commands[port])
        return news

    @property
    def pid(self) -> int:
        """The process of the primary."""
        return self._processes[self.primary_port].pid

    @property
    def primary_port(self) -> int:
        return self._primary_by(self._ports[-1])

    def _primary_by(self, port: int) -> int:
        with redis.Redis(port=port, decode_responses=True) as sentinel:
            return int(sentinel.sentinel_get_master_addr_by_name(SERVICE)[1])

    def kill_primary(self) -> None:
        """Kills the first server; the Sentinels make the second one the primary in a while."""
        self._processes[self._ports[0]].kill()
        self._processes[self._ports[0]].wait()

    def await_failover(self) -> None:
        for port in self._ports[2:]:
            _await(lambda port=port: self._primary_by(port) == self._ports[1])

    def _serve(self, port: int, *options: str) -> None:
        self._run(port, "--save", "", *options)
        _await(lambda: _role(port) is not None)

    def _run(self, port: int, *options: str) -> None:
        self._commands[port] = list(options)
        command = [server_binary(), *options, "--port", str(port), "--bind", "127.0.0.1"]
        self._processes[port] = subprocess.Popen(
            command, cwd=self._directory, stdout=subprocess.DEVNULL
        )

    def _knows_all(self, port: int) -> bool:
        try:
            with redis.Redis(port=port, decode_responses=True) as sentinel:
                about = sentinel.sentinel_master(SERVICE)
        except redis.RedisError:
            return False
        return (about["num-other-sentinels"], about["num-slaves"]) == (2, 1)


def _role(port: int) -> tuple[str, ...] | None:
    try:
        with redis.Redis(port=port, decode_responses=True) as client:
            role = client.role()
    except redis.RedisError:
        return None
    return (role[0], role[3]) if role[0] == "slave" else (role[0],)


def _await(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < deadline, "the servers do not find each other"
        time.sleep(0.05)
