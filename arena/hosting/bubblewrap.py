"""The engine that contains programs with bubblewrap, unprivileged user namespaces and limits.

A program gets namespaces of its own (user, pid, ipc, uts, network, cgroup, mount), sees its own
directory, a small `/tmp`, and, if it asks for it, the machine's libraries with the arena's Python,
all read-only. It never runs as uid 0, not even outside of its namespaces: where the arena runs as
root, every program gets a uid of its own.
"""

import asyncio
import itertools
import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from arena.hosting.cgroups import Cgroup, Cgroups
from arena.hosting.contained import Contained
from arena.hosting.runtime import Runtime, python_runtime
from arena.hosting.seccomp import seccomp_filter
from arena.service.errors import Unavailable
from arena.service.hosting_ports import PYTHON, Limits, Program

_MIB = 1 << 20
_LEAST_ADDRESS_SPACE_MB = 1_024
"""gRPC hangs with less, rather than fail."""
_NICENESS = 5
_START_S = 10.0
_UIDS = 1_000

BUILD = (
    "import shutil, subprocess, sys, tarfile\n"
    "shutil.copytree('/source', '/bot', dirs_exist_ok=True)\n"
    "code = subprocess.call(sys.argv[1:], cwd='/bot', stdin=subprocess.DEVNULL, stdout=2)\n"
    "if code: sys.exit(code if code > 0 else 128 - code)\n"
    "with tarfile.open(fileobj=sys.stdout.buffer, mode='w|gz') as made: made.add('/bot', '.')\n"
)
"""Runs inside: works on a copy and hands it out as an archive, which is checked like any other."""


