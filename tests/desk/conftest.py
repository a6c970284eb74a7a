from pathlib import Path

import pytest

from tests.desk.commands import Desk


@pytest.fixture
def desk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Desk:
    monkeypatch.chdir(tmp_path)
    for name in ("ARENA_ADDRESS", "ARENA_KEY", "ARENA_SUBMISSION"):
        monkeypatch.delenv(name, raising=False)
    return Desk(tmp_path, capsys)
