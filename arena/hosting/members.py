"""What zip and tar.gz files hold, one member after the other, whatever else they are."""

import io
import stat
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import Enum

from arena.hosting.tars import PART, Content, entries
from arena.service.errors import InvalidArgument

_LONGEST_TARGET = 4_096
_EXTENDED = 2_048
"""Bytes for each allowed file that the extended headers of a tar file may have, all in all."""
_AROUND = _EXTENDED + 1_024
"""The same with what a tar file has beside the contents: a header, and what fills up blocks."""
_END_OF_ZIP = struct.Struct("<4s4H2LH")
_ZIP64_LOCATOR = 20
"""Bytes of what leads to the end record of a Zip64 file, right before the plain one."""
_DIRECTORY_ENTRY = 512
"""Bytes that an entry of a zip's directory takes at most, for all that we care."""


class MemberKind(Enum):
    DIRECTORY = 1
    FILE = 2
    LINK = 3


@dataclass(frozen=True, slots=True)
class Member:
    """One entry as the archive states it; nothing of it is checked."""

    path: str
    kind: MemberKind
    executable: bool = False
    parts: Iterable[bytes] = ()
    """The contents of a file; to be taken before the next member is."""
    target: str = ""
    from_root: bool = False
    """Whether the target counts from the archive's root, as that of a hard link does."""

    def at(self, path: str) -> "Member":
        return replace(self, path=path)


def members(archive: bytes, most_bytes: int, most_files: int) -> Iterator[Member]:
    """Yields every member; raises `InvalidArgument` for what is no archive, or a strange one."""
    with _read():
        if archive[:2] == b"\x1f\x8b":
            yield from _of_tar(archive, most_bytes, most_files)
        elif archive[:4] in (b"PK\3\4", b"PK\5\6"):
            yield from _of_zip(archive, most_files)
        else:
            raise _refused("is neither a zip nor a tar.gz file")


@contextmanager
def _read() -> Iterator[None]:
    """Refuses what the libraries trip over, by all the errors that they do so with."""
    try:
        yield
    except (
        tarfile.TarError,
        zipfile.BadZipFile,
        zlib.error,
        struct.error,
        EOFError,
        OSError,
        ValueError,
        OverflowError,
        NotImplementedError,
    ) as error:
        raise _refused(f"cannot be read: {error}") from None


def _of_tar(archive: bytes, most_bytes: int, most_files: int) -> Iterator[Member]:
    most_read = most_bytes + most_files * _AROUND
    for entry, content in entries(archive, most_read, most_files * _EXTENDED):
        yield _of_tar_entry(entry, content)


def _of_tar_entry(entry: tarfile.TarInfo, content: Content | None) -> Member:
    path, executable = entry.name, bool(entry.mode & 0o111)
    if entry.isdir():
        return Member(path, MemberKind.DIRECTORY)
    if entry.issym() or entry.islnk():
        return Member(path, MemberKind.LINK, target=entry.linkname, from_root=entry.islnk())
    if content is None:
        raise _refused(f"{path[:100]!r} is neither a file, a directory nor a link")
    return Member(path, MemberKind.FILE, executable, _parts(content))


def _of_zip(archive: bytes, most_files: int) -> Iterator[Member]:
    _check_zip_directory(archive, most_files)
    with zipfile.ZipFile(io.BytesIO(archive)) as file:
        for entry in file.infolist():
            yield _of_zip_entry(file, entry)


def _of_zip_entry(file: zipfile.ZipFile, entry: zipfile.ZipInfo) -> Member:
    path = entry.filename
    if entry.flag_bits & 0x1:
        raise _refused(f"{path[:100]!r} is encrypted")
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise _refused(f"{path[:100]!r} is compressed in a way that is not supported")
    mode = entry.external_attr >> 16
    kind = stat.S_IFMT(mode)
    if entry.is_dir():
        return Member(path, MemberKind.DIRECTORY)
    if kind == stat.S_IFLNK:
        with file.open(entry) as content:
            target = content.read(_LONGEST_TARGET).decode()
        return Member(path, MemberKind.LINK, target=target)
    if kind not in (0, stat.S_IFREG):
        raise _refused(f"{path[:100]!r} is neither a file, a directory nor a link")
    return Member(path, MemberKind.FILE, bool(mode & 0o111), _zip_parts(file, entry))


def _zip_parts(file: zipfile.ZipFile, entry: zipfile.ZipInfo) -> Iterator[bytes]:
    with _read(), file.open(entry) as content:
        yield from iter(lambda: content.read(PART), b"")


def _parts(content: Content) -> Iterator[bytes]:
    with _read():
        yield from content


def _check_zip_directory(archive: bytes, most_files: int) -> None:
    """Refuses a directory that would take much memory to read, before it is read."""
    start = archive.rfind(b"PK\5\6", -(1 << 16) - _END_OF_ZIP.size)
    if start < 0:
        raise _refused("is a zip file without its end; was it cut short?")
    fields = _END_OF_ZIP.unpack_from(archive, start)
    locator = archive[max(0, start - _ZIP64_LOCATOR) : start]
    if locator.startswith(b"PK\6\7"):
        raise _refused("is a Zip64 file; make it a plain zip, or a tar.gz")
    if fields[5] > most_files * _DIRECTORY_ENTRY:
        raise _refused(f"has more than {most_files:,} files")


def _refused(why: str) -> InvalidArgument:
    return InvalidArgument("archive", why)
