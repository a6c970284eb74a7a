"""A cable that can be slow: `python -m tests.cluster.cable NAMESPACE PORT`.

It carries Ethernet frames between a device `eth0` in a network namespace and a device in its own;
a line on its standard input says how many seconds each frame takes from now on. Kernels that were
built for small machines often have no `netem`, which would do the same.
"""

import asyncio
import ctypes
import fcntl
import os
import struct
import sys
import threading
from collections.abc import Callable

TUNSETIFF, IFF_TAP, IFF_NO_PI = 0x400454CA, 0x0002, 0x1000
CLONE_NEWNET = 0x40000000
FRAME_BYTES = 1 << 16
PR_SET_PDEATHSIG, SIGKILL = 1, 9


class Cable:
    def __init__(self, near: int, far: int) -> None:
        self.delay_s = 0.0
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(near, self._carrier(near, far))
        self._loop.add_reader(far, self._carrier(far, near))

    def _carrier(self, source: int, target: int) -> Callable[[], None]:
        def carry() -> None:
            frame = os.read(source, FRAME_BYTES)
            if self.delay_s:
                self._loop.call_later(self.delay_s, _put, target, frame)
            else:
                _put(target, frame)

        return carry


def _put(target: int, frame: bytes) -> None:
    try:
        os.write(target, frame)
    except OSError:  # that end is down, or full: what a cable cannot carry is lost
        return


def device(name: str, namespace: str = "") -> int:
    """Returns a TAP device, made in a namespace or in our own."""
    opened: list[int] = []

    def open_it() -> None:
        if namespace:
            with open(namespace, "rb") as file:
                libc = ctypes.CDLL(None, use_errno=True)
                if libc.setns(file.fileno(), CLONE_NEWNET):
                    raise OSError(ctypes.get_errno(), "setns")
        found = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
        fcntl.ioctl(found, TUNSETIFF, struct.pack("16sH", name.encode(), IFF_TAP | IFF_NO_PI))
        opened.append(found)

    thread = threading.Thread(target=open_it)  # a namespace is entered by one thread alone
    thread.start()
    thread.join()
    return opened[0]


async def main(namespace: str, port: str) -> None:
    cable = Cable(device(port), device("eth0", namespace))
    print("plugged in", flush=True)
    reader = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        cable.delay_s = float(line)


if __name__ == "__main__":
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, SIGKILL)
    asyncio.run(main(*sys.argv[1:]))
