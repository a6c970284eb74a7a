"""`arena-sdk compare --arena`, against an arena's own services; the test plays the blocks."""

import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from botarena.v1 import comparison_service_pb2 as pb
from botarena.v1.comparison_service_pb2_grpc import ComparisonServiceStub
from tests.desk.commands import Desk
from tests.rpc.unary.test_comparisons import play_block
from tests.rpc.unary.world import Loop, World, world

PATIENCE_S = 60.0


@pytest.fixture
def arena() -> Iterator[World]:
    loop = Loop()
    with world(loop) as served:
        yield served
    loop.close()


def _address(arena: World) -> tuple[str, ...]:
    return ("--address", arena.channel._channel.target().decode(), "--key", arena.ann.secret)


def _started(arena: World) -> pb.Comparison:
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        with arena.unit() as unit:
            running = unit.comparisons.running()
        if running:
            request = pb.GetComparisonRequest(comparison_id=running[0])
            found = ComparisonServiceStub(arena.channel).GetComparison(request).comparison
            assert isinstance(found, pb.Comparison)
            return found
        time.sleep(0.05)
    raise AssertionError("no comparison begins")


@pytest.mark.parametrize(
    ("order", "code"), [(("Ada", "Bee", "Cid"), 0), (("Bee", "Ada", "Cid"), 1)]
)
def test_submissions_are_compared_by_name(
    desk: Desk, arena: World, order: tuple[str, ...], code: int
) -> None:
    ids = {name: arena.submission(arena.ann, name).submission_id for name in sorted(order)}
    arena.online.add(ids["Cid"])
    bounds = ("--elo1", "100", "--blocks", "60")

    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(
            desk.run, "compare", "Ada", "Bee v1", ids["Cid"], "--arena", *bounds, *_address(arena)
        )
        one = _started(arena)
        while play_block(arena, one, [ids[name] for name in order]):
            pass
        done = asked.result(PATIENCE_S)

    assert done.code == code, done.err
    first, second, third, fourth = done.out.splitlines()
    verdict = "is ahead by more than 0" if code == 0 else "is not ahead by 100"
    assert first.startswith(f"Ada v1 {verdict}, after ")
    assert first.endswith(" blocks of 3 matches")
    assert second.startswith("against Bee v1: ")
    assert "settled at +2.94 or -2.94" in third
    assert fourth == f"comparison {one.comparison_id}"
    told = [f"waiting for {name} v1: it has no session; start the bot" for name in ("Ada", "Bee")]
    assert sorted(done.err.splitlines()) == told


def test_a_comparison_there_as_json(desk: Desk, arena: World) -> None:
    ids = [arena.submission(arena.ann, name).submission_id for name in ("Ada", "Bee", "Cid")]

    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(
            desk.run, "compare", *ids, "--arena", "--blocks", "5", "--json", *_address(arena)
        )
        one = _started(arena)
        while play_block(arena, one, ids):
            pass
        done = asked.result(PATIENCE_S)

    found = json.loads(done.out)
    assert (found["comparison_id"], found["new_name"]) == (one.comparison_id, "Ada v1")
    assert (done.code, found["verdict"]) in [(0, "VERDICT_ELO1"), (1, "VERDICT_UNSPECIFIED")]


def test_what_the_arena_refuses_is_said(desk: Desk, arena: World) -> None:
    arena.submission(arena.ann, "Ada")

    done = desk.run("compare", "Ada", "Nobody", "--arena", *_address(arena))

    assert done.code == 3
    assert "NOT_FOUND" in done.err
