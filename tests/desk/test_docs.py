"""Every code block of the documents is run: Python as it is, shell commands of ours as well."""

import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import click
import pytest

from arena_sdk.command.main import main as arena_sdk
from arena_sdk.command.main import parser

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
REMOTE = {"check", "join", "submit", "matches", "versions", "why", "logs", "fetch"}
"""Commands that need an arena, or a bot; the tests of each run them against one."""
PLACEHOLDER = re.compile(r"\b[A-Z]{3,}\b")


class Block(NamedTuple):
    language: str
    text: str


def blocks(text: str) -> Iterator[Block]:
    """Yields fenced blocks, and indented ones as shell."""
    fence: str | None = None
    lines: list[str] = []
    for line in [*text.splitlines(), ""]:
        if line.startswith("```"):
            if fence is not None:
                yield Block(fence, "\n".join(lines))
            fence, lines = (line[3:].strip() if fence is None else None), []
        elif fence is not None:
            lines.append(line)
        elif line.startswith("    "):
            yield Block("sh", line[4:])


def commands(block: Block) -> Iterator[list[str]]:
    """Yields the words of each command of ours."""
    if block.language not in ("sh", "console"):
        return
    for line in block.text.splitlines():
        for command in re.split(r";\s", re.sub(r"\s#.*", "", line).removeprefix("$ ")):
            with suppress(ValueError):
                words = shlex.split(command)
                if words[:1] and words[0] in ("arena", "arena-sdk", "make", "python"):
                    yield words


def with_code(pages: list[Path]) -> list[Path]:
    return [
        page
        for page in pages
        if any(b.language == "python" or list(commands(b)) for b in blocks(page.read_text()))
    ]


@pytest.mark.parametrize("page", with_code(PAGES), ids=lambda page: str(page.relative_to(ROOT)))
def test_every_code_block_of_a_page_runs(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    before = set(sys.modules)
    namespace: dict[str, object] = {"__name__": page.stem}
    try:
        for block in blocks(page.read_text()):
            if block.language == "python":
                run_python(block.text, namespace)
            for words in commands(block):
                run_command(words)
    finally:
        for name in set(sys.modules) - before:
            if str(tmp_path) in str(getattr(sys.modules[name], "__file__", "")):
                del sys.modules[name]


def run_python(text: str, namespace: dict[str, object]) -> None:
    """Runs a block; one that begins with the name of a file is written there instead."""
    if named := re.match(r"# (\S+\.py)\n", text):
        file = Path(named[1])
        file.parent.mkdir(exist_ok=True)
        file.write_text(text.removeprefix(named[0]))
        compile(text, named[1], "exec")
    else:
        exec(compile(text, "a block", "exec"), namespace)


def run_command(words: list[str]) -> None:
    """Runs what needs no arena; of the rest only whether there is such a command."""
    program, *arguments = words
    if program == "make":
        assert re.search(rf"^{arguments[0]}:", (ROOT / "Makefile").read_text(), re.MULTILINE)
    elif program == "python":
        if Path(arguments[0]).exists():
            subprocess.run([sys.executable, *arguments], check=True, timeout=60)
    elif program == "arena":
        parse_arena(arguments)
    elif arguments[0] in REMOTE or PLACEHOLDER.search(" ".join(arguments)):
        assert parser().parse_args(arguments)
    else:
        if arguments[0] == "new":  # a page may begin anew
            shutil.rmtree(arguments[2], ignore_errors=True)
        assert arena_sdk(arguments) == 0, shlex.join(words)


def parse_arena(arguments: list[str]) -> None:
    """Raises `click.UsageError` if the arena's command does not know these arguments."""
    from arena.cli.main import arena  # not needed for the other pages

    command: click.Command = arena
    context = click.Context(command, info_name="arena")
    while isinstance(command, click.Group) and arguments:
        found = command.get_command(context, arguments[0])
        assert found is not None, f"no command {arguments[0]!r} in {context.command_path}"
        command = found
        context = click.Context(command, parent=context, info_name=arguments[0])
        arguments = arguments[1:]
    if not isinstance(command, click.Group):
        command.parse_args(context, list(arguments))
