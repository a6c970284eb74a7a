"""Finds bots and games by what an author calls them.

A bot is a file, a folder with a `bot.py`, `module:Class`, `house:NAME`, `exec:COMMAND` for a
program that speaks lines, or a hosted submission of the author in an arena. A game is a registered
name, a file, or `module:Class`. Where a file has several classes, `FILE:Class` says which.
"""

import importlib
import shlex
import sys
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from types import ModuleType
from typing import Any

from arena.games.kernel import Game
from arena.games.registry import Registry, UnknownGame
from arena_sdk.bot import Bot, MakeBot
from arena_sdk.calls import RAISED, report
from arena_sdk.command.fetching import program_of
from arena_sdk.command.refusal import Refusal
from arena_sdk.command.submissions import is_submission
from arena_sdk.house import NoSuchBot, house_bot
from arena_sdk.lines import LineBot


def named_bot(name: str, game: str) -> MakeBot:
    """Raises `Refusal`, with the traceback if the author's file cannot be loaded."""
    kind, _, rest = name.partition(":")
    if kind == "house":
        if not game:
            raise Refusal(f"{name} plays many games; say which with --game")
        try:
            return house_bot(game, rest)
        except NoSuchBot as error:
            raise Refusal(str(error)) from None
    if kind == "exec":
        try:
            words = shlex.split(rest)
        except ValueError as error:
            raise Refusal(f"exec: {rest!r} is no command: {error}") from None
        if not words:
            raise Refusal("exec: is followed by a command, such as 'exec:python bot.py'")
        return partial(LineBot, words)
    if is_submission(name) and not _is_path(name):
        name = str(program_of(name))
    found: type[Bot] = _named_class(name, _is_bot, "a subclass of Bot")
    return found


def named_game(name: str) -> type[Game[Any, Any]]:
    """Raises `Refusal` likewise."""
    try:
        return _registry().find(name)
    except UnknownGame as error:
        if not (_is_path(name) or ":" in name):
            raise Refusal(f"{error}; a file or module:Class will do, too") from None
    found: type[Game[Any, Any]] = _named_class(name, _is_game, "a game")
    return found


@cache
def _registry() -> Registry:
    return Registry.installed()


def _named_class(name: str, fits: Callable[[object], bool], wanted: str) -> Any:
    place, colon, chosen = name.rpartition(":")
    if not colon or _is_path(name):
        place, chosen = name, ""
    module = _file(place) if _is_path(place) else _module(place)
    if chosen:
        found = getattr(module, chosen, None)
        if not fits(found):
            raise Refusal(f"{place} has no {chosen} that is {wanted}")
        return found
    own = [v for v in vars(module).values() if fits(v) and v.__module__ == module.__name__]
    last = [one for one in own if not any(one in other.__mro__[1:] for other in own)]
    if len(last) != 1:
        if not last:
            raise Refusal(f"{place} has no class that is {wanted}")
        names = ", ".join(one.__name__ for one in last)
        raise Refusal(f"{place}: which class is it? Found {names}; say {place}:CLASS")
    return last[0]


def _is_bot(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, Bot) and value is not Bot


def _is_game(value: object) -> bool:
    needed = ("name", "seat_counts", "start", "turn", "legal_actions", "apply", "observe")
    return isinstance(value, type) and all(hasattr(value, attribute) for attribute in needed)


def _is_path(name: str) -> bool:
    return name.endswith(".py") or Path(name).is_dir()


def _module(name: str) -> ModuleType:
    sys.path[:0] = [] if "" in sys.path else [""]
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name and name.startswith(error.name):
            raise Refusal(f"no file, folder or module {name!r}") from None
        raise Refusal(report(error)) from error
    except RAISED as error:
        raise Refusal(report(error)) from error


def _file(name: str) -> ModuleType:
    """Runs the file as a module, its folder first on the path, as if it were a program."""
    path = Path(name, "bot.py") if Path(name).is_dir() else Path(name)
    try:
        return _loaded(path.resolve(), path.read_text("utf-8"), name)
    except OSError as error:
        raise Refusal(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise Refusal(f"cannot read {path}, it is not in UTF-8: {error}") from None


@cache
def _loaded(path: Path, text: str, name: str) -> ModuleType:
    module = ModuleType(path.stem if path.stem not in sys.modules else str(path))
    module.__file__ = str(path)
    _make_room(path.parent)
    sys.modules[module.__name__] = module
    sys.path.insert(0, str(path.parent))
    try:
        exec(compile(text, str(path), "exec"), module.__dict__)
    except RAISED as error:
        del sys.modules[module.__name__]
        raise Refusal(f"{report(error)}\n\n{name} cannot be loaded") from error
    return module


_folders: set[Path] = set()
"""Where files were loaded from."""


def _make_room(folder: Path) -> None:
    """Has a bot import its own modules, not those of the same names that another bot brought."""
    for name, module in list(sys.modules.items()):
        brought = getattr(module, "__file__", None)
        is_here = (folder / f"{name}.py").exists() or (folder / name / "__init__.py").exists()
        if brought and is_here and Path(brought).parent in _folders - {folder}:
            del sys.modules[name]
    _folders.add(folder)
