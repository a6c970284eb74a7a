"""Reads tar.gz files, one entry after the other, at a cost that their authors cannot raise.

`tarfile` reads what it calls extended headers, which may be of any length and lead to each other,
in ways that cost much more than their length. Nothing here calls itself, keeps what it has read,
or reads anything twice.
"""

import tarfile
import zlib
from collections.abc import Iterator, Mapping

from arena.service.errors import InvalidArgument

PART = 256 << 10
_BLOCK = tarfile.BLOCKSIZE
_GZIP = 31
"""What zlib calls the format of gzip files."""
_MOST_STREAMS = 1_000
"""A gzip file may be several in a row, which are cheap to write and dear to begin."""
_SHORTEST_RECORD = len("5 x=\n")
_PAX = (tarfile.XHDTYPE, tarfile.SOLARIS_XHDTYPE)
_EXTENDED = {
    *_PAX,
    tarfile.XGLTYPE,
    tarfile.GNUTYPE_LONGNAME,
    tarfile.GNUTYPE_LONGLINK,
}
_PLAIN = (tarfile.REGTYPE, tarfile.AREGTYPE, tarfile.CONTTYPE)


class Content:
    """What a file holds; to be taken before the next entry is."""

    def __init__(self, stream: "_Unzipped", size: int) -> None:
        self._stream = stream
        self._left = size

    def __iter__(self) -> Iterator[bytes]:
        while self._left:
            part = self._stream.exactly(min(self._left, PART))
            self._left -= len(part)
            yield part


def entries(
    archive: bytes, most_bytes: int, most_extended: int
) -> Iterator[tuple[tarfile.TarInfo, Content | None]]:
    """Yields every entry, with its contents if it is a plain file.

    Raises what `tarfile` and `zlib` do, `EOFError`, `ValueError` and `InvalidArgument`.
    """
    stream = _Unzipped(archive, most_bytes)
    extended, left = dict[str, bytes](), most_extended
    while any(block := stream.read(_BLOCK)):
        entry = tarfile.TarInfo.frombuf(block, "utf-8", "surrogateescape")
        if entry.type in _EXTENDED:
            left -= _BLOCK + entry.size
            if entry.size < 0 or left < 0:
                why = f"has more than {most_extended:,} bytes of extended headers"
                raise InvalidArgument("archive", why)
            said = stream.exactly(entry.size)
            stream.read(-entry.size % _BLOCK)
            extended.update(_extended(entry.type, said))
            continue
        content = _described(entry, extended, stream)
        extended.clear()
        yield entry, content
        for _ in content or ():
            pass
        stream.read(-entry.size % _BLOCK if content else 0)


def _described(
    entry: tarfile.TarInfo, extended: Mapping[str, bytes], stream: "_Unzipped"
) -> Content | None:
    """Completes an entry by what extended headers said of it; returns what it holds."""
    if "path" in extended:
        entry.name = extended["path"].decode(errors="surrogateescape")
    if "linkpath" in extended:
        entry.linkname = extended["linkpath"].decode(errors="surrogateescape")
    if "size" in extended:
        entry.size = int(extended["size"])
    if entry.type not in _PLAIN or "sparse" in extended:
        return None
    if entry.size < 0:
        raise tarfile.ReadError("a size below 0")
    return Content(stream, entry.size)


def _extended(kind: bytes, said: bytes) -> Iterator[tuple[str, bytes]]:
    """Yields what counts of an extended header; of those for all entries, as of git, nothing."""
    if kind == tarfile.GNUTYPE_LONGNAME:
        yield "path", said.partition(b"\0")[0]
    elif kind == tarfile.GNUTYPE_LONGLINK:
        yield "linkpath", said.partition(b"\0")[0]
    elif kind in _PAX:
        for keyword, value in _records(said):
            if keyword in (b"path", b"linkpath", b"size"):
                yield keyword.decode(), value
            elif keyword.startswith(b"GNU.sparse."):
                yield "sparse", b""


def _records(said: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yields the records of a pax header, each of which begins with its own length."""
    start = 0
    while start < len(said):
        digits = said[start : start + 20].partition(b" ")[0]
        end = start + int(digits)
        if end < start + _SHORTEST_RECORD or said[end - 1 : end] != b"\n":
            raise tarfile.ReadError("a bad record")
        keyword, _, value = said[start + len(digits) + 1 : end - 1].partition(b"=")
        yield keyword, value
        start = end


class _Unzipped:
    """Hands out what a gzip file holds, but no more than so many bytes of it."""

    def __init__(self, archive: bytes, most_bytes: int) -> None:
        self._parts = _inflated(archive)
        self._ready = bytearray()
        self._left = most_bytes

    def read(self, size: int) -> bytes:
        """Returns fewer bytes only where the file ends."""
        while len(self._ready) < size and (part := next(self._parts, None)) is not None:
            self._ready += part
        data = bytes(self._ready[:size])
        del self._ready[:size]
        self._left -= len(data)
        if self._left < 0:
            raise InvalidArgument("archive", "unpacks to more than is allowed")
        return data

    def exactly(self, size: int) -> bytes:
        """Raises `EOFError` where the file ends before."""
        if self._left < size:
            raise InvalidArgument("archive", "unpacks to more than is allowed")
        data = self.read(size)
        if len(data) < size:
            raise EOFError("it ends too early")
        return data


def _inflated(archive: bytes) -> Iterator[bytes]:
    stream, streams = zlib.decompressobj(_GZIP), 1
    for start in range(0, len(archive), PART):
        part = archive[start : start + PART]
        while part:
            if stream.eof:
                stream, streams = zlib.decompressobj(_GZIP), streams + 1
                if streams > _MOST_STREAMS:
                    raise ValueError(f"more than {_MOST_STREAMS:,} gzip files in a row")
            yield stream.decompress(part, PART)
            part = stream.unused_data if stream.eof else stream.unconsumed_tail
    if not stream.eof:
        raise EOFError("it ends too early")
