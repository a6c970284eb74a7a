"""The distribution installs where people are: every Python from 3.11 on, both ends of protobuf."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
UV = shutil.which("uv") or str(ROOT / ".tools/bin/uv")
TRY_SDK = """
from arena_sdk import Bot, play_local
class First(Bot):
    def choose(self, prompt):
        return prompt.legal_actions[0]
outcome, log = play_local("carrera", [First] * 3, seed=b"install")
assert len(outcome.ranks) == 3 and log
import botarena.v1.play_service_pb2_grpc, google.protobuf
print(google.protobuf.__version__)
"""
TRY_PAGES = """
from importlib.resources import files
from arena.games.registry import Registry
from arena.web.language import languages
from arena.web.rendering import environment
from arena.web.rulebook import rule_text
games = Registry.installed()
assert {rule_text("scout", code, games).code for code in languages()} == {"en", "ru"}
assert environment().get_template("match.html")
assert files("arena.web").joinpath("static", "drawings", "scout.mjs").is_file()
"""


def _run(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=280)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def _pythons() -> list[str]:
    """Returns an interpreter of each minor version from 3.11 on that this machine has."""
    listing = _run(UV, "python", "list", "--only-installed", "--no-managed-python")
    found = {}
    for line in listing.splitlines():
        name, path = line.split()[:2]
        version = name.split("-")[1]
        minor = tuple(map(int, version.split(".")[:2]))
        if name.startswith("cpython") and version.replace(".", "").isdigit() and minor >= (3, 11):
            found.setdefault(minor, path)
    return [found[minor] for minor in sorted(found)]


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    _run(UV, "build", "--quiet", "--wheel", "--out-dir", str(out), str(ROOT))
    return next(out.glob("*.whl"))


def _installed(tmp_path: Path, python: str, *requirements: str) -> str:
    _run(UV, "venv", "--quiet", "--python", python, str(tmp_path / "venv"))
    inside = str(tmp_path / "venv" / "bin" / "python")
    _run(UV, "pip", "install", "--quiet", "--python", inside, *requirements)
    return inside


@pytest.mark.parametrize("python", _pythons(), ids=lambda path: Path(path).name + "-" + path[-40:])
def test_the_sdk_and_the_server_install_without_elo(
    python: str, wheel: Path, tmp_path: Path
) -> None:
    inside = _installed(tmp_path, python, str(wheel))

    assert _run(inside, "-c", TRY_SDK)
    bare = subprocess.run([Path(inside).with_name("arena")], capture_output=True, text=True)
    assert bare.returncode == 1
    assert "pip install 'botarena[server]'" in bare.stderr

    _run(UV, "pip", "install", "--quiet", "--python", inside, f"{wheel}[server]")
    assert "Run a bot arena" in _run(str(Path(inside).with_name("arena")), "--help")
    _run(inside, "-c", TRY_PAGES)


@pytest.mark.parametrize("protobuf", ["==6.31.1", ">=7,<8"])
def test_the_stubs_load_at_both_ends_of_protobuf(
    protobuf: str, wheel: Path, tmp_path: Path
) -> None:
    inside = _installed(tmp_path, sys.executable, str(wheel), f"protobuf{protobuf}")

    version = _run(inside, "-W", "error", "-c", TRY_SDK).strip()

    assert version.startswith("6.31.1" if "6.31" in protobuf else "7.")


def test_a_wheel_carries_protos_and_migrations(wheel: Path) -> None:
    names = _run(sys.executable, "-m", "zipfile", "-l", str(wheel))

    for needed in (
        "botarena/v1/play_service.proto",
        "botarena/v1/play_service_pb2.pyi",
        "arena_sdk/py.typed",
        "arena/storage/migrations/env.py",
        "arena/web/rule_texts/scout.ru.md",
    ):
        assert needed in names
    rooms = {line.split("/")[0] for line in names.splitlines()[1:]}
    assert {"arena", "workers", "arena_sdk", "botarena"} <= rooms
    assert not rooms & {"tests", "build", "docs", "sdk", "proto"}
