"""The example bots: built and run by the very commands that their pages in `docs/languages` name.

They are built in a copy of the tree, `build/interop`, which is kept: what has not changed since is
not built again.
"""

import filecmp
import hashlib
import os
import re
import shutil
import subprocess
import sys
import warnings
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TREE = ROOT / "build" / "interop"
_PATH = f"{ROOT / '.venv' / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}"
_BUILT = {"node_modules", "dist", "gen", "target", "build"}
"""Folders that builds make."""


@dataclass(frozen=True, slots=True)
class Language:
    """One of the languages, and the programs that it takes to build a bot in it."""

    name: str
    programs: tuple[str, ...]
    library: str = ""
    """What pkg-config has to know."""

    @property
    def source(self) -> Path:
        return ROOT / "sdk" / "examples" / self.name

    @property
    def folder(self) -> Path:
        return TREE / "sdk" / "examples" / self.name

    def commands(self, heading: str) -> str:
        """Returns the commands below a heading of the language's page."""
        page = (ROOT / "docs" / "languages" / f"{self.name}.md").read_text()
        found = re.search(rf"^## {heading}\n.*?^```sh\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
        assert found is not None, f"{self.name}.md says nothing about how to {heading.lower()}"
        return found[1]

    def build_or_skip(self) -> None:
        """Builds the bot unless it is there already; skips the test, loudly, if it cannot be."""
        require(f"the bot in {self.name}", self.programs, self.library)
        stamp = TREE / f"{self.name}.built"
        state = self._state()
        if stamp.exists() and stamp.read_text() == state:
            return
        _mirror(ROOT / "proto", TREE / "proto")
        _mirror(self.source, self.folder)
        print(f"building {self.folder}", file=sys.stderr)
        commands = self.commands("Build")
        done = subprocess.run(
            ["nice", "bash", "-euc", commands],
            cwd=TREE,
            env={**os.environ, "PATH": _PATH},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert done.returncode == 0, f"{commands}\n{done.stdout[-20_000:]}"
        stamp.write_text(state)

    @contextmanager
    def running(self, log: Path, environment: Mapping[str, str]) -> Iterator[subprocess.Popen[str]]:
        """Runs the bot; kills it at the end if it runs still."""
        *_, command = self.commands("Run").strip().splitlines()
        with log.open("w") as output:
            bot = subprocess.Popen(
                command.split(),
                cwd=self.folder,
                env={**os.environ, **environment},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                text=True,
            )
            try:
                yield bot
            finally:
                bot.kill()
                bot.wait()

    def _state(self) -> str:
        """Returns a text that changes with everything the build depends on."""
        digest = hashlib.sha256(self.commands("Build").encode())
        for folder in (ROOT / "proto", self.source):
            for path in sorted(_files(folder)):
                digest.update(f"{path}\n".encode() + (folder / path).read_bytes())
        return digest.hexdigest()


def require(what: str, programs: Iterable[str], library: str = "") -> None:
    """Skips the test, loudly, if one of the programs or the library is not on this machine."""
    missing = [name for name in programs if shutil.which(name, path=_PATH) is None]
    if library and not missing and subprocess.run(["pkg-config", "--exists", library]).returncode:
        missing.append(library)
    if missing:
        why = f"NOT TESTED: {what}, for there is no {' and no '.join(missing)} here"
        warnings.warn(why, stacklevel=2)
        pytest.skip(why)


def _files(folder: Path) -> set[Path]:
    """Returns what is in a folder, but for what builds have made there and for Python."""
    found = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return {
        p for p in found if _BUILT.isdisjoint(p.parts) and p.suffix not in (".py", ".pyc", ".pyi")
    }


def _mirror(source: Path, target: Path) -> None:
    """Makes the files of two folders equal; what is equal already keeps its time."""
    for path in _files(target) - _files(source):
        (target / path).unlink()
    for path in _files(source):
        if not (target / path).exists() or not filecmp.cmp(source / path, target / path, False):
            (target / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source / path, target / path)


LANGUAGES = (
    Language("typescript", ("node", "npm")),
    Language("go", ("go", "buf")),
    Language("rust", ("cargo",)),
    Language("java", ("java", "mvn")),
    Language("cpp", ("cmake", "c++", "pkg-config", "protoc", "grpc_cpp_plugin"), "grpc++"),
)
