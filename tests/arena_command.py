"""The `arena` command in this process, on a data directory of its own."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from arena.cli.main import arena

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs it with arguments, and with variables of the environment."""
    monkeypatch.setenv("ARENA_DATA_DIR", str(tmp_path / "data"))

    def invoke(*arguments: str, **environment: str) -> Result:
        return CliRunner().invoke(arena, arguments, env=environment)

    return invoke
