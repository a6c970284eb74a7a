"""Runs the `arena-sdk` command in this process, and has bots to run it with."""

import textwrap
from dataclasses import dataclass
from pathlib import Path

import pytest

from arena_sdk.command.main import main


@dataclass(frozen=True, slots=True)
class Done:
    code: int
    out: str
    err: str


class Desk:
    """A folder where an author works."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self._capsys = capsys

    def write(self, name: str, text: str) -> str:
        """Returns the path of a new file."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text))
        return str(path)

    def bot(self, choose: str, name: str = "mine.py") -> str:
        """Returns the path of a bot whose `choose` has this body."""
        return self.write(
            name,
            f"""\
            from arena_sdk import Bot


            class Mine(Bot):
                def choose(self, prompt):
                    {choose}
            """,
        )

    def run(self, *arguments: object) -> Done:
        self._capsys.readouterr()
        code = main([str(argument) for argument in arguments])
        out, err = self._capsys.readouterr()
        return Done(code, out, err)
