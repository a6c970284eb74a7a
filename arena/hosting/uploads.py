"""What is to be said of an upload before anything of it is kept."""

from arena.games.registry import Registry
from arena.hosting.archives import ArchiveLimits, check_sum, inspect
from arena.hosting.manifest import FILE, read_manifest
from arena.service.errors import InvalidArgument
from arena.service.hosting_ports import Manifest


def limits(upload_mb: int) -> ArchiveLimits:
    """Returns the limits that go with the size of the largest upload."""
    return ArchiveLimits(archive_bytes=upload_mb << 20, unpacked_bytes=4 * upload_mb << 20)


def read_upload(archive: bytes, sha256: str, games: Registry, upload_mb: int) -> Manifest:
    """Returns its manifest; raises `InvalidArgument` that says what is wrong with it."""
    check_sum(archive, sha256)
    return manifest_of(archive, games, upload_mb)


def manifest_of(archive: bytes, games: Registry, upload_mb: int) -> Manifest:
    """Does the same for an archive whose checksum nobody doubts."""
    found = inspect(archive, FILE, limits(upload_mb))
    if FILE not in found.kept:
        raise InvalidArgument("archive", f"has no {FILE} at its root")
    return read_manifest(found.kept[FILE], found.files.keys(), games)
