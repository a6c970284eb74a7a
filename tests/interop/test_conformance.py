"""Bots in five languages pass the check that every author can run, as their pages say."""

import shlex
import subprocess

import pytest

from tests.interop.languages import LANGUAGES, ROOT, Language

pytestmark = pytest.mark.timeout(1800)


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.name)
def test_the_check_finds_nothing(language: Language) -> None:
    if absent := language.missing:
        pytest.skip(f"no {absent}")
    language.build()
    command = shlex.split(language.commands("Check"))
    command[0] = str(ROOT / ".venv" / "bin" / command[0])
    command[2:2] = ["--patience", "60"]  # how busy this machine is, is not tested here

    done = subprocess.run(command, cwd=language.folder, capture_output=True, text=True)

    assert done.returncode == 0, done.stdout + done.stderr
    assert "fail" not in done.stdout.lower().split()
