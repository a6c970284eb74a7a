"""Control groups, where this machine has them to give: a program is limited as a whole."""

import asyncio
import os
from pathlib import Path

import pytest

from arena.hosting.bubblewrap import BubblewrapEngine
from arena.hosting.cgroups import CONTROLLERS, Cgroups, cgroups
from arena.service.errors import Unavailable
from arena.service.hosting_ports import Limits, Program
from tests.hosting.bubblewrap import require_bubblewrap
from tests.hosting.greedy import GREEDY
from tests.hosting.programs import room, run

GREEDY_HERE = (
    "a fork bomb",
    "ten gigabytes in small parts",
    "memory that is shared",
    "memory of many processes",
    "a full disk",
)


@pytest.fixture(scope="module")
def groups() -> Cgroups:
    try:
        return cgroups()
    except Unavailable as error:
        pytest.skip(f"NOT TRIED on this machine: {error}")


@pytest.fixture(scope="module")
def grouped(groups: Cgroups, hosting_home: Path) -> BubblewrapEngine:
    require_bubblewrap()
    return BubblewrapEngine(hosting_home, first_uid=64_000, cgroups=groups)


def own(groups: Cgroups) -> list[Path]:
    """Returns the groups that this process made; other tests beside it make some as well."""
    places = set(groups.places.values())
    return [group for place in places for group in place.glob(f"arena-bot-{os.getpid()}-*")]


@pytest.mark.parametrize("builds", [False, True], ids=["run", "build"])
@pytest.mark.parametrize("name", GREEDY_HERE)
def test_who_wants_too_much_is_stopped(
    grouped: BubblewrapEngine, hosting_home: Path, name: str, builds: bool
) -> None:
    source, says, why = GREEDY[name]

    ran = run(
        grouped,
        room(hosting_home, source),
        builds=builds,
        enough=lambda said: bool(says) and says.encode() in said,
        patience_s=10.0,
    )

    assert says in ran.output
    assert why in ran.exit.why


def test_the_kernel_itself_stops_who_is_faster_than_the_watchdog(
    grouped: BubblewrapEngine, hosting_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.hosting.contained._LOOK_S", 3_600.0)
    source, _, why = GREEDY["ten gigabytes in small parts"]

    ran = run(grouped, room(hosting_home, source))

    assert (ran.exit.code, why in ran.exit.why) == (137, True)


def test_a_group_has_the_limits_of_its_program_and_goes_with_it(
    grouped: BubblewrapEngine, groups: Cgroups, hosting_home: Path
) -> None:
    limits = Limits(memory_mb=100, scratch_mb=28, processes=10)
    place = room(hosting_home, "import time; print('up', flush=True); time.sleep(60)")
    before = own(groups)

    async def main() -> dict[str, list[str]]:
        up = asyncio.Event()
        program = Program(place, ("python", next((place / "bot").iterdir()).name), limits=limits)
        sandbox = await grouped.start(program, lambda _: up.set())
        await up.wait()
        found = [path for path in own(groups) if path not in before]
        said = {
            file: [(path / file).read_text().strip() for path in found if (path / file).exists()]
            for file in FILES[groups.version]
        }
        inside = [(path / "cgroup.procs").read_text().split() for path in found]
        assert all(inside)
        await sandbox.stop()
        return said

    said = asyncio.run(main())

    assert said == FILES[groups.version]
    assert own(groups) == before


FILES = {
    1: {
        "memory.limit_in_bytes": [str(128 << 20)],
        "pids.max": ["12"],
        "cpu.cfs_quota_us": ["100000"],
    },
    2: {"memory.max": [str(128 << 20)], "pids.max": ["12"], "cpu.max": ["100000 100000"]},
}


def test_version_2_is_used_where_it_has_the_controllers(tmp_path: Path) -> None:
    """Plain files stand in for a kernel that has it."""
    delegated = tmp_path / "fs" / "own"
    delegated.mkdir(parents=True)
    (delegated / "cgroup.subtree_control").write_text("cpu memory pids\n")
    (tmp_path / "cgroup").write_text("0::/unit/own\n")
    mount = f"41 31 0:38 /unit {tmp_path / 'fs'} rw - cgroup2 cgroup2 rw\n"
    (tmp_path / "mountinfo").write_text(mount)

    found = cgroups(tmp_path)
    group = found.group(Limits(memory_mb=100, scratch_mb=28, processes=10))

    assert (found.version, set(found.places.values())) == (2, {delegated})
    place = group.places["memory"]
    assert {file: [(place / file).read_text()] for file in FILES[2]} == FILES[2]
    (place / "memory.events").write_text("low 0\noom 1\noom_kill 1\n")
    assert group.ran_out_of_memory()


def test_where_there_are_none_the_reason_is_told(tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match=f"no {', '.join(CONTROLLERS)} controllers"):
        cgroups(tmp_path)
