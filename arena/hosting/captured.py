"""What a program printed: its beginning and its end, and between them a word on what is gone."""

HEAD_BYTES = 1 << 20
TAIL_BYTES = 64 << 10


class Captured:
    """Keeps the first mebibyte and the last 64 KiB, so that a traceback is there in any case."""

    def __init__(self, head_bytes: int = HEAD_BYTES, tail_bytes: int = TAIL_BYTES) -> None:
        self._head, self._tail = bytearray(), bytearray()
        self._head_bytes, self._tail_bytes = head_bytes, tail_bytes
        self.heard = 0
        """How many bytes have come in."""

    @property
    def full(self) -> bool:
        """Whether more means that something of it is left out."""
        return self.heard >= self._head_bytes + self._tail_bytes

    def feed(self, output: bytes) -> None:
        self.heard += len(output)
        room = self._head_bytes - len(self._head)
        self._head += output[:room]
        self._tail += output[max(room, 0) :]
        if len(self._tail) > 2 * self._tail_bytes:
            del self._tail[: -self._tail_bytes]

    def contents(self) -> bytes:
        """Returns what is kept, with a marker where something is left out."""
        tail = bytes(self._tail[-self._tail_bytes :])
        left_out = self.heard - len(self._head) - len(tail)
        if not left_out:
            return bytes(self._head) + tail
        marker = f"\n[... {left_out:,} bytes are left out here ...]\n"
        return bytes(self._head) + marker.encode() + tail
