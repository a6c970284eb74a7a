"""A bot that breaks one point of the protocol fails there, and nowhere else."""

import asyncio
from collections.abc import Mapping

from arena.games.registry import Registry
from arena.match.clock import Clock
from arena_sdk.check.claims import Claim
from arena_sdk.check.findings import Checked, Verdict
from arena_sdk.check.rehearsal import check
from tests.check import broken
from tests.check.bots import LittleBot
from tests.check.programs import Task

BROKEN: Mapping[type[LittleBot], str] = {
    LittleBot: "",
    broken.Keyless: "key",
    broken.Hasty: "hello_first",
    broken.Nameless: "hello_first",
    broken.HelloTwice: "hello_once",
    broken.Unseated: "acknowledged",
    broken.WrongAttempt: "acknowledged",
    broken.Illegal: "legal restarted",
    broken.Double: "once",
    broken.Unnamed: "attempt",
    broken.Misnamed: "attempt restarted",
    broken.OneTrack: "at_once",
    broken.Fickle: "same",
    broken.Literal: "same",
    broken.Modest: "",
    broken.Speechless: "failure",
    broken.Heartless: "echo",
    broken.Credulous: "silence",
    broken.Strict: "unknown_kinds",
    broken.Closed: "unknown_fields",
    broken.ClosedEnums: "unknown_values",
    broken.Settled: "going_away",
    broken.Slow: "in_time",
    broken.Proud: "faulted",
    broken.Touchy: "ignored",
    broken.Fragile: "cut_before cut_after silence back_off",
    broken.Forgetful: "cut_before cut_after resumed silence",
    broken.Impatient: "back_off",
    broken.Stubborn: "aborted",
    broken.Newcomer: "resumed",
    broken.Nostalgic: "restarted",
    broken.Counting: "given_up told_again",
    broken.Bereaved: "told_again",
    broken.Deserter: "goodbye",
    broken.Grumpy: "goodbye",
}
PATIENCE_S = 8.0


def test_bots_fail_where_they_are_broken_and_nowhere_else() -> None:
    """Checks all of them at once, since a check is mostly waiting."""

    async def scenario() -> None:
        async with asyncio.TaskGroup() as checks:
            tasks = {kind: checks.create_task(checked(kind)) for kind in BROKEN}
        found = {kind: task.result() for kind, task in tasks.items()}

        for kind, expected in BROKEN.items():
            wrong = wrongs(found[kind])
            assert {c.name.lower() for c in wrong} == set(expected.split()), (kind, wrong)
            assert found[kind].passed == all(claim.advised for claim in wrong)
        assert unchecked(found[LittleBot]) == set()
        assert unchecked(found[broken.Modest]) == {Claim.AT_ONCE}

    asyncio.run(scenario())


async def checked(kind: type[LittleBot]) -> Checked:
    clock = Clock(limit_ms=500, bank_ms=0) if kind is broken.Slow else Clock()
    game = Registry.installed().create("carrera", 3)
    return await check(game, Task(kind), clock=clock, patience_s=PATIENCE_S)


def wrongs(checked: Checked) -> Mapping[Claim, tuple[str, ...]]:
    verdicts = (Verdict.FAIL, Verdict.WARNING)
    return {f.claim: f.reasons for f in checked.findings if f.verdict in verdicts}


def unchecked(checked: Checked) -> set[Claim]:
    return {f.claim for f in checked.findings if f.verdict is Verdict.UNCHECKED}
