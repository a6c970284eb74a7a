"""Bots that keep the protocol pass: the SDK's, and those of five languages that are built here."""

import asyncio
import shlex
import sys
from pathlib import Path

import pytest

from arena.games.registry import Registry
from arena_sdk.check.findings import Checked, Verdict
from arena_sdk.check.program import Command
from arena_sdk.check.rehearsal import check
from tests.interop.languages import LANGUAGES, ROOT, TREE, Language

pytestmark = pytest.mark.timeout(1800)

PYTHON = f"exec {sys.executable} {ROOT / 'sdk' / 'examples' / 'carrera_first.py'}"
TABLES = {
    "python": ("odd-lots", 3),
    "typescript": ("carrera", 3),
    "go": ("scout", 5),
    "rust": ("scout", 2),
    "java": ("carrera", 4),
    "cpp": ("carrera", 5),
}
PATIENCE_S = 30.0


def test_bots_that_keep_the_protocol_pass(tmp_path: Path) -> None:
    """Checks all of them at once, since a check is mostly waiting."""
    here = [language for language in LANGUAGES if is_here(language)]
    commands = {"python": PYTHON, **{language.name: command(language) for language in here}}

    async def scenario() -> None:
        async with asyncio.TaskGroup() as checks:
            tasks = {
                name: checks.create_task(one(name, text, tmp_path / name))
                for name, text in commands.items()
            }

        for name, task in tasks.items():
            checked = task.result()
            assert [f for f in checked.findings if f.verdict is not Verdict.PASS] == [], name
            assert checked.passed
            assert checked.client

    asyncio.run(scenario())


async def one(name: str, text: str, log: Path) -> Checked:
    game = Registry.installed().create(*TABLES[name])
    return await check(game, Command(["sh", "-c", text], log), patience_s=PATIENCE_S)


def is_here(language: Language) -> bool:
    """Warns of a language whose programs are missing; tests/interop builds what is not built."""
    return (TREE / f"{language.name}.built").exists() and not language.missing


def command(language: Language) -> str:
    language.build()
    *_, last = language.commands("Run").strip().splitlines()
    return f"cd {shlex.quote(str(language.folder))} && exec {last}"
