"""Bubblewrap for tests: import `engine` into a room's conftest.

Where it is missing, tests that run as root install it.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from tempfile import mkdtemp

import pytest

from arena.hosting.bubblewrap import BubblewrapEngine

_INSTALL = "apt-get install --yes --quiet bubblewrap"


def require_bubblewrap() -> None:
    """Sees to it that there is a `bwrap`, or fails."""
    if shutil.which("bwrap") is None and os.geteuid() == 0 and shutil.which("apt-get"):
        for command in ("apt-get update --quiet", _INSTALL):
            subprocess.run(command.split(), check=False, capture_output=True)
    if shutil.which("bwrap") is None:
        pytest.fail(f"these tests need bubblewrap, and root to install it: {_INSTALL}")


@pytest.fixture(scope="session")
def hosting_home() -> Iterator[Path]:
    """A short path that bots can pass through, as pytest's own directories are not."""
    home = Path(mkdtemp(prefix="arena-test-"))
    home.chmod(0o711)
    yield home
    shutil.rmtree(home)


@pytest.fixture(scope="session")
def engine(hosting_home: Path) -> BubblewrapEngine:
    require_bubblewrap()
    return BubblewrapEngine(hosting_home, first_uid=62_000)
