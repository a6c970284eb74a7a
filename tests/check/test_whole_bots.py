"""Bots that keep the protocol pass: the SDK's, and those of five languages that are built here."""

import asyncio
import shlex
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from arena.games.registry import Registry
from arena_sdk.check.findings import Checked, Verdict
from arena_sdk.check.program import Command
from arena_sdk.check.rehearsal import check
from tests.interop.languages import LANGUAGES, ROOT, TREE, Language

pytestmark = [pytest.mark.timeout(1800), pytest.mark.xdist_group("check-whole")]

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


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Checked]:
    """Checks all of them at once, since a check is mostly waiting."""
    commands = {language.name: command(language) for language in LANGUAGES if is_here(language)}
    folder = tmp_path_factory.mktemp("logs")

    async def scenario() -> Mapping[str, Checked]:
        async with asyncio.TaskGroup() as checks:
            found = {
                name: checks.create_task(one(name, text, folder / name))
                for name, text in {"python": PYTHON, **commands}.items()
            }
        return {name: task.result() for name, task in found.items()}

    return asyncio.run(scenario())


async def one(name: str, text: str, log: Path) -> Checked:
    game = Registry.installed().create(*TABLES[name])
    return await check(game, Command(["sh", "-c", text], log), patience_s=PATIENCE_S)


def is_here(language: Language) -> bool:
    return (TREE / f"{language.name}.built").exists() and not language.missing


def command(language: Language) -> str:
    language.build()
    *_, last = language.commands("Run").strip().splitlines()
    return f"cd {shlex.quote(str(language.folder))} && exec {last}"


@pytest.mark.parametrize("name", TABLES)
def test_it_passes(name: str, checked: Mapping[str, Checked]) -> None:
    if name not in checked:
        pytest.skip(f"the bot in {name} is not built")

    assert checked[name].passed
    assert [f for f in checked[name].findings if f.verdict is not Verdict.PASS] == []
    assert checked[name].client
