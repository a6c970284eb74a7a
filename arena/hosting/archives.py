"""Uploaded archives, zip or tar.gz: checked whole, then unpacked into a tree without links.

Nobody trusts what is in here, so everything is counted as it comes out, never as it is declared.
"""

import hashlib
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from arena.hosting.members import Member, MemberKind, members
from arena.service.errors import InvalidArgument

FIELD = "archive"
"""What errors name."""
_LONGEST_PATH = 200
_LONGEST_NAME = 100
_DEEPEST = 20
_KEPT_BYTES = 64 << 10


@dataclass(frozen=True, slots=True)
class ArchiveLimits:
    """How large an upload may be."""

    archive_bytes: int = 32 << 20
    unpacked_bytes: int = 128 << 20
    files: int = 2_000
    """Directories and links count as well."""


@dataclass(frozen=True, slots=True)
class Inspected:
    """What a good archive has in it."""

    files: Mapping[str, int]
    """Sizes by path."""
    kept: Mapping[str, bytes]
    """The contents of what was asked for, if it is there."""


def check_sum(archive: bytes, sha256: str) -> None:
    """Raises `InvalidArgument` unless the archive is the one that was meant."""
    if hashlib.sha256(archive).hexdigest() != sha256.lower():
        raise InvalidArgument("sha256", "is not the checksum of what arrived; upload it again")


def inspect(
    archive: bytes, keep: str = "bot.toml", limits: ArchiveLimits = ArchiveLimits()
) -> Inspected:
    """Reads everything once and writes nothing; raises `InvalidArgument` that says what is wrong.

    Returns the contents of `keep`, up to 64 KiB of it.
    """
    tree, kept = _Tree(limits), bytearray()
    for member in tree.checked(archive):
        for part in member.parts:
            if member.path == keep:
                kept += part[: _KEPT_BYTES - len(kept)]
            tree.grow(member.path, len(part))
    for path, target in tree.links.items():
        tree.grow(path, tree.files[target])
    return Inspected(tree.files, {keep: bytes(kept)} if keep in tree.files else {})


def unpack(archive: bytes, into: Path, limits: ArchiveLimits = ArchiveLimits()) -> None:
    """Unpacks into a directory that it makes; raises `InvalidArgument` and leaves nothing behind.

    Links to files become copies of them. Of the modes only the right to run survives.
    """
    into.mkdir(mode=0o755)
    try:
        tree = _Tree(limits)
        for member in tree.checked(archive):
            _write(member, into / member.path, tree)
        for path, target in tree.links.items():
            tree.grow(path, tree.files[target])
            (into / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(into / target, into / path)
    except BaseException:
        shutil.rmtree(into)
        raise


def _write(member: Member, place: Path, tree: "_Tree") -> None:
    if member.kind is MemberKind.DIRECTORY:
        place.mkdir(parents=True, exist_ok=True)
    elif member.kind is MemberKind.FILE:
        place.parent.mkdir(parents=True, exist_ok=True)
        with place.open("xb") as file:
            for part in member.parts:
                tree.grow(member.path, len(part))
                file.write(part)
        place.chmod(0o755 if member.executable else 0o644)


class _Tree:
    """Keeps count of what an archive holds."""

    def __init__(self, limits: ArchiveLimits) -> None:
        self._limits = limits
        self._directories: set[str] = set()
        self._bytes = 0
        self.files: dict[str, int] = {}
        self.links: dict[str, str] = {}
        """Targets by path; filled in when all members are there."""

    def checked(self, archive: bytes) -> Iterator[Member]:
        """Yields the members, each checked; the parts of each are to be taken at once."""
        limits = self._limits
        if len(archive) > limits.archive_bytes:
            raise _refused(f"is larger than {limits.archive_bytes:,} bytes")
        for count, member in enumerate(members(archive, limits.unpacked_bytes, limits.files), 1):
            if count > limits.files:
                raise _refused(f"has more than {limits.files:,} files")
            if (path := _checked_path(member.path)) != ".":
                self._enter(path, member)
                yield member.at(path)
        if not self.files:
            raise _refused("is empty")
        for path, target in self.links.items():
            if target not in self.files or target in self.links:
                shown = repr(target[:100])
                raise _refused(f"{path!r} is a link to {shown}, which is no file of the archive")

    def grow(self, path: str, size: int) -> None:
        """Counts bytes of a file."""
        self.files[path] += size
        self._bytes += size
        if self._bytes > self._limits.unpacked_bytes:
            raise _refused(f"unpacks to more than {self._limits.unpacked_bytes:,} bytes")

    def _enter(self, path: str, member: Member) -> None:
        parts = path.split("/")
        above = {"/".join(parts[:end]) for end in range(1, len(parts))}
        for directory in above & self.files.keys():
            raise _refused(f"{directory!r} is a file, yet {path!r} is in it")
        self._directories |= above
        if member.kind is MemberKind.DIRECTORY:
            if path in self.files:
                raise _refused(f"has {path!r} twice")
            self._directories.add(path)
            return
        if path in self.files or path in self._directories:
            raise _refused(f"has {path!r} twice")
        self.files[path] = 0
        if member.kind is MemberKind.LINK:
            self.links[path] = _link_target(path, member)


def _link_target(path: str, member: Member) -> str:
    """Returns which path of the archive a link leads to."""
    target = member.target
    outside = _refused(f"{path!r} is a link out of the archive, to {target[:100]!r}")
    if target.startswith("/") or "\0" in target or "\\" in target:
        raise outside
    parts = [] if member.from_root else path.split("/")[:-1]
    for part in target.split("/"):
        if part == "..":
            if not parts:
                raise outside
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


def _checked_path(path: str) -> str:
    """Returns a path below the archive's root without detours, or `.` for the root itself."""
    shown = repr(path[:100])
    if path.startswith("/") or "\\" in path or path[1:2] == ":":
        raise _refused(f"{shown} is not a path below the archive's root")
    parts = [part for part in path.split("/") if part not in ("", ".")]
    if ".." in parts:
        raise _refused(f"{shown} is not a path below the archive's root")
    if not path.isprintable():
        raise _refused(f"{shown} is not printable")
    try:
        longest = max((len(part.encode()) for part in parts), default=0)
    except UnicodeEncodeError:
        raise _refused(f"{shown} is not UTF-8") from None
    if len(path) > _LONGEST_PATH or longest > _LONGEST_NAME or len(parts) > _DEEPEST:
        raise _refused(f"{shown} is too long or too deep a path")
    return "/".join(parts) or "."


def _refused(why: str) -> InvalidArgument:
    return InvalidArgument(FIELD, why)
