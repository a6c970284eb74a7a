"""Hosts on one machine: network namespaces, each with a cable to one switch.

The process that makes them has to be in a network namespace of its own (`unshare --net`): the
switch is there, and nothing of it is left when the process is gone but for the names of the hosts.
"""

import subprocess
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field

from tests.cluster.traces import PREFIX, kill_all_on, noted, remove, tidy

NETWORK = "10.77.0"
SWITCH = "switch"


def ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True, capture_output=True)


@dataclass(slots=True)
class Host:
    """A machine: a network namespace with one address."""

    name: str
    number: int
    far: bool = False
    """Whether its cable is slow when asked to be; such a cable is made of Python."""
    _cable: "subprocess.Popen[bytes] | None" = field(default=None, repr=False)

    @property
    def address(self) -> str:
        return f"{NETWORK}.{self.number}"

    @property
    def command(self) -> Sequence[str]:
        """What goes before a command to be run there."""
        return ("ip", "netns", "exec", self._namespace)

    @property
    def _namespace(self) -> str:
        return f"{PREFIX}{self.name}"

    @property
    def _port(self) -> str:
        """The end of the cable at the switch."""
        return f"port{self.number}"

    def plug_in(self) -> None:
        ip("netns", "add", self._namespace)
        if self.far:
            command = [sys.executable, "-m", "tests.cluster.cable"]
            command += [f"/run/netns/{self._namespace}", self._port]
            self._cable = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
            )
            assert self._cable.stdout is not None
            assert self._cable.stdout.readline(), "the cable is broken"
        else:
            peer = ("peer", "name", "eth0", "netns", self._namespace)
            ip("link", "add", self._port, "type", "veth", *peer)
        ip("link", "set", self._port, "master", SWITCH, "up")
        self.run("ip", "link", "set", "lo", "up")
        self.run("ip", "addr", "add", f"{self.address}/24", "dev", "eth0")
        self.run("ip", "link", "set", "eth0", "up")

    def pull_out(self) -> None:
        self.kill()
        if self._cable is not None:
            self._cable.kill()
            self._cable.wait()
        remove(self._namespace)

    def run(self, *command: str) -> None:
        subprocess.run([*self.command, *command], check=True, capture_output=True)

    # What can happen to it. `heal` undoes the first three.

    def cut(self) -> None:
        """Nothing goes through any more, and nobody is told."""
        ip("link", "set", self._port, "down")

    def deafen(self) -> None:
        """It is heard, but hears nothing: every connection is half open."""
        self.run("iptables", "-I", "INPUT", "-i", "eth0", "-j", "DROP")

    def lose(self, share: float) -> None:
        """Loses a share of what it gets and of what it sends."""
        rule = ("-m", "statistic", "--mode", "random", "--probability", str(share), "-j", "DROP")
        self.run("iptables", "-I", "INPUT", "-i", "eth0", *rule)
        self.run("iptables", "-I", "OUTPUT", "-o", "eth0", *rule)

    def delay(self, seconds: float) -> None:
        """Lets everything arrive so much later, there and back; 0 undoes it."""
        assert self._cable is not None
        assert self._cable.stdin is not None
        self._cable.stdin.write(f"{seconds / 2}\n".encode())
        self._cable.stdin.flush()

    def heal(self) -> None:
        ip("link", "set", self._port, "up")
        self.run("iptables", "-F")

    def kill(self) -> None:
        """Kills everything that runs there, as if the plug were pulled."""
        kill_all_on(self._namespace)


class Network:
    """The switch and the hosts at it. A context: in the end nothing is left."""

    def __init__(self, *names: str, far: Sequence[str] = ()) -> None:
        self.hosts = {
            name: Host(name, number, name in far) for number, name in enumerate(names, start=10)
        }
        self._note = ExitStack()

    def __enter__(self) -> "Network":
        tidy()
        self._note.enter_context(noted())
        ip("link", "set", "lo", "up")
        ip("link", "add", SWITCH, "type", "bridge")
        ip("addr", "add", f"{NETWORK}.1/24", "dev", SWITCH)
        ip("link", "set", SWITCH, "up")
        try:
            for host in self.hosts.values():
                host.plug_in()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        for host in self.hosts.values():
            host.pull_out()
        self._note.close()

    def __getitem__(self, name: str) -> Host:
        return self.hosts[name]
