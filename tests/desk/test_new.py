import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from arena.games.registry import Registry
from arena.hosting.manifest import read_manifest
from arena.service.hosting_ports import Plays
from arena_sdk.house import house_names
from tests.desk.commands import Desk

GAMES = Registry.installed()


@pytest.mark.parametrize("game", GAMES.names())
def test_a_new_bot_passes_its_test_plays_and_can_be_uploaded(desk: Desk, game: str) -> None:
    done = desk.run("new", game, "my first-bot")

    assert done.code == 0, done.err
    tried = subprocess.run(
        [sys.executable, "my first-bot/test_bot.py"], capture_output=True, text=True
    )
    assert tried.stdout == "plays without a fault\n", tried.stderr
    manifest = read_manifest(Path("my first-bot/bot.toml").read_bytes(), ["bot.py"], GAMES)
    assert manifest.name == "my first-bot"
    assert manifest.games == (Plays(game, tuple(GAMES.find(game).seat_counts)),)
    assert "class MyFirstBot(Bot)" in Path("my first-bot/bot.py").read_text()
    command = shlex.split(done.out.split("next: arena-sdk ")[1])
    played = desk.run(*command, "--matches", 1)
    assert played.code == 0, played.out


@pytest.mark.parametrize("name", house_names("carrera"))
def test_a_new_bot_may_begin_as_a_house_bot(desk: Desk, name: str) -> None:
    assert desk.run("new", "carrera", "bot7", "--like", name).code == 0

    tried = subprocess.run([sys.executable, "bot7/test_bot.py"], capture_output=True, text=True)
    assert tried.stdout == "plays without a fault\n", tried.stderr


def test_the_comments_in_the_manifest_are_right(desk: Desk) -> None:
    desk.run("new", "carrera", "mine")
    text = Path("mine/bot.toml").read_text()

    said = tomllib.loads(text.replace("# seats", "seats").replace("# memory", "memory"))

    assert (said["seats"], said["memory_mb"]) == ([3, 4, 5], 256)


def test_nothing_is_overwritten(desk: Desk) -> None:
    desk.write("mine/notes.txt", "dear to me")

    done = desk.run("new", "scout", "mine")

    assert (done.code, done.err) == (2, "mine exists and is not an empty folder\n")
    assert [path.name for path in Path("mine").iterdir()] == ["notes.txt"]


def test_a_folder_that_cannot_be_made_is_told_of(desk: Desk) -> None:
    Path("file").touch()

    done = desk.run("new", "scout", "file/mine")

    assert (done.code, done.err) == (2, "cannot read or write file/mine: Not a directory\n")


def test_a_game_that_is_not_registered_is_refused(desk: Desk) -> None:
    text = 'from arena.games.scout import Scout\nclass Solo(Scout):\n    name = "solo"\n'
    game = desk.write("solo.py", text)

    done = desk.run("new", game, "mine")

    assert done.code == 2
    assert "solo is not registered" in done.err
    assert not Path("mine").exists()


def test_an_unknown_house_bot_leaves_nothing_behind(desk: Desk) -> None:
    assert desk.run("new", "scout", "mine", "--like", "best").code == 2
    assert not Path("mine").exists()
