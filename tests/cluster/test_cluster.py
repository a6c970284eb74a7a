"""The short form of `make cluster`."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

MISSING = [program for program in ("ip", "iptables", "unshare") if shutil.which(program) is None]


@pytest.mark.skipif(
    os.geteuid() != 0 or bool(MISSING) or not Path("/dev/net/tun").exists(),
    reason=f"NOT PROVED: hosts take root, /dev/net/tun and {MISSING or 'what is here'}",
)
def test_an_arena_on_many_hosts_bears_what_happens_to_them(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.cluster", "--short", "--scratch", str(tmp_path / "run")]

    done = subprocess.run(command, capture_output=True, text=True, timeout=280)

    assert done.returncode == 0, done.stdout + done.stderr
