"""The example bots: built and run by the very commands that their pages in `docs/languages` name.

They are built in a copy of the tree, `build/interop`, which is kept: what has not changed since is
not built again.
"""

import fcntl
import filecmp
import hashlib
import os
import re
import shutil
import subprocess
import sys
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
TREE = ROOT / "build" / "interop"
_PATH = f"{ROOT / '.venv' / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}"
_PROTO = ROOT / "proto" / "botarena"
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

    @property
    def missing(self) -> list[str]:
        """What it takes to build the bot and is not on this machine; warns of it."""
        return missing(f"the bot in {self.name}", self.programs, self.library)

    def build(self) -> None:
        """Builds the bot unless it is there already."""
        stamp, state = TREE / f"{self.name}.built", self._state()
        with _locked(self.name):
            if stamp.exists() and stamp.read_text() == state:
                return
            with _locked("proto"):
                _mirror(ROOT / "proto", TREE / "proto")
            _mirror(self.source, self.folder)
            self._build()
            stamp.write_text(state)

    def _build(self) -> None:
        print(f"building {self.folder}", file=sys.stderr)
        done = subprocess.run(
            ["nice", "bash", "-euc", self.commands("Build")],
            cwd=TREE,
            env={**os.environ, "PATH": _PATH},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert done.returncode == 0, f"{self.name}\n{done.stdout[-20_000:]}"

    @contextmanager
    def running(self, log: Path, environment: Mapping[str, str]) -> Iterator[subprocess.Popen[str]]:
        """Runs the bot; kills it at the end if it runs still."""
        *_, command = self.commands("Run").strip().splitlines()
        with launched(command.split(), self.folder, log, environment) as bot:
            yield bot

    def _state(self) -> str:
        """Returns a text that changes with everything the build depends on."""
        digest = hashlib.sha256(self.commands("Build").encode())
        protos = [*_PROTO.glob("v1/match.proto"), *_PROTO.glob("v1/play_service.proto")]
        protos += _PROTO.glob("*/v1/observation.proto")
        for path in sorted([*protos, *(self.source / p for p in _files(self.source))]):
            digest.update(f"{path.relative_to(ROOT)}\n".encode() + path.read_bytes())
        return digest.hexdigest()


@contextmanager
def launched(
    command: Sequence[str], folder: Path, log: Path, environment: Mapping[str, str]
) -> Iterator[subprocess.Popen[str]]:
    """Runs a program that writes to a log; kills it at the end if it runs still."""
    with log.open("w") as output:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env={**os.environ, **environment},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            text=True,
        )
        try:
            yield process
        finally:
            process.kill()
            process.wait()


def missing(what: str, programs: Iterable[str], library: str = "") -> list[str]:
    """Returns what is not on this machine, and says loudly what is not tested because of it."""
    absent = [name for name in programs if shutil.which(name, path=_PATH) is None]
    if library and not absent and subprocess.run(["pkg-config", "--exists", library]).returncode:
        absent.append(library)
    if absent:
        warnings.warn(f"NOT TESTED: {what}; missing here: {', '.join(absent)}", stacklevel=2)
    return absent


@contextmanager
def _locked(part: str) -> Iterator[None]:
    """Keeps a part of the tree to this process: others may build there."""
    TREE.mkdir(parents=True, exist_ok=True)
    with (TREE / f"{part}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


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
