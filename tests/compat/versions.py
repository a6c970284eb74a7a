"""Two versions of the arena and its SDK: the one in this directory, and the release before it."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import pytest

ROOT = Path(__file__).parents[2]
ARENA = ("-m", "arena.cli.entry")
DESK = ("-m", "arena_sdk.command.main")
"""How Python runs the commands `arena` and `arena-sdk` of a version."""
_BASELINE = Path(__file__).with_name("baseline.txt")
_SOURCES = ("sdk", "proto", ".")


@dataclass(frozen=True, slots=True)
class Version:
    """Sources, and how programs of them run in this interpreter with its packages."""

    name: str
    root: Path

    def environment(self, **more: str) -> dict[str, str]:
        """Returns an environment in which these sources hide those that are installed."""
        ours = ("ARENA_", "PYTHONPATH")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
        path = os.pathsep.join(str(self.root / part) for part in _SOURCES)
        return {**kept, "PYTHONPATH": path, "GRPC_ENABLE_FORK_SUPPORT": "0", **more}

    def start(
        self, *arguments: str, output: IO[bytes] | None = None, **environment: str
    ) -> "subprocess.Popen[str]":
        """Starts Python over these sources; its output is to be read in the end, if not sent on."""
        return subprocess.Popen(
            [sys.executable, *arguments],
            env=self.environment(**environment),
            cwd=self.root,
            stdout=output or subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def output(self, *arguments: str, **environment: str) -> str:
        """Does so to the end, which must be a good one; returns what was printed."""
        process = self.start(*arguments, **environment)
        printed, _ = process.communicate(timeout=90)
        assert process.returncode == 0, f"{self.name}: {' '.join(arguments)}\n{printed}"
        return printed


def today() -> Version:
    return Version("today", ROOT)


def before(folder: Path) -> Version:
    """Writes the sources of the release before into a folder.

    Skips the test where there is no history to take them from.
    """
    found = _git("describe", "--tags", "--abbrev=0", "--match", "v*")
    name = found.strip() or _baseline()
    if not _git("cat-file", "-t", name):
        pytest.skip(f"NOT PROVED: no git, or a clone without {name[:10]}: git fetch --unshallow")
    archive = folder / "sources.tar"
    subprocess.run(["git", "archive", f"--output={archive}", name], cwd=ROOT, check=True)
    subprocess.run(["tar", "-xf", archive, "-C", folder], check=True)
    archive.unlink()
    return Version(name[:10], folder)


def _baseline() -> str:
    (name,) = (line for line in _BASELINE.read_text().split("\n") if line and line[0] != "#")
    return name


def _git(*arguments: str) -> str:
    """Returns what git says; nothing where it fails, or is not there."""
    try:
        done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True)
    except FileNotFoundError:
        return ""
    return done.stdout if done.returncode == 0 else ""
