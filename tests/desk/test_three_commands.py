"""From nothing to a bot in a local tournament, as the README says."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from tests.packaging.test_install import ROOT, UV

SECTION = re.compile(r"## Three commands[^\n]*\n\n((?: {4}[^\n]*\n)+)")


def run(folder: Path, *words: str, **more: str) -> str:
    """Returns what a command prints that sees the new environment and nothing of ours."""
    inside = folder / "venv" / "bin"
    environment = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "VIRTUAL_ENV")}
    path = f"{inside}:{os.environ['PATH']}"
    done = subprocess.run(
        [shutil.which(words[0], path=path) or words[0], *words[1:]],
        cwd=folder,
        env={**environment, "PATH": path, **more},
        capture_output=True,
        text=True,
        timeout=200,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_new_author_needs_three_commands(tmp_path: Path) -> None:
    """The very commands; only where the package comes from is told beside them."""
    found = SECTION.search((ROOT / "README.md").read_text())
    assert found is not None
    install, new, play = (
        shlex.split(line, comments=True) for line in found[1].strip().splitlines()
    )
    run(tmp_path, UV, "build", "--quiet", "--wheel", "--out-dir", str(tmp_path), str(ROOT))
    run(tmp_path, UV, "venv", "--quiet", "--seed", "--python", sys.executable, "venv")
    (wheel,) = tmp_path.glob("*.whl")
    constraint = tmp_path / "constraint.txt"
    constraint.write_text(f"botarena @ {wheel.as_uri()}\n")

    run(tmp_path, *install, PIP_CONSTRAINT=str(constraint))
    run(tmp_path, *new)
    table = run(tmp_path, *play)

    assert (install[0], new[0], play[0]) == ("pip", "arena-sdk", "arena-sdk")
    assert [line.split()[0] for line in table.splitlines()[-3:]] == play[3:]
