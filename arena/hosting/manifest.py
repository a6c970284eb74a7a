"""Reads `bot.toml`, in which authors say what their bot is and how to run it."""

import shlex
import tomllib
from collections.abc import Collection, Mapping
from reprlib import repr as shortened
from typing import Any

from arena.games.registry import Registry, UnknownGame
from arena.service.errors import InvalidArgument
from arena.service.hosting_ports import PYTHON, Manifest, Plays
from arena.service.naming import checked_name

FILE = "bot.toml"
LEAST_MEMORY_MB, MOST_MEMORY_MB = 32, 2_048
_FIELDS = ("name", "game", "games", "seats", "command", "build", "memory_mb")
_MEMORY_MB = 256
_MOST_WORDS, _LONGEST_WORD = 64, 1_000
_MOST_BYTES = 8 << 10
"""What keys of many parts cost grows with the square of their length."""


def read_manifest(text: bytes, files: Collection[str], games: Registry) -> Manifest:
    """Raises `InvalidArgument` that names the field; `files` are the paths of the archive."""
    if len(text) > _MOST_BYTES:
        raise InvalidArgument(FILE, f"is larger than {_MOST_BYTES:,} bytes")
    try:
        fields = tomllib.loads(text.decode())
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise InvalidArgument(FILE, f"is not TOML: {error}") from None
    for name in fields.keys() - set(_FIELDS):
        raise _wrong(name, f"is no field of it; there are {', '.join(_FIELDS)}")
    plays = _games(fields, games)
    command = _words(fields, "command")
    if command[0] in ("python", "python3"):
        command = (PYTHON, *command[1:])
    elif _path(command[0]) not in files:
        raise _wrong("command", f"{command[0]!r} is neither `python` nor a file of the archive")
    manifest = Manifest(
        _text(fields, "name"),
        plays,
        command,
        _words(fields, "build") if "build" in fields else (),
        _memory_mb(fields),
    )
    for one in plays:
        checked_name(f"{FILE} name", manifest.bot_name(one.game))
    return manifest


def _games(fields: Mapping[str, Any], games: Registry) -> tuple[Plays, ...]:
    """Returns what it plays, by the names of the games: no order decides anything."""
    if "games" not in fields:
        game = _text(fields, "game")
        return (Plays(game, _seats("game", "seats", game, fields.get("seats"), games)),)
    for name in {"game", "seats"} & fields.keys():
        raise _wrong(name, "is not given beside `games`, which has the seats of each game")
    given = fields["games"]
    if isinstance(given, list) and all(isinstance(game, str) for game in given):
        given = dict.fromkeys(given)
    if not isinstance(given, dict) or not given:
        example = 'such as ["carrera", "scout"], or a table of their seats such as {scout = [2, 3]}'
        raise _wrong("games", f"a list of games {example}, not {_shown(given)}")
    return tuple(
        Plays(game, _seats("games", "games", game, given[game], games)) for game in sorted(given)
    )


def _seats(
    game_field: str, seats_field: str, game: str, given: object, games: Registry
) -> tuple[int, ...]:
    """Returns the sizes of tables that are given, or all of the game."""
    try:
        possible = games.find(game).seat_counts
    except UnknownGame as error:
        raise _wrong(game_field, str(error)) from None
    seats = list(possible) if given is None else given
    if not isinstance(seats, list) or not seats or not all(type(n) is int for n in seats):
        why = f"a list of numbers such as {list(possible)}, not {_shown(seats)}"
        raise _wrong(seats_field, why)
    for count in seats:
        if count not in possible:
            numbers = ", ".join(map(str, possible))
            raise _wrong(seats_field, f"{game} has {numbers} seats, not {count}")
    return tuple(sorted(set(seats)))


def _words(fields: Mapping[str, Any], name: str) -> tuple[str, ...]:
    """Returns a command, given as a list of words or as one line."""
    given = fields.get(name)
    if isinstance(given, str):
        try:
            given = shlex.split(given)
        except ValueError as error:
            raise _wrong(name, str(error)) from None
    if not isinstance(given, list) or not all(isinstance(word, str) for word in given):
        raise _wrong(name, 'a list of words such as ["python", "bot.py"]; it is missing or another')
    if not given or not given[0]:
        raise _wrong(name, "is empty")
    if len(given) > _MOST_WORDS or any(len(w) > _LONGEST_WORD or "\0" in w for w in given):
        raise _wrong(name, f"at most {_MOST_WORDS} words of {_LONGEST_WORD} characters")
    return tuple(given)


def _text(fields: Mapping[str, Any], name: str) -> str:
    value = fields.get(name)
    if value is None:
        raise _wrong(name, "is missing")
    if not isinstance(value, str):
        raise _wrong(name, f"a text, not {_shown(value)}")
    return value


def _memory_mb(fields: Mapping[str, Any]) -> int:
    value = fields.get("memory_mb", _MEMORY_MB)
    if type(value) is not int or not LEAST_MEMORY_MB <= value <= MOST_MEMORY_MB:
        why = f"a number from {LEAST_MEMORY_MB} to {MOST_MEMORY_MB}, not {_shown(value)}"
        raise _wrong("memory_mb", why)
    return value


def _shown(value: object) -> str:
    """Returns the beginning of a value, however deep it is."""
    return shortened(value)[:60]


def _path(word: str) -> str:
    return word.removeprefix("./")


def _wrong(name: str, why: str) -> InvalidArgument:
    return InvalidArgument(f"{FILE} {name}", why)
