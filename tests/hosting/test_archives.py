"""Good archives are unpacked, bad ones are refused with the reason, and nothing is left on disk."""

import gzip
import io
import stat
import struct
import tarfile
import zipfile
from collections.abc import Callable, Iterable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.hosting.archives import ArchiveLimits, check_sum, inspect, unpack
from arena.service.errors import InvalidArgument

LIMITS = ArchiveLimits(archive_bytes=200_000, unpacked_bytes=1_000_000, files=20)
Entry = tuple[str, bytes | str | int]
"""A path, and contents, or the target of a link, or the type of a tar entry."""


def tar(entries: Iterable[Entry], hard: bool = False) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as file:
        for path, what in entries:
            info = tarfile.TarInfo(path)
            info.mode = 0o4755
            match what:
                case bytes():
                    info.size = len(what)
                    file.addfile(info, io.BytesIO(what))
                case str():
                    info.type = tarfile.LNKTYPE if hard else tarfile.SYMTYPE
                    info.linkname = what
                    file.addfile(info)
                case int():
                    info.type = bytes([what])
                    file.addfile(info)
    return packed.getvalue()


def zipped(entries: Iterable[Entry]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        for path, what in entries:
            info = zipfile.ZipInfo(path)
            link = isinstance(what, str)
            info.external_attr = ((stat.S_IFLNK if link else stat.S_IFREG) | 0o755) << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            file.writestr(info, what if isinstance(what, bytes) else str(what))
    return packed.getvalue()


@pytest.mark.parametrize("pack", [tar, zipped])
def test_a_good_archive_is_unpacked(pack: Callable[..., bytes], tmp_path: Path) -> None:
    archive = pack(
        [("./bot.toml", b"x = 1"), ("src/a/bot.py", b"print()"), ("run.py", "src/a/../a/bot.py")]
    )

    found = inspect(archive, limits=LIMITS)
    unpack(archive, tmp_path / "bot", LIMITS)

    assert found.files == {"bot.toml": 5, "src/a/bot.py": 7, "run.py": 7}
    assert found.kept == {"bot.toml": b"x = 1"}
    files = {p.relative_to(tmp_path / "bot"): p for p in tmp_path.rglob("*") if p.is_file()}
    assert {str(name): len(p.read_bytes()) for name, p in files.items()} == found.files
    assert {stat.S_IMODE(p.stat().st_mode) for p in files.values()} == {0o755}
    assert not any(p.is_symlink() for p in files.values())


@pytest.mark.parametrize("form", [tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
def test_tar_files_may_be_long_and_have_long_names(form: int, tmp_path: Path) -> None:
    packed = io.BytesIO()
    directory, content = "d" * 90, bytes(range(256)) * 2_001
    comment = {"comment": "0123456789abcdef"}  # as `git archive` writes it
    with tarfile.open(fileobj=packed, mode="w", format=form, pax_headers=comment) as file:
        for path in (directory, f"{directory}/{'f' * 95}", f"{directory}/{'é' * 40}.py"):
            info = tarfile.TarInfo(path)
            info.mtime = 0.5
            info.size = 0 if path == directory else len(content)
            info.type = tarfile.DIRTYPE if path == directory else tarfile.REGTYPE
            file.addfile(info, io.BytesIO(content))
        info.type, info.name, info.linkname = tarfile.LNKTYPE, "x", path
        info.size = 0
        file.addfile(info)
    middle = len(packed.getvalue()) // 2
    halves = packed.getvalue()[:middle], packed.getvalue()[middle:]
    limits = ArchiveLimits(files=20)

    found = inspect(b"".join(map(gzip.compress, halves)), limits=limits)
    unpack(b"".join(map(gzip.compress, halves)), tmp_path / "bot", limits)

    assert [len(path) for path in found.files] == [186, 134, 1]
    files = [file for file in tmp_path.rglob("*") if file.is_file()]
    assert [file.read_bytes() == content for file in files] == [True] * 3


BAD = [
    ("an absolute path", [("/etc/cron.d/x", b"")], "not a path below"),
    ("a way up", [("../x", b"")], "not a path below"),
    ("a way up and down", [("a/../../x", b"")], "not a path below"),
    ("a path of Windows", [("C:\\x", b"")], "not a path below"),
    ("a path with a line break", [("a\nb", b"")], "not printable"),
    ("a long path", [("a/" * 99 + "b", b"")], "too long or too deep"),
    ("a link out", [("x", "/etc/passwd")], "link out of the archive"),
    ("a link up", [("a/x", "../../etc/passwd")], "link out of the archive"),
    ("a link to nothing", [("x", "y")], "no file of the archive"),
    ("a link to a directory", [("d/f", b""), ("x", "d")], "no file of the archive"),
    ("a link to a link", [("f", b""), ("x", "f"), ("y", "x")], "no file of the archive"),
    ("a link to itself", [("x", "x")], "no file of the archive"),
    ("a file through a link", [("d", "/tmp"), ("d/f", b"")], "link out of the archive"),
    ("a file in a file", [("d", b""), ("d/f", b"")], "is a file, yet"),
    ("a file for a directory", [("d/f", b""), ("d", b"")], "twice"),
    ("a file twice", [("f", b""), ("./f", b"")], "twice"),
    ("too many files", [(str(n), b"") for n in range(21)], "more than 20 files"),
    ("too much in one file", [("f", bytes(1_000_001))], "unpacks to more than"),
    ("too much in many", [(str(n), bytes(60_000)) for n in range(18)], "unpacks to more than"),
    ("too much by links", [("f", bytes(600_000)), ("x", "f")], "unpacks to more than"),
]


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("pack", [tar, zipped])
@pytest.mark.parametrize(("entries", "why"), [b[1:] for b in BAD], ids=[b[0] for b in BAD])
def test_a_bad_archive_is_refused_and_leaves_nothing(
    pack: Callable[..., bytes], entries: list[Entry], why: str, tmp_path: Path
) -> None:
    archive = pack(entries)

    with pytest.raises(InvalidArgument, match=why) as looked:
        inspect(archive, limits=LIMITS)
    with pytest.raises(InvalidArgument, match=why):
        unpack(archive, tmp_path / "bot", LIMITS)

    assert looked.value.field == "archive"
    assert list(tmp_path.iterdir()) == []


def _with_declared_size(size: int, kind: bytes = tarfile.XHDTYPE) -> bytes:
    """A tar whose one header promises more than there is."""
    info = tarfile.TarInfo("pax")
    info.type, info.size = kind, size
    return gzip.compress(info.tobuf(tarfile.GNU_FORMAT) + bytes(2_000_000))


def extended(said: bytes, kind: bytes = tarfile.XHDTYPE, times: int = 1) -> bytes:
    """A tar with extended headers, of what they are told to say, before its one file."""
    info = tarfile.TarInfo("extended")
    info.type, info.size = kind, len(said)
    header = info.tobuf(tarfile.USTAR_FORMAT) + said + bytes(-len(said) % 512)
    return gzip.compress(header * times + tarfile.TarInfo("f").tobuf() + bytes(1_024))


def zip64(entries: Iterable[Entry]) -> bytes:
    """A zip whose directory is where a second record of its end says; the first is as before."""
    plain = zipped(entries)
    *_, here, total, size, start, _ = struct.unpack("<4s4H2LH", plain[-22:])
    versions_and_disks = (44, 45, 45, 0, 0)
    record = struct.pack("<4sQ2H2L4Q", b"PK\6\6", *versions_and_disks, here, total, size, start)
    locator = struct.pack("<4sLQL", b"PK\6\7", 0, len(plain) - 22, 1)
    return plain[:-22] + record + locator + plain[-22:]


ODD = {
    "nothing": (b"", "neither a zip nor a tar.gz"),
    "another file": (b"#!/bin/sh\n" * 100, "neither a zip nor a tar.gz"),
    "half a tar": (tar([("f", bytes(range(256)) * 500)])[:-200], "cannot be read"),
    "half a zip": (zipped([("f", bytes(range(256)) * 500)])[:-200], "cut short|cannot be read"),
    "a zip without contents": (b"PK\3\4" + bytes(100), "cut short"),
    "gzip, but no tar": (gzip.compress(b"x" * 5_000), "cannot be read"),
    "zeros without end": (gzip.compress(bytes(60_000_000)), "is empty"),
    "a bomb": (tar([("f", bytes(60_000_000))]), "more than is allowed|unpacks to more than"),
    "a header of a gigabyte": (_with_declared_size(1 << 30), "40,960 bytes of extended headers"),
    "a header of less than nothing": (_with_declared_size(-512), "bytes of extended headers"),
    "a file of less than nothing": (_with_declared_size(-512, tarfile.REGTYPE), "cannot be read"),
    "a header with many records": (extended(b"12 0000000=\n" * 4_000), "of extended headers"),
    "a header that leads to others": (extended(b"8 k=abc\n", times=1_500), "of extended headers"),
    "headers for all files": (
        extended(b"8 k=abc\n", tarfile.XGLTYPE, times=1_500),
        "of extended headers",
    ),
    "names of a name": (
        extended(b"name\0", tarfile.GNUTYPE_LONGNAME, times=1_500),
        "of extended headers",
    ),
    "records in one another": (extended(b"2 " * 10_000 + b"k="), "cannot be read"),
    "a record without an end": (extended(b"99 k=abc\n"), "cannot be read"),
    "a size that is no number": (extended(b"10 size=a\n"), "cannot be read"),
    "a file with holes": (tar([("f", tarfile.GNUTYPE_SPARSE[0])]), "neither a file"),
    "a file with holes, of pax": (extended(b"22 GNU.sparse.major=1\n"), "neither a file"),
    "many gzip files in a row": (gzip.compress(b"") * 1_001, "1,000 gzip files in a row"),
    "a Zip64 file": (zip64([("f", b"")]), "is a Zip64 file; make it a plain zip, or a tar.gz"),
    "a large archive": (tar([("f", b"")]) + bytes(200_000), "larger than"),
    "a device": (tar([("null", tarfile.CHRTYPE[0])]), "neither a file"),
    "a pipe": (tar([("pipe", tarfile.FIFOTYPE[0])]), "neither a file"),
    "a link to a long name": (tar([("x", "y" * 5_000)]), "x' is a link to 'y{100}', which is no"),
    "a hard link out": (tar([("x", "../../etc/passwd")], hard=True), "link out"),
    "too many entries to read": (
        b"PK\3\4" + b"PK\5\6" + bytes(6) + b"\xff\xff" + b"\xff\xff\xff\x7f" + bytes(6),
        "more than 20 files",
    ),
}


@pytest.mark.parametrize("name", ODD)
def test_what_is_no_archive_is_refused(name: str, tmp_path: Path) -> None:
    archive, why = ODD[name]

    with pytest.raises(InvalidArgument, match=why):
        unpack(archive, tmp_path / "bot", LIMITS)

    assert list(tmp_path.iterdir()) == []


@given(st.data())
def test_a_damaged_archive_is_never_more_than_refused(data: st.DataObject) -> None:
    pack = data.draw(st.sampled_from([tar, zipped]))
    archive = bytearray(pack([("bot.toml", b"x = 1"), ("d/f", b"abc" * 50), ("l", "d/f")]))
    for _ in range(data.draw(st.integers(1, 4))):
        archive[data.draw(st.integers(0, len(archive) - 1))] = data.draw(st.integers(0, 255))

    with suppress(InvalidArgument):
        found = inspect(bytes(archive), limits=LIMITS)
        assert sum(found.files.values()) <= LIMITS.unpacked_bytes


def test_the_checksum_must_be_that_of_the_archive() -> None:
    check_sum(b"bot", sha256(b"bot").hexdigest().upper())

    with pytest.raises(InvalidArgument, match="upload it again"):
        check_sum(b"bat", sha256(b"bot").hexdigest())
