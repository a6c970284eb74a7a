"""What the engine promises beside containing what is hostile."""

import asyncio
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from arena.hosting.archives import inspect
from arena.hosting.bubblewrap import BubblewrapEngine
from arena.hosting.captured import Captured
from arena.service.errors import Unavailable
from arena.service.hosting_ports import Program
from tests.asynchronous import asynchronous
from tests.hosting.programs import PROGRAM, room


@asynchronous
async def test_where_bubblewrap_is_missing_the_probe_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))

    with pytest.raises(Unavailable, match="apt-get install bubblewrap"):
        await BubblewrapEngine(tmp_path).probe()


@asynchronous
async def test_where_namespaces_are_forbidden_the_probe_says_so(
    hosting_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, engine: BubblewrapEngine
) -> None:
    (tmp_path / "bwrap").write_text("#!/bin/sh\necho setting up uid map: Permission denied\nexit 1")
    (tmp_path / "bwrap").chmod(0o755)
    tmp_path.chmod(0o755)
    shown = Path(shutil.copytree(tmp_path, hosting_home / "denied"))
    monkeypatch.setenv("PATH", f"{shown}:{os.environ['PATH']}")

    with pytest.raises(Unavailable, match=r"(?s)does not work here.*uid map: Permission denied"):
        await engine.probe()


def test_nothing_runs_as_root(engine: BubblewrapEngine, hosting_home: Path) -> None:
    with pytest.raises(AssertionError, match="uid 0"):
        BubblewrapEngine(hosting_home, first_uid=0)

    async def outer_uids() -> list[str]:
        program = Program(room(hosting_home, "import time; time.sleep(60)"), ("python", PROGRAM))
        sandbox = await engine.start(program, lambda _: None)
        parents = Path(f"/proc/{os.getpid()}/task")
        children = [
            child for task in parents.iterdir() for child in (task / "children").read_text().split()
        ]
        found = [Path(f"/proc/{child}/status").read_text() for child in children]
        await sandbox.stop()
        return [s.split("Uid:")[1].split("\n")[0] for s in found if s.startswith("Name:\tbwrap")]

    uids = asyncio.run(outer_uids())

    assert uids
    assert all("0" not in line.split() for line in uids)


AS_NOBODY = """
import json, os, sys
from pathlib import Path
from arena.hosting.bubblewrap import BubblewrapEngine
from tests.hosting.programs import room, run

home = Path(sys.argv[1])
engine = BubblewrapEngine(home)
run(engine, room(home, ""))  # its runtime is at hand from here on
place = room(home, "import os; print(os.getuid(), len(os.listdir('/proc/self/fd')))")
os.chown(place, 61_999, 61_999)
os.setgroups([])
os.setgid(61_999)
os.setuid(61_999)
ran = run(engine, place)
print(json.dumps([ran.exit.code, ran.output]))
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
def test_an_arena_that_is_not_root_contains_programs_as_well(
    engine: BubblewrapEngine, hosting_home: Path
) -> None:
    home = hosting_home / "nobody"
    home.mkdir()
    home.chmod(0o711)

    done = subprocess.run(
        [sys.executable, "-c", AS_NOBODY, str(home)],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=60,
    )

    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [0, "1000 4\n"]


@pytest.mark.skipif(shutil.which("gcc") is None, reason="no compiler for a static binary")
def test_a_static_binary_needs_nothing_of_the_machine(
    engine: BubblewrapEngine, hosting_home: Path
) -> None:
    place = room(hosting_home, "")
    source = '#include <stdio.h>\n#include <unistd.h>\nint main() { puts("static"); '
    source += 'return access("/usr", F_OK) == 0; }'
    subprocess.run(
        ["gcc", "-static", "-x", "c", "-", "-o", str(place / "bot" / "bot")],
        input=source.encode(),
        check=True,
    )

    async def main() -> tuple[int, bytes]:
        said = Captured()
        program = Program(place, ("./bot",), needs_python=False)
        sandbox = await engine.start(program, said.feed)
        return (await sandbox.ended()).code, said.contents()

    assert asyncio.run(main()) == (0, b"static\n")


def test_what_a_build_makes_comes_out_as_an_archive(
    engine: BubblewrapEngine, hosting_home: Path
) -> None:
    source = "open('made.txt', 'w').write('made'); print('building')"
    said, made = Captured(), bytearray()

    async def main() -> int:
        program = Program(room(hosting_home, source), ("python", PROGRAM), builds=True)
        return (await (await engine.start(program, said.feed, made.extend)).ended()).code

    assert asyncio.run(main()) == 0
    assert said.contents() == b"building\n"
    assert inspect(bytes(made)).files == {PROGRAM: len(source), "made.txt": 4}


def test_the_beginning_and_the_end_of_output_are_kept() -> None:
    captured = Captured(head_bytes=10, tail_bytes=4)

    for part in (b"0123", b"456789ab", b"cdefghi", b"jk"):
        captured.feed(part)

    assert captured.contents() == b"0123456789\n[... 7 bytes are left out here ...]\nhijk"


def test_output_that_fits_is_kept_whole() -> None:
    captured = Captured(head_bytes=10, tail_bytes=4)

    captured.feed(b"0123456789abcd")

    assert captured.contents() == b"0123456789abcd"
