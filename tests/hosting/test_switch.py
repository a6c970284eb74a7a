"""Where no bot can be contained the arena says so, and runs everything else."""

from dataclasses import replace
from pathlib import Path

import pytest

from arena.bootstrap import hosting_obstacle
from arena.cli.processes import hosting_mode
from arena.config import BadSetting, Settings
from arena.hosting import make_home
from arena.service.errors import Unavailable


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return replace(Settings(), hosting_dir=str(tmp_path))


def test_without_bubblewrap_uploads_are_refused_and_nothing_else(
    settings: Settings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))

    mode = hosting_mode(settings)

    assert mode == "off"
    assert "bubblewrap is missing" in hosting_obstacle(settings)
    assert hosting_mode(replace(settings, hosting="off")) == "off"
    with pytest.raises(Unavailable, match="ARENA_HOSTING is on, but bubblewrap is missing"):
        hosting_mode(replace(settings, hosting="on"))
    assert list(tmp_path.iterdir()) == []


def test_the_switch_has_three_positions() -> None:
    with pytest.raises(BadSetting, match="ARENA_HOSTING must be one of auto, on, off"):
        Settings.from_environment({"ARENA_HOSTING": "maybe"})


def test_what_a_killed_worker_left_behind_is_cleared_away(settings: Settings) -> None:
    place = Path(settings.hosting_dir)
    dead, foreign = place / "arena-host-99999999-abc", place / "arena-host-notes"
    for directory in (dead, foreign):
        directory.mkdir()

    first, second = make_home(settings), make_home(settings)

    assert {p.name for p in place.iterdir()} == {first.name, second.name, foreign.name}
    assert first.stat().st_mode & 0o777 == 0o711