class BubblewrapEngine:
    """Implements `Engine`."""

    def __init__(self, home: Path, first_uid: int = 61_000, cgroups: Cgroups | None = None) -> None:
        """Other users of this machine must be able to pass through `home`, if root runs this."""
        assert first_uid > 0, "a program never runs as uid 0"
        self._home = home
        self._first_uid = first_uid
        self._cgroups = cgroups
        self._turn = itertools.count()
        self._cores = sorted(os.sched_getaffinity(0))
        self._runtime: Runtime | None = None

    async def probe(self) -> None:
        """Starts a program that only proves that it is contained and that the SDK is there."""
        said = bytearray()
        with TemporaryDirectory(dir=self._home, prefix="probe-") as room:
            Path(room, "bot").mkdir()
            check = "import os, arena_sdk; assert os.getpid() < 10 and os.getuid()"
            sandbox = await self.start(Program(Path(room), (PYTHON, "-c", check)), said.extend)
            try:
                async with asyncio.timeout(3 * _START_S):
                    exit_ = await sandbox.ended()
            except TimeoutError:
                exit_ = await sandbox.stop(why="did not end in time")
        if exit_.code:
            words = said.decode(errors="replace").strip()
            raise Unavailable(f"the sandbox does not work here: {exit_}\n{words}")

    async def start(
        self,
        program: Program,
        heard: Callable[[bytes], None],
        made: Callable[[bytes], None] | None = None,
    ) -> Contained:
        """Returns as soon as the program runs."""
        bubblewrap = _found("bwrap", "bubblewrap")
        turn = next(self._turn)
        somebody: tuple[str, ...] = ()
        if os.geteuid() == 0:
            uid = self._first_uid + turn % _UIDS
            # A program of its own changes the user: Python would have to fork to do it, and what
            # gRPC does in forks can crash them.
            setpriv = _found("setpriv", "util-linux")
            somebody = (setpriv, f"--reuid={uid}", f"--regid={uid}", "--clear-groups", "--")
            os.chown(program.room, 0, uid)
            program.room.chmod(0o710)
        info, info_in = os.pipe()
        gate_out, gate = os.pipe()
        rules, rules_in = os.pipe()
        try:
            rest = [rules] if (filter_ := seccomp_filter()) is not None else []
            os.write(rules_in, filter_ or b"")
            os.close(rules_in)
            process = await asyncio.create_subprocess_exec(
                *somebody,
                bubblewrap,
                *self._arguments(program),
                *(("--seccomp", str(rules)) if rest else ()),
                *("--info-fd", str(info_in), "--block-fd", str(gate_out), "--"),
                *self._command(program),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE if program.builds else subprocess.STDOUT,
                env={},
                pass_fds=[info_in, gate_out, *rest],
                start_new_session=True,
            )
            for passed in (info_in, gate_out, rules):
                os.close(passed)
            contained = Contained(process, program.limits, heard, made)
            first = await asyncio.to_thread(_first_process, info)
            if first is None:
                await contained.ended()
                return contained
            with suppress(ProcessLookupError):
                os.sched_setaffinity(first, {self._cores[turn % len(self._cores)]})
                os.setpriority(os.PRIO_PROCESS, first, _NICENESS)
            await asyncio.to_thread(_restrict, first, program.limits, somebody)
            contained.watch(first, self._grouped(first, program.limits))
            os.write(gate, b"\n")
            return contained
        except (OSError, subprocess.SubprocessError) as error:
            raise Unavailable(f"no program can be started: {error}") from error
        finally:
            for end in (info, gate):
                os.close(end)

    def _grouped(self, first: int, limits: Limits) -> Cgroup | None:
        if self._cgroups is None:
            return None
        group = self._cgroups.group(limits)
        group.add(first)
        return group

    def _command(self, program: Program) -> Iterable[str]:
        word, *rest = program.command
        if word == PYTHON:
            words = [self._python().python, *rest]
        elif program.needs_python:
            words = [word, *rest]
        else:
            words = [f"/bot/{word.removeprefix('./')}", *rest]
        return (self._python().python, "-c", BUILD, *words) if program.builds else words

    def _arguments(self, program: Program) -> Iterable[str]:
        limits = program.limits
        yield from ("--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts")
        yield from ("--unshare-net", "--unshare-cgroup-try", "--disable-userns")
        yield from ("--cap-drop", "ALL", "--new-session", "--die-with-parent", "--clearenv")
        yield from ("--hostname", "bot", "--uid", "1000", "--gid", "1000")
        environment = {"HOME": "/tmp", "TMPDIR": "/tmp", "LANG": "C.UTF-8", "TZ": "UTC"}
        if program.needs_python:
            runtime = self._python()
            for target, path in runtime.symlinks:
                yield from ("--symlink", target, path)
            for source, path in runtime.binds:
                yield from ("--ro-bind", str(source), path)
            environment |= runtime.environment
        for name, value in (environment | dict(program.environment)).items():
            yield from ("--setenv", name, value)
        scratch = str(limits.scratch_mb * _MIB)
        yield from ("--proc", "/proc", "--dev", "/dev", "--size", scratch, "--tmpfs", "/dev/shm")
        yield from ("--remount-ro", "/dev", "--size", scratch, "--tmpfs", "/tmp")
        if program.builds:
            yield from ("--ro-bind", str(program.room / "bot"), "/source")
            yield from ("--size", scratch, "--tmpfs", "/bot")
        else:
            yield from ("--ro-bind", str(program.room / "bot"), "/bot")
        if (program.room / "door").exists():
            yield from ("--ro-bind", str(program.room / "door"), "/door")
        yield from ("--chdir", "/bot", "--remount-ro", "/")

    def _python(self) -> Runtime:
        if self._runtime is None:
            self._runtime = python_runtime(self._home)
        return self._runtime


def _first_process(info: int) -> int | None:
    """Reads which process is the first inside; `None` if bubblewrap gave up."""
    said = b""
    while part := os.read(info, 4_096):
        said += part
    return int(json.loads(said)["child-pid"]) if said else None


def _found(command: str, package: str) -> str:
    """Returns where a command is; raises `Unavailable` if it is nowhere."""
    path = shutil.which(command)
    if path is None:
        raise Unavailable(f"{package} is missing: `apt-get install {package}` brings it")
    return path


def _restrict(pid: int, limits: Limits, somebody: Sequence[str]) -> None:
    """Limits a program that waits to begin. Its children will inherit everything.

    It has its user namespace already, so that its processes are counted apart from all others.
    The kernel lets anybody limit his own processes, but not always root those of others.
    """
    scratch = limits.scratch_mb * _MIB
    address_space = max(_LEAST_ADDRESS_SPACE_MB, 4 * limits.memory_mb) * _MIB
    subprocess.run(
        [
            *somebody,
            _found("prlimit", "util-linux"),
            f"--pid={pid}",
            f"--nproc={limits.processes}",
            f"--nofile={limits.open_files}",
            f"--fsize={scratch}",
            f"--as={address_space}",
            f"--cpu={limits.cpu_s}",
            "--core=0",
            "--memlock=0",
            "--msgqueue=0",
        ],
        env={},
        check=True,
        capture_output=True,
    )
