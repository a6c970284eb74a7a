"""Listeners of the machine and of its network: no program reaches them.

The addresses are of network namespaces that the test itself makes; that takes root.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from textwrap import dedent

import pytest

from arena.hosting.bubblewrap import BubblewrapEngine
from tests.hosting.programs import room, run

HERE, THERE = "10.78.0.1", "10.78.0.2"
PORTS = {"Redis": 6379, "SQL": 5432, "a page": 80}
_LISTEN = """
    import socket, sys, time
    listeners = [socket.create_server((sys.argv[1], int(port))) for port in sys.argv[2:]]
    print("listening", flush=True)
    time.sleep(600)
"""
TRIES = """
    import socket
    for address in {addresses}:
        for port in {ports}:
            try:
                socket.create_connection((address, port), timeout=1)
                print("reached", address, port)
            except OSError:
                pass
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as mine:
        for address in {addresses}:
            try:
                mine.sendto(b"hello", (address, 53))
                print("sent to", address)
            except OSError:
                pass
    print("done")
"""


def ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True, capture_output=True)


def reached_from_outside() -> int:
    """Returns how many listeners at the other end whoever is not contained finds."""
    program = dedent(TRIES).format(addresses=[THERE], ports=list(PORTS.values()))
    command = [sys.executable, "-c", program]
    return subprocess.run(command, check=True, capture_output=True).stdout.count(b"reached")


@pytest.fixture(scope="module")
def cabled() -> Iterator[None]:
    """A namespace with listeners, at the other end of a cable, and listeners at this end."""
    if os.geteuid() != 0 or shutil.which("ip") is None:
        pytest.skip("NOT TRIED: network namespaces take root and `ip`")
    name, cable = f"arena-host-{os.getpid()}", f"arena{os.getpid() % 100_000}"
    listeners: list[subprocess.Popen[str]] = []
    try:
        try:
            ip("netns", "add", name)
            ip("link", "add", cable, "type", "veth", "peer", "name", "eth0", "netns", name)
        except subprocess.CalledProcessError as error:
            pytest.skip(f"NOT TRIED: no network namespace can be made: {error.stderr!r}")
        ip("addr", "add", f"{HERE}/30", "dev", cable)
        ip("link", "set", cable, "up")
        ip("-n", name, "addr", "add", f"{THERE}/30", "dev", "eth0")
        ip("-n", name, "link", "set", "eth0", "up")
        ports = [str(port) for port in PORTS.values()]
        listen = [sys.executable, "-c", dedent(_LISTEN)]
        for command in (
            ["ip", "netns", "exec", name, *listen, THERE, *ports],
            [*listen, HERE, *ports],
        ):
            listener = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
            listeners.append(listener)
            assert listener.stdout is not None
            assert listener.stdout.readline() == "listening\n"
        yield
    finally:
        for listener in listeners:
            listener.kill()
            listener.wait()
        with suppress(subprocess.CalledProcessError):
            ip("link", "delete", cable)
        with suppress(subprocess.CalledProcessError):
            ip("netns", "delete", name)


@pytest.mark.usefixtures("cabled")
@pytest.mark.parametrize("builds", [False, True], ids=["run", "build"])
def test_nothing_on_the_network_is_reached(
    engine: BubblewrapEngine, hosting_home: Path, builds: bool
) -> None:
    source = dedent(TRIES).format(addresses=[HERE, THERE], ports=list(PORTS.values()))

    ran = run(engine, room(hosting_home, source), builds=builds)

    assert reached_from_outside() == len(PORTS)
    assert ran.output.strip() == "done"


def test_a_program_sees_no_way_out(engine: BubblewrapEngine, hosting_home: Path) -> None:
    source = """
        import os, socket
        print([name for _, name in socket.if_nameindex() if name != "lo"])
        print(open("/proc/net/route").read().count("\\n"))
        try:
            socket.socket(socket.AF_PACKET, socket.SOCK_RAW)
            print("raw")
        except OSError:
            print(os.path.exists("/run/netns"))
        """

    ran = run(engine, room(hosting_home, source))

    assert ran.output.split() == ["[]", "1", "False"]
