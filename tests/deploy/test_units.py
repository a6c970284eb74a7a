"""The units for a machine without containers."""

from pathlib import Path

from .conftest import DEPLOY, run, tool


def test_systemd_takes_every_unit(tmp_path: Path) -> None:
    for unit in (DEPLOY / "systemd").glob("arena*"):
        if unit.suffix in (".service", ".target"):
            text = unit.read_text().replace("/opt/arena/bin/arena", "/bin/true")
            (tmp_path / unit.name).write_text(text)

    said = run(tool("systemd-analyze"), "verify", *map(str, sorted(tmp_path.iterdir())))

    assert said == ""
