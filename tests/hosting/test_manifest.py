import pytest

from arena.games.registry import Registry
from arena.hosting.manifest import read_manifest
from arena.service.errors import InvalidArgument
from arena.service.hosting_ports import Manifest, Plays

FILES = {"bot.toml", "bot.py", "bin/bot"}
GAMES = Registry.installed()
SCOUT = (Plays("scout", (2, 3, 4, 5)),)

GOOD = """
name = "Shedder"
game = "scout"
command = ["python3", "bot.py"]
"""


def several(games: str) -> str:
    return GOOD.replace('game = "scout"', f"games = {games}")


def test_a_manifest_needs_three_fields() -> None:
    manifest = read_manifest(GOOD.encode(), FILES, GAMES)

    assert manifest == Manifest("Shedder", SCOUT, ("python", "bot.py"))
    assert not manifest.brings_its_runtime


def test_a_manifest_may_say_more() -> None:
    text = """
    name = "Shedder"
    game = "carrera"
    seats = [4, 3, 4]
    command = "./bin/bot --level 'very high'"
    build = ["python", "build.py"]
    memory_mb = 512
    """

    manifest = read_manifest(text.encode(), FILES, GAMES)

    command = ("./bin/bot", "--level", "very high")
    build = ("python", "build.py")
    assert manifest == Manifest("Shedder", (Plays("carrera", (3, 4)),), command, build, 512)
    assert manifest.brings_its_runtime


@pytest.mark.parametrize(
    ("games", "plays"),
    [
        ('["scout"]', SCOUT),
        ('["scout", "carrera"]', (Plays("carrera", (3, 4, 5)), *SCOUT)),
        ("{scout = [3, 2], carrera = [4]}", (Plays("carrera", (4,)), Plays("scout", (2, 3)))),
    ],
)
def test_a_manifest_may_name_several_games(games: str, plays: tuple[Plays, ...]) -> None:
    manifest = read_manifest(several(games).encode(), FILES, GAMES)

    names = [manifest.bot_name(one.game) for one in plays]
    assert manifest.games == plays
    assert names == (["Shedder"] if plays == SCOUT else ["Shedder-carrera", "Shedder-scout"])


def with_line(line: str) -> str:
    """The good manifest, with this line in the place of the one for the same field."""
    name = line.split(" ")[0]
    kept = [old for old in GOOD.splitlines() if old.split(" ")[0] != name]
    return "\n".join([*kept, line])


@pytest.mark.parametrize(
    ("text", "field", "why"),
    [
        ("name = ", "bot.toml", "is not TOML"),
        ("\udcff", "bot.toml", "is not TOML"),
        (GOOD.replace('name = "Shedder"', ""), "bot.toml name", "is missing"),
        (GOOD.replace("command", "# command"), "bot.toml command", "missing"),
        (with_line("name = 7"), "bot.toml name", "a text, not 7"),
        (with_line('name = "!"'), "bot.toml name", "letters, digits"),
        (with_line('game = "chess"'), "bot.toml game", "chess"),
        (with_line("seats = [6]"), "bot.toml seats", "2, 3, 4, 5 seats, not 6"),
        (with_line("seats = []"), "bot.toml seats", "a list of numbers"),
        (with_line("seats = [true]"), "bot.toml seats", "a list of numbers"),
        (with_line("seats = 3"), "bot.toml seats", "a list of numbers"),
        (with_line("command = []"), "bot.toml command", "is empty"),
        (with_line('command = "bot.py \'"'), "bot.toml command", "No closing quotation"),
        (with_line('command = ["sh", "run.sh"]'), "bot.toml command", "neither `python` nor"),
        (with_line('command = ["/bin/sh"]'), "bot.toml command", "neither `python` nor"),
        (with_line('command = ["../bot"]'), "bot.toml command", "neither `python` nor"),
        (with_line(f"command = {['python'] * 65}"), "bot.toml command", "at most 64 words"),
        (with_line("build = 3"), "bot.toml build", "a list of words"),
        (with_line("memory_mb = 9999"), "bot.toml memory_mb", "32 to 2048"),
        (with_line("memory_mb = 64.0"), "bot.toml memory_mb", "32 to 2048"),
        (with_line('games = ["scout"]'), "bot.toml game", "beside `games`"),
        (several("[]"), "bot.toml games", "a list of games"),
        (several("[3]"), "bot.toml games", "a list of games"),
        (several('["scout", "go"]'), "bot.toml games", "go"),
        (several("{scout = [9]}"), "bot.toml games", "2, 3, 4, 5 seats, not 9"),
        (several("{scout = 3}"), "bot.toml games", "a list of numbers"),
        (several('["scout"]\nseats = [2]'), "bot.toml seats", "beside `games`"),
        (several('["scout", "carrera"]').replace("Shedder", "x" * 38), "bot.toml name", "2 to 40"),
        (with_line("color = 1"), "bot.toml color", "is no field of it"),
        (GOOD + "#" * (8 << 10), "bot.toml", "is larger than 8,192 bytes"),
        ("memory_mb." + "a." * 3_000 + "a = 1\n" + GOOD, "bot.toml memory_mb", "32 to 2048"),
        ("a = " + "[" * 3_000, "bot.toml", "is not TOML"),
    ],
)
def test_what_is_wrong_is_named(text: str, field: str, why: str) -> None:
    with pytest.raises(InvalidArgument, match=why) as raised:
        read_manifest(text.encode(errors="surrogateescape"), FILES, GAMES)

    assert raised.value.field == field
