"""Hosted submissions play on the author's machine, too."""

import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.service.hosting_records import HostedState
from tests.desk.commands import Desk
from tests.rpc.unary.world import Loop, Person, World, world

QUICK = ("--matches", 1, "--no-clock")


@pytest.fixture
def arena(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    loop = Loop()
    with world(loop) as served:
        address = served.channel._channel.target().decode()
        monkeypatch.setenv("ARENA_ADDRESS", address)
        monkeypatch.setenv("XDG_CACHE_HOME", str(desk.folder / "cache"))
        be(served.ann, monkeypatch)
        yield served
    loop.close()


def be(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARENA_KEY", person.secret)


def submitted(desk: Desk, arena: World, path: object, state: HostedState) -> str:
    """Returns the id of what is uploaded."""
    done = desk.run("submit", path, "--no-wait")
    assert done.code == 0, done.err
    submission_id = done.out.split()[0]
    with arena.unit() as unit:
        unit.hosted.move(submission_id, state)
    return submission_id


def test_a_bot_plays_against_its_own_earlier_version(desk: Desk, arena: World) -> None:
    desk.run("new", "odd-lots", "mine", "--like", "first")
    submission_id = submitted(desk, arena, "mine", HostedState.ACTIVE)
    Path("mine/bot.py").write_text("this is no Python any more")

    done = desk.run("play", "odd-lots", "mine@1", submission_id, "house:random", *QUICK)

    assert done.code == 0, done.err + done.out
    assert [line.split()[0] for line in done.out.splitlines()[3:5]] == ["mine@1", submission_id]


def test_what_was_fetched_once_needs_no_arena(
    desk: Desk, arena: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.run("new", "odd-lots", "mine")
    with zipfile.ZipFile("mine.zip", "w") as archive:
        for file in Path("mine").iterdir():
            archive.write(file, file.name)
    submission_id = submitted(desk, arena, "mine.zip", HostedState.ACTIVE)
    command = ("play", "odd-lots", submission_id, "house:first", "house:first", *QUICK)

    first = desk.run(*command)
    monkeypatch.setenv("ARENA_ADDRESS", "127.0.0.1:1")
    again = desk.run(*command)

    assert (first.code, again.code) == (0, 0), first.err + again.err


@pytest.mark.parametrize(
    ("command", "state", "code", "why"),
    [
        ('["python", "bot.py"]', HostedState.QUALIFYING, 4, "is not active but qualifying"),
        ('["./bot"]', HostedState.ACTIVE, 2, "is started by './bot'; only bots in Python"),
    ],
)
def test_what_cannot_play_here_says_why(
    desk: Desk, arena: World, command: str, state: HostedState, code: int, why: str
) -> None:
    desk.write("mine/bot.toml", f'name = "mine"\ngame = "odd-lots"\ncommand = {command}\n')
    desk.write("mine/bot.py", "")
    desk.write("mine/bot", "")
    submitted(desk, arena, "mine", state)

    done = desk.run("play", "odd-lots", "mine@newest", "house:first", "house:first", *QUICK)

    assert (done.code, why in done.err) == (code, True), done.err


def test_a_remote_submission_is_not_here(desk: Desk, arena: World) -> None:
    arena.submission(arena.ann, "Ada")

    done = desk.run("play", "odd-lots", "Ada@1", "house:first", "house:first", *QUICK)

    assert done.code == 4
    assert "is remote: its program is not here" in done.err


def test_nobody_gets_the_program_of_another(
    desk: Desk, arena: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.run("new", "odd-lots", "mine")
    submitted(desk, arena, "mine", HostedState.ACTIVE)
    be(arena.bob, monkeypatch)

    done = desk.run("play", "odd-lots", "mine@1", "house:first", "house:first", *QUICK)

    assert done.code == 4
    assert "PERMISSION_DENIED" in done.err
    assert not list(Path("cache").rglob("*.py"))
