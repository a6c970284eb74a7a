"""From nothing to a bot in a local tournament, as the README says."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

from tests.packaging.test_install import ROOT, UV

SECTION = re.compile(r"## Three commands[^\n]*\n\n((?: {4}[^\n]*\n)+)")


def run(folder: Path, *words: str) -> str:
    """Returns what a command prints that sees the new environment and nothing of ours."""
    inside = folder / "venv" / "bin"
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    done = subprocess.run(
        words,
        cwd=folder,
        env={**environment, "PATH": f"{inside}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        timeout=200,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_new_author_needs_three_commands(tmp_path: Path) -> None:
    found = SECTION.search((ROOT / "README.md").read_text())
    assert found is not None
    install, new, play = (
        shlex.split(line, comments=True) for line in found[1].strip().splitlines()
    )
    run(tmp_path, UV, "build", "--quiet", "--wheel", "--out-dir", str(tmp_path), str(ROOT))
    run(tmp_path, UV, "venv", "--quiet", "--python", sys.executable, "venv")
    (wheel,) = tmp_path.glob("*.whl")

    assert install == ["pip", "install", "botarena"]
    run(tmp_path, UV, "pip", "install", "--quiet", "--python", "venv/bin/python", str(wheel))
    run(tmp_path, str(tmp_path / "venv/bin/arena-sdk"), *new[1:])
    table = run(tmp_path, str(tmp_path / "venv/bin/arena-sdk"), *play[1:])

    assert (new[0], play[0]) == ("arena-sdk", "arena-sdk")
    assert [line.split()[0] for line in table.splitlines()[-3:]] == play[3:]
