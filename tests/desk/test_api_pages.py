"""The pages about the API can be built, without a warning."""

import re
import subprocess
import sys
from pathlib import Path

import arena_sdk

ROOT = Path(__file__).parents[2]
MODULES = re.search(r"^API := ((?:.*\\\n)*.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)


def test_there_is_a_page_for_every_module(tmp_path: Path) -> None:
    assert MODULES is not None
    modules = MODULES[1].replace("\\\n", " ").split()

    built = subprocess.run(
        [sys.executable, "-W", "error", "-m", "pdoc", "-o", tmp_path, *modules],
        capture_output=True,
        text=True,
    )

    assert (built.returncode, built.stderr) == (0, "")
    assert {"arena_sdk", "arena.match"} < set(modules)
    for module in modules:
        assert (tmp_path / module.replace(".", "/")).with_suffix(".html").exists()
    sdk = (tmp_path / "arena_sdk.html").read_text()
    assert all(f'id="{name}"' in sdk for name in arena_sdk.__all__)


def test_the_protos_are_told_by_their_comments(tmp_path: Path) -> None:
    subprocess.run([sys.executable, ROOT / "proto/document.py", tmp_path], check=True)

    assert {page.stem for page in tmp_path.iterdir()} == {
        *("botarena.v1", "botarena.scout.v1", "botarena.carrera.v1")
    }
    page = (tmp_path / "botarena.v1.md").read_text()
    assert "### PlayService/Play\n\n`stream PlayRequest` → `stream PlayResponse`\n" in page
    assert "| `action` | 3 | `string` | One of the prompt's `legal_actions`. |" in page
    assert "| `legal_actions` | 4 | list of `string` |" in page
    assert "## Ignored.Reason\n\nWhy a message counted for nothing." in page
    assert "| `REASON_ANSWERED` | 1 | The prompt was answered before" in page
    untold = re.findall(r"^\| `\w+` \|.*\|  \|$", page, re.MULTILINE)
    assert untold == []
