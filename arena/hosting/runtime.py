"""What a Python bot may read of this machine: the interpreter, the libraries, the SDK."""

import importlib.util
import os
import shutil
import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path

_SYSTEM = Path("/usr")
_BESIDE_SYSTEM = ("bin", "sbin", "lib", "lib32", "lib64", "libx32")
_LOADER_CACHE = Path("/etc/ld.so.cache")
_OURS = ("arena", "arena_sdk", "botarena")
_UNNEEDED = (
    *("site-packages", "test", "tests", "include", "share", "config-*", "idlelib", "lib2to3"),
    *("ensurepip", "tkinter", "turtledemo", "pydoc_data", "*.opt-?.pyc", "*.a"),
)
"""What no bot misses where an interpreter has to be copied."""
_INTERPRETER, _SITE, _PACKAGES = "/runtime/python", "/runtime/site", "/runtime/packages"


@dataclass(frozen=True, slots=True)
class Runtime:
    """Where things are outside, and where a program finds them inside."""

    binds: tuple[tuple[Path, str], ...]
    symlinks: tuple[tuple[str, str], ...]
    """Targets and paths."""
    python: str
    """The interpreter, inside."""
    environment: tuple[tuple[str, str], ...]


def python_runtime(stage: Path) -> Runtime:
    """Returns the Python that runs this, with its packages.

    What other users of this machine could not read, as in the home of root, is copied to `stage`.
    """
    binds, symlinks = [(_SYSTEM, str(_SYSTEM))], []
    for name in _BESIDE_SYSTEM:
        path = Path("/", name)
        if path.is_symlink():
            symlinks.append((os.readlink(path), str(path)))
        elif path.is_dir():
            binds.append((path, str(path)))
    if _LOADER_CACHE.exists():
        binds.append((_LOADER_CACHE, str(_LOADER_CACHE)))
    base = Path(sys.base_prefix)
    inside = str(base)
    if not base.is_relative_to(_SYSTEM):
        inside = _INTERPRETER
        binds.append((_readable(base, stage / "python"), inside))
    site = Path(sysconfig.get_path("purelib"))
    binds.append((_readable(site, stage / "site"), _SITE))
    for name in _OURS:
        package = _package(name)
        if package.parent != site:  # an installation for development
            binds.append((_readable(package, stage / name), f"{_PACKAGES}/{name}"))
    executable = f"{inside}/bin/python{sys.version_info[0]}.{sys.version_info[1]}"
    return Runtime(
        tuple(binds),
        tuple(symlinks),
        executable,
        (
            ("PATH", f"{inside}/bin:/usr/local/bin:/usr/bin:/bin"),
            ("PYTHONPATH", f"{_PACKAGES}:{_SITE}"),
            ("PYTHONUNBUFFERED", "1"),
            ("PYTHONDONTWRITEBYTECODE", "1"),
            ("PYTHONNOUSERSITE", "1"),
        ),
    )


def _package(name: str) -> Path:
    spec = importlib.util.find_spec(name)
    assert spec is not None, f"{name} is part of this distribution"
    assert spec.submodule_search_locations, f"{name} is a package"
    return Path(spec.submodule_search_locations[0]).resolve()


def _readable(path: Path, stage: Path) -> Path:
    """Returns the path, or a copy of what is there if not everybody can get to it."""
    path = path.resolve()
    if all(place.stat().st_mode & 0o005 == 0o005 for place in (path, *path.parents)):
        return path
    if not stage.exists():
        unneeded = shutil.ignore_patterns(*_UNNEEDED)
        shutil.copytree(path, stage, symlinks=True, ignore=unneeded, copy_function=_linked)
        stage.chmod(0o755)
    return stage


def _linked(source: str, target: str) -> str:
    """Links a file, which takes neither time nor room, or copies it to another file system."""
    try:
        os.link(source, target, follow_symlinks=False)
    except OSError:
        shutil.copy2(source, target, follow_symlinks=False)
    return target
