"""Golden logs: a match of every game for every number of seats, byte for byte.

They change only with the game's `version`, since a log that was kept must replay the same way
for good. After raising a version, write them anew: `GOLDEN=write pytest` on this file.
"""

import os
from itertools import zip_longest
from pathlib import Path

import pytest

from arena.games.registry import Registry
from arena.match.log import dump_log, load_event, load_log
from arena.match.replay import verify
from tests.match.bots import Scripted, at_random, play

INSTALLED = Registry.installed()
TABLES = [(name, seats) for name in INSTALLED.names() for seats in INSTALLED.find(name).seat_counts]
GOLDEN = Path(__file__).parents[1] / "golden"


def golden(name, seats):
    return GOLDEN / f"{name}-{seats}.jsonl"


def played(name, seats):
    """The log of one match between players that choose by dice from a fixed seed."""
    players = [Scripted(at_random(seat)) for seat in range(seats)]
    _, log = play(INSTALLED.create(name, seats), players)
    return dump_log(log)


def write(path, text, version):
    """Writes a log anew, but only one log for each version of its rules."""
    if path.exists() and path.read_text("utf-8") != text:
        old = load_event(path.read_text("utf-8").splitlines()[0])
        assert old.version != version, "raise the version of the game first"
    path.write_text(text, "utf-8")


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_golden_log_is_played_again_to_the_byte(name, seats):
    path, text = golden(name, seats), played(name, seats)
    if os.environ.get("GOLDEN") == "write":
        write(path, text, INSTALLED.find(name).version)

    lines = zip_longest(path.read_text("utf-8").split("\n"), text.split("\n"))

    assert [number for number, (old, new) in enumerate(lines, 1) if old != new][:1] == []


@pytest.mark.parametrize("path", sorted(GOLDEN.iterdir()), ids=lambda path: path.name)
def test_a_golden_log_is_true(path):
    verify(INSTALLED, load_log(path.read_text("utf-8")))


def test_there_is_a_golden_log_for_every_table_and_no_other():
    assert sorted(GOLDEN.iterdir()) == sorted(golden(name, seats) for name, seats in TABLES)
