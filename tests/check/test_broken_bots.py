"""A bot that breaks one point of the protocol fails there, and nowhere else."""

import asyncio
from collections.abc import Mapping

import pytest

from arena.games.registry import Registry
from arena.match.clock import Clock
from arena_sdk.check.claims import Claim
from arena_sdk.check.findings import Checked, Verdict
from arena_sdk.check.rehearsal import check
from tests.check import broken
from tests.check.bots import LittleBot
from tests.check.programs import Task

pytestmark = pytest.mark.xdist_group("check")

BROKEN = [
    (LittleBot, ""),
    (broken.Keyless, "key"),
    (broken.Hasty, "hello_first"),
    (broken.Nameless, "hello_first"),
    (broken.HelloTwice, "hello_once"),
    (broken.Unseated, "acknowledged"),
    (broken.WrongAttempt, "acknowledged"),
    (broken.Illegal, "legal restarted"),
    (broken.Double, "once"),
    (broken.OneTrack, "at_once"),
    (broken.Fickle, "same"),
    (broken.Speechless, "failure"),
    (broken.Heartless, "echo"),
    (broken.Credulous, "silence"),
    (broken.Strict, "unknown_kinds"),
    (broken.Closed, "unknown_fields"),
    (broken.ClosedEnums, "unknown_values"),
    (broken.Settled, "going_away"),
    (broken.Slow, "in_time"),
    (broken.Proud, "faulted"),
    (broken.Touchy, "ignored"),
    (broken.Fragile, "cut_before cut_after silence back_off"),
    (broken.Forgetful, "cut_before cut_after resumed silence"),
    (broken.Impatient, "back_off"),
    (broken.Stubborn, "aborted"),
    (broken.Newcomer, "resumed"),
    (broken.Nostalgic, "restarted"),
    (broken.Counting, "given_up"),
    (broken.Deserter, "goodbye"),
    (broken.Grumpy, "goodbye"),
]
PATIENCE_S = 4.0


@pytest.fixture(scope="module")
def checked() -> Mapping[type[LittleBot], Checked]:
    """Checks all of them at once, since a check is mostly waiting."""

    async def scenario() -> Mapping[type[LittleBot], Checked]:
        async with asyncio.TaskGroup() as checks:
            found = {kind: checks.create_task(one(kind)) for kind, _ in BROKEN}
        return {kind: task.result() for kind, task in found.items()}

    return asyncio.run(scenario())


async def one(kind: type[LittleBot]) -> Checked:
    clock = Clock(limit_ms=500, bank_ms=0) if kind is broken.Slow else Clock()
    game = Registry.installed().create("carrera", 3)
    return await check(game, Task(kind), clock=clock, patience_s=PATIENCE_S)


@pytest.mark.parametrize(
    ("kind", "expected"), BROKEN, ids=lambda value: getattr(value, "__name__", "")
)
def test_it_fails_there_and_nowhere_else(
    kind: type[LittleBot], expected: str, checked: Mapping[type[LittleBot], Checked]
) -> None:
    found = {
        finding.claim.name.lower(): finding.reasons
        for finding in checked[kind].findings
        if finding.verdict in (Verdict.FAIL, Verdict.WARNING)
    }

    assert set(found) == set(expected.split()), found
    assert checked[kind].passed == all(Claim[name.upper()].advised for name in found)
