"""Bots in any language without gRPC: a program that reads and writes lines of JSON.

Every match starts the program anew. It reads one JSON object a line on its standard input, and
answers every `prompt` with a line `{"ply": PLY, "action": ACTION}` on its standard output. Its
standard error is free; at the end of its input it is to end. `docs/json-lines.md` has examples.
"""

import asyncio
import contextlib
import json
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from arena.games.codec import plain
from arena.match.outcome import Outcome
from arena.match.players import Faulted, Table
from arena_sdk.bot import Bot, Prompt

LONGEST_LINE = 1 << 16
"""So many bytes a line of the program may have."""

PARTING_S = 2.0
"""How long the program may take to end after its last match."""


class ProgramFailed(Exception):
    """The program ended, or wrote what cannot be understood."""


class LineBot(Bot):
    """Passes everything on to a program and takes its answers."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command
        self._program: Process | None = None
        self._failure = f"{command[0]} was not started"

    async def seated(self, table: Table) -> None:
        try:
            self._program = await asyncio.create_subprocess_exec(
                *self._command, stdin=PIPE, stdout=PIPE, limit=LONGEST_LINE
            )
        except OSError as error:
            self._failure = f"{self._command[0]} could not be started: {error.strerror}"
            raise ProgramFailed(self._failure) from None
        fields = {**asdict(table), "resumed": table.resumed, "options": dict(table.options)}
        await self._tell("seated", fields)

    async def choose(self, prompt: Prompt) -> str:
        await self._tell("prompt", prompt_as_plain(prompt))
        while True:
            answer = await self._answer()
            if answer.get("ply") == prompt.ply:
                return str(answer.get("action"))

    async def faulted(self, notice: Faulted) -> None:
        await self._tell("faulted", {**asdict(notice), "fault": notice.fault.value})

    async def finished(self, outcome: Outcome | None) -> None:
        await self._tell("finished", {"outcome": None if outcome is None else asdict(outcome)})
        if (program := self._program) is None:
            return
        assert program.stdin is not None
        program.stdin.close()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(program.wait(), PARTING_S)
        if program.returncode is None:
            program.kill()
            await program.wait()

    async def _tell(self, kind: str, fields: Mapping[str, Any]) -> None:
        """Writes a line; that nobody reads it any more is for `choose` to notice."""
        if self._program is None:
            return
        assert self._program.stdin is not None
        line = json.dumps({"kind": kind, **fields}, separators=(",", ":")) + "\n"
        with contextlib.suppress(ConnectionError):
            self._program.stdin.write(line.encode())
            await self._program.stdin.drain()

    async def _answer(self) -> Mapping[str, Any]:
        """Raises `ProgramFailed`."""
        if self._program is None:
            raise ProgramFailed(self._failure)
        assert self._program.stdout is not None
        try:
            line = await self._program.stdout.readline()
        except ValueError:
            raise ProgramFailed(f"a line of more than {LONGEST_LINE} bytes") from None
        if not line:
            code = await self._program.wait()
            raise ProgramFailed(f"{self._command[0]} ended with exit code {code}")
        try:
            answer = json.loads(line)
        except ValueError:
            raise ProgramFailed(f"not a line of JSON: {line[:200]!r}") from None
        if not isinstance(answer, dict):
            raise ProgramFailed(f"not a JSON object: {line[:200]!r}")
        return answer


def prompt_as_plain(prompt: Prompt) -> dict[str, Any]:
    """Returns the fields of a prompt as JSON has them."""
    seen = prompt.observation
    return {
        "match_id": prompt.match_id,
        "ply": prompt.ply,
        "observation": seen if isinstance(seen, dict) else plain(seen),
        "legal_actions": prompt.legal_actions,
        "time_left_s": prompt.time_left_s,
        "bank_left_s": prompt.bank_left_s,
        "faults_left": prompt.faults_left,
        "heard": [asdict(heard) for heard in prompt.heard],
        "last_elapsed_s": prompt.last_elapsed_s,
    }
