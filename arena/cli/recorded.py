"""Writes down what is done from the command line, and by whom."""

import getpass
import socket
from collections.abc import Iterator
from contextlib import contextmanager

import click

from arena.bootstrap import Wiring
from arena.service.act_storage import Channel
from arena.service.acts import acting
from arena.service.records import Author, Role

READING = frozenset(
    {
        "acts",
        "audit",
        "author list",
        "bot list",
        "export",
        "key list",
        "ladder estimate",
        "ladder export",
        "ladder list",
        "ladder recompute",
        "ladder standings",
        "match list",
        "match show",
        "status",
        "submission list",
        "tournament list",
        "tournament show",
        "verify",
    }
)
"""Commands that change nothing. All others that open the arena are recorded."""


@contextmanager
def recorded(arena: Wiring) -> Iterator[None]:
    """Records the running command, unless it only reads."""
    context = click.get_current_context(silent=True)
    command = "" if context is None else context.command_path.partition(" ")[2]
    if context is None or command in READING:
        yield
        return
    who = Author("", f"{_user()}@{socket.gethostname()}", Role.OPERATOR, arena.now())
    with acting(
        who,
        Channel.COMMAND,
        command,
        {name: value for name, value in context.params.items() if value not in (None, (), "")},
        open_unit=arena.open_unit,
        now=arena.now,
    ):
        yield


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a container may have no name for its user
        return "somebody"
