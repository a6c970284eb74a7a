"""Programs that want out, or want too much: each is contained, and its neighbours are unharmed."""

import os
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.hosting.bubblewrap import BubblewrapEngine
from arena.service.hosting_ports import Limits
from tests.hosting.greedy import GREEDY
from tests.hosting.programs import PROGRAM, SMALL, processes_that_mention, room, run
from tests.hosting.snooping import SAYS, SNOOPING

WELL = """
    from arena.games.dice import Dice
    from arena.games.kernel import Chance, Decision
    from arena.games.scout import Scout

    game, ply = Scout(3), 0
    state = game.start()
    while True:
        match game.turn(state):
            case Chance():
                state = game.chance(state, Dice(b"next", ply))
            case Decision(seats):
                state = game.apply(state, {s: game.legal_actions(state, s)[-1] for s in seats})
            case finished:
                break
        ply += 1
    print(ply, finished)
"""


@pytest.fixture(scope="module")
def next_match(engine: BubblewrapEngine, hosting_home: Path) -> str:
    """What a match says that is played where nothing bad has happened yet."""
    ran = run(engine, room(hosting_home, WELL), limits=Limits())
    assert ran.exit.code == 0, ran.output
    return ran.output


@pytest.fixture(autouse=True)
def unharmed(
    engine: BubblewrapEngine, hosting_home: Path, next_match: str, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """After every test the next match goes on as ever, and no process of a bot is left."""
    monkeypatch.setenv("ARENA_SECRET", "swordfish")
    yield
    assert run(engine, room(hosting_home, WELL), limits=Limits()).output == next_match
    assert processes_that_mention(PROGRAM) == []


@pytest.mark.parametrize("builds", [False, True], ids=["run", "build"])
@pytest.mark.parametrize("name", GREEDY)
def test_who_wants_too_much_is_stopped(
    engine: BubblewrapEngine, hosting_home: Path, name: str, builds: bool
) -> None:
    source, says, why = GREEDY[name]

    ran = run(
        engine,
        room(hosting_home, source),
        builds=builds,
        enough=lambda said: bool(says) and says.encode() in said,
        patience_s=10.0,
    )

    assert says in ran.output
    assert why in ran.exit.why
    assert why == "" or ran.exit.code == 137


def test_time_on_the_core_is_limited(engine: BubblewrapEngine, hosting_home: Path) -> None:
    limits = Limits(cpu_s=1)

    ran = run(engine, room(hosting_home, "while True: pass"), limits=limits)

    assert ran.exit.code in (128 + 9, 128 + 24), "SIGKILL or SIGXCPU"


@pytest.mark.parametrize("builds", [False, True], ids=["run", "build"])
@pytest.mark.parametrize("name", SNOOPING)
def test_who_looks_around_finds_nothing(
    engine: BubblewrapEngine, hosting_home: Path, name: str, builds: bool
) -> None:
    ran = run(engine, room(hosting_home, SNOOPING[name]), builds=builds)

    assert ran.output.strip() == SAYS.get(name, "True")
    assert ran.exit.code == 0


@pytest.mark.parametrize("builds", [False, True], ids=["run", "build"])
def test_no_listener_outside_is_reached(
    engine: BubblewrapEngine, hosting_home: Path, builds: bool
) -> None:
    secret = hosting_home / "outside.socket"
    with (
        socket.create_server(("127.0.0.1", 0)) as tcp,
        socket.create_server(("::1", 0), family=socket.AF_INET6) as tcp6,
        socket.socket(socket.AF_UNIX) as path,
        socket.socket(socket.AF_UNIX) as abstract,
    ):
        path.bind(str(secret))
        path.listen()
        secret.chmod(0o666)
        abstract.bind(f"\0arena-test-{os.getpid()}")
        abstract.listen()
        listeners = [tcp, tcp6, path, abstract]
        for listener in listeners:
            listener.settimeout(0)
        source = f"""
            import socket
            for family, address in (
                (socket.AF_INET, {tcp.getsockname()!r}),
                (socket.AF_INET6, {tcp6.getsockname()!r}),
                (socket.AF_UNIX, {str(secret)!r}),
                (socket.AF_UNIX, {abstract.getsockname()!r}),
            ):
                with socket.socket(family) as mine:
                    mine.settimeout(2)
                    try:
                        mine.connect(address)
                        print("reached", address)
                    except OSError:
                        pass
            print("done")
            """

        ran = run(engine, room(hosting_home, source), builds=builds)

        assert ran.output.strip() == "done"
        for listener in listeners:
            with pytest.raises(BlockingIOError):
                listener.accept()
    secret.unlink()


def test_files_of_another_bot_are_not_there(engine: BubblewrapEngine, hosting_home: Path) -> None:
    other = room(hosting_home, "secret = 'swordfish'")
    search = f"""
        import os
        name = {other.name!r}
        found = []
        for place in ("/bot", "/tmp", "/dev", "/door", "/source"):
            for directory, _, files in os.walk(place):
                for file in files:
                    path = os.path.join(directory, file)
                    text = open(path, "rb").read() if os.path.isfile(path) else b""
                    if name in path or b"sword" + b"fish" in text:
                        found.append(path)
        print(found, os.path.exists({str(other)!r}), os.path.exists({str(hosting_home)!r}))
        """

    ran = run(engine, room(hosting_home, search))

    assert ran.output.strip() == "[] False False"


def test_nothing_that_a_program_wrote_is_there_the_next_time(
    engine: BubblewrapEngine, hosting_home: Path
) -> None:
    place = room(hosting_home, "import os; print(os.listdir('/tmp')); open('/tmp/x', 'w')")

    first, second = run(engine, place), run(engine, place)

    assert first.output == second.output == "[]\n"
    assert [p.name for p in (place / "bot").iterdir()] == [PROGRAM]


def test_what_hides_from_its_kill_is_killed(engine: BubblewrapEngine, hosting_home: Path) -> None:
    source = """
        import os, signal, sys, time
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                sys.stdout.close()
                time.sleep(600)
            os._exit(0)
        os.wait()
        print("hidden", flush=True)
        time.sleep(600)
        """
    begun = time.monotonic()

    ran = run(
        engine, room(hosting_home, source), enough=lambda said: b"hidden\n" in said, grace_s=0.3
    )

    assert ran.exit.code == 137
    assert time.monotonic() - begun < 15


def test_who_heeds_the_signal_may_say_goodbye(engine: BubblewrapEngine, hosting_home: Path) -> None:
    source = """
        import signal, sys, time
        def goodbye(*_):
            print("goodbye", flush=True)
            sys.exit(3)
        signal.signal(signal.SIGTERM, goodbye)
        print("ready", flush=True)
        time.sleep(600)
        """

    ran = run(
        engine, room(hosting_home, source), enough=lambda said: b"ready\n" in said, grace_s=10.0
    )

    assert ran.output == "ready\ngoodbye\n"
    assert ran.exit.code == 3


def test_of_endless_output_the_beginning_and_the_end_are_kept(
    engine: BubblewrapEngine, hosting_home: Path
) -> None:
    source = """
        import sys
        print("the beginning")
        for _ in range(100):
            sys.stdout.write("x" * (1 << 20))
        raise RuntimeError("the end")
        """

    ran = run(engine, room(hosting_home, source), patience_s=60.0)

    assert ran.exit.code == 1
    assert ran.output.startswith("the beginning\nxxx")
    assert ran.output.rstrip().endswith("RuntimeError: the end")
    assert "bytes are left out here" in ran.output
    assert (1 << 20) < len(ran.output) < (1 << 20) + (70 << 10)


def test_a_small_program_is_a_small_program(engine: BubblewrapEngine, hosting_home: Path) -> None:
    assert SMALL.memory_mb < Limits().memory_mb
    assert run(engine, room(hosting_home, "print('hello')")).output == "hello\n"
