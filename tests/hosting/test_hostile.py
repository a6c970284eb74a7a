"""Programs that want out, or want too much: each is contained, and its neighbours are unharmed."""

import os
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.hosting.bubblewrap import BubblewrapEngine
from arena.service.hosting_ports import Limits
from tests.hosting.programs import PROGRAM, SMALL, processes_that_mention, room, run

pytestmark = pytest.mark.xdist_group("sandbox")

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


GREEDY = {
    "a fork bomb": (
        """
        import os, time
        born = 0
        try:
            while True:
                if os.fork() == 0:
                    time.sleep(60)
                born += 1
        except BlockingIOError:
            print("stopped at", born < 24, flush=True)
            time.sleep(60)
        """,
        "stopped at True",
        "",
    ),
    "ten gigabytes at once": (
        """
        try:
            bytearray(10 << 30)
        except MemoryError:
            print("no memory")
        """,
        "no memory",
        "",
    ),
    "ten gigabytes in small parts": (
        """
        held = []
        while True:
            held.append(bytearray(8 << 20))
        """,
        "",
        "more than 64 MB of memory",
    ),
    "memory that is shared": (
        """
        import mmap
        held = []
        while True:
            held.append(mmap.mmap(-1, 4 << 20))
            held[-1].write(b"x" * (4 << 20))
        """,
        "",
        "more than 64 MB of memory",
    ),
    "memory of many processes": (
        """
        import os, time
        for _ in range(16):
            if os.fork() == 0:
                held = bytearray(os.urandom(1 << 20) * 32)
                time.sleep(60)
        time.sleep(60)
        """,
        "",
        "more than 64 MB of memory",
    ),
    "a full disk": (
        """
        import os
        for place in ("/tmp", "/dev/shm", "/dev", "/", "/bot", "/door", "/proc", "/usr"):
            try:
                for n in range(10_000):
                    with open(f"{place}/{n}", "wb") as file:
                        file.write(bytes(1 << 20))
                    assert n < 16, place
            except OSError as error:
                pass
        print("full")
        """,
        "full",
        "",
    ),
    "a large file": (
        """
        import os
        try:
            os.truncate(os.open("/tmp/large", os.O_CREAT | os.O_RDWR), 1 << 40)
        except OSError as error:
            print("too large")
        """,
        "",
        "",
    ),
    "files without end": (
        """
        n = 0
        while True:
            n += 1
            open(f"/tmp/{n}", "w").close()
        """,
        "",
        "made more than 500 files",
    ),
    "a busy loop on every core": (
        """
        import os
        print(len(os.sched_getaffinity(0)), flush=True)
        try:
            os.sched_setaffinity(0, range(os.cpu_count()))
        except OSError:
            print("one core", flush=True)
        for _ in range(4):
            os.fork()
        while True:
            pass
        """,
        "1\none core",
        "",
    ),
}


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


SNOOPING = {
    "files of the machine": """
        import os
        for path in ("/etc/passwd", "/etc/shadow", "/root", "/home", "/var", "/work", "/opt"):
            assert not os.path.exists(path), path
        print(sorted(set(os.listdir("/")) - {"usr", "lib", "lib32", "lib64", "libx32", "bin",
            "sbin", "etc", "runtime", "bot", "tmp", "dev", "proc", "source"}), os.listdir("/etc"))
        """,
    "the environment of the arena": """
        import os
        for entry in os.listdir("/proc"):
            if entry.isdigit():
                try:
                    assert b"sword" + b"fish" not in open(f"/proc/{entry}/environ", "rb").read()
                except PermissionError:
                    pass
        assert not any("ARENA_SECRET" in name for name in os.environ)
        print(sorted(int(e) for e in os.listdir("/proc") if e.isdigit())[-1] < 20)
        """,
    "open files of the arena": """
        import os
        kinds = [os.readlink(f"/proc/self/fd/{n}") for n in os.listdir("/proc/self/fd")
                 if os.path.lexists(f"/proc/self/fd/{n}")]
        print(all(k.startswith(("pipe:", "/dev/null")) or k.startswith("/bot/") for k in kinds))
        """,
    "other processes": """
        import ctypes, errno, os
        libc = ctypes.CDLL(None, use_errno=True)
        def denied(*call):
            assert libc.syscall(*call) == -1, call
            return ctypes.get_errno() in (errno.EPERM, errno.ENOSYS)
        print(all([
            denied(101, 0, 0, 0, 0),
            denied(101, 16, os.getppid(), 0, 0),
            denied(310, os.getppid(), 0, 0, 0, 0, 0),
            denied(438, 3, 0, 0),
        ]))
        """,
    "the kernel": """
        import ctypes, errno, os, socket
        libc = ctypes.CDLL(None, use_errno=True)
        def denied(*call):
            assert libc.syscall(*call) == -1, call
            return ctypes.get_errno() in (errno.EPERM, errno.ENOSYS)
        print(all([
            denied(272, 0x10000000),            # unshare: a user namespace
            denied(56, 0x10000000 | 17, 0, 0, 0, 0),
            denied(435, 0, 0),                  # clone3
            denied(165, b"none", b"/tmp", b"tmpfs", 0, 0),
            denied(321, 0, 0, 0),               # bpf
            denied(425, 1, 0),                  # io_uring
            denied(319, b"x", 0),               # memfd_create
            denied(29, 0, 1 << 30, 0o1600),     # shmget
            denied(250, 0, 0),                  # keyctl
        ]))
        try:
            socket.socket(40, socket.SOCK_STREAM)   # to the hypervisor
            print("a socket")
        except OSError:
            pass
        """,
    "more rights": """
        import os, subprocess
        status = dict(line.split(":", 1) for line in open("/proc/self/status"))
        assert status["NoNewPrivs"].strip() == "1"
        assert int(status["CapEff"], 16) == int(status["CapBnd"], 16) == 0
        assert os.getuid() == os.geteuid() == 1000
        try:
            os.setuid(0)
            print("root")
        except OSError:
            print(True)
        """,
    "writing outside": """
        import os
        for path in ("/bot/x", "/usr/x", "/runtime/x", "/runtime/site/x", "/etc/x", "/x",
                     "/dev/x", "/proc/sys/kernel/hostname", "/proc/sysrq-trigger", "/source/x"):
            try:
                open(path, "w").write("x")
            except OSError:
                continue
            assert path == "/bot/x" and os.path.exists("/source"), path
        print(True)
        """,
}
SAYS = {"files of the machine": "[] ['ld.so.cache']"}


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
