"""A cable between this host and a network namespace, which can be cut: packets vanish, no FIN."""

import os
import random
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass


class NoCable(Exception):
    """There can be no network namespace here; the message says why."""


@dataclass(frozen=True, slots=True)
class Cable:
    """Its ends are a bridge on this host and an interface in the namespace."""

    number: str
    host: str
    """The address of this host, as the namespace reaches it."""

    @property
    def inside(self) -> tuple[str, ...]:
        """What goes before a command that is to run in the namespace."""
        return ("ip", "netns", "exec", f"botarena-{self.number}")

    def cut(self) -> None:
        """From now on every packet is dropped; both ends keep their addresses and routes."""
        _ip("link", "set", f"bav{self.number}", "down")

    def mend(self) -> None:
        _ip("link", "set", f"bav{self.number}", "up")


@contextmanager
def cable() -> Iterator[Cable]:
    """Lays a cable; raises `NoCable` where that cannot be done."""
    if os.geteuid() != 0:
        raise NoCable("network namespaces need root")
    if shutil.which("ip") is None:
        raise NoCable("network namespaces need the command ip, of iproute2")
    number = os.urandom(4).hex()
    first = random.randrange(64) * 4
    net = f"198.{random.randint(18, 19)}.{random.randrange(256)}"  # for tests of networks, RFC 2544
    namespace, bridge, end = f"botarena-{number}", f"bab{number}", f"bav{number}"
    try:
        _ip("netns", "add", namespace)
        _ip("link", "add", bridge, "type", "bridge")
        _ip("addr", "add", f"{net}.{first + 1}/30", "dev", bridge)
        _ip("link", "add", end, "type", "veth", "peer", "name", "eth0", "netns", namespace)
        _ip("link", "set", end, "master", bridge)
        _ip("-n", namespace, "addr", "add", f"{net}.{first + 2}/30", "dev", "eth0")
        for words in ((bridge,), (end,)):
            _ip("link", "set", *words, "up")
        for name in ("lo", "eth0"):
            _ip("-n", namespace, "link", "set", name, "up")
        yield Cable(number, f"{net}.{first + 1}")
    finally:
        for words in (("link", "del", end), ("link", "del", bridge), ("netns", "del", namespace)):
            subprocess.run(["ip", *words], check=False, capture_output=True)


def _ip(*words: str) -> None:
    made = subprocess.run(["ip", *words], check=False, capture_output=True, text=True)
    if made.returncode:
        raise NoCable(f"ip {' '.join(words)}: {made.stderr.strip()}")
