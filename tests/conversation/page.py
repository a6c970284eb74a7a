"""The conversation as a page of the documents, the same however long things took."""

import json
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from google.protobuf.json_format import MessageToDict

from botarena.carrera.v1 import observation_pb2
from tests.conversation.talk import Note, Said, Scene

PAGE = Path(__file__).parents[2] / "docs" / "protocol-by-example.md"

WIDTH = 100
SHORTENED = "{...}"

LIMIT, LEFT, BANK = "2s", "1.790s", "10s"
QUICK, SLOW = "0.004s", "0.310s"
"""What is left after the slow decision is the limit, less what it took beyond the allowance."""

INTRODUCTION = """\
# Protocol by example

This is a whole conversation between a bot and the arena, word for word: a script has it with a
real gateway and writes it down (`python -m tests.conversation`), and a test has it again and
compares. It is a match of [My Favorite Carrera RS](rules/carrera.md) of one round, six tricks, in
which a lot goes wrong. What a bot can rely on is in [protocol.md](protocol.md).

Messages are shown as JSON, as `grpcurl` would show them; on the wire they are protobuf, and fields
that are 0, false or empty are left out in either form. Ids and times are made up, and an
observation is shown once and then shortened to `{...}`.
"""

FURTHER = """\
To a bot that sits in several matches, messages of one may come between those of another: go by
`match_id`, `attempt` and `ply`. Whole bots that do all of this are in
[sdk/arena_sdk](../sdk/arena_sdk) for Python, and in [languages](languages) for TypeScript, Go,
Rust, Java and C++.
"""

assert observation_pb2  # so that the type of the observations is known


def page(scenes: Sequence[Scene]) -> str:
    """Returns its text."""
    shown = Shown()
    parts = [INTRODUCTION]
    for scene in scenes:
        block = "\n".join(line for one in scene.talk for line in shown.lines(one))
        text = textwrap.fill(scene.text, WIDTH)
        parts.append(f"## {scene.title}\n\n{text}\n\n```text\n{block}\n```\n")
    return "\n".join([*parts, FURTHER])


class Shown:
    """Replaces what is another one every time, and shortens what was shown before."""

    def __init__(self) -> None:
        self._sessions = 0
        self._observed = False
        self._last_elapsed = QUICK

    def lines(self, one: Said | Note) -> Iterator[str]:
        if isinstance(one, Note):
            yield f"-- {one.text} --"
            return
        kind = one.message.WhichOneof("message")
        fields = MessageToDict(one.message, preserving_proto_field_name=True).get(kind, {})
        match kind:
            case "welcome":
                self._sessions += 1
                fields["session_id"] = f"session-{self._sessions}"
            case "prompt":
                self._prompt(fields)
        yield from _lines(f"{one.by:5}  {kind} ", fields)

    def _prompt(self, fields: dict[str, Any]) -> None:
        if self._observed:
            fields["observation"] = SHORTENED
            fields["last_elapsed"] = self._last_elapsed
        self._observed = True
        self._last_elapsed = QUICK
        if fields["time_left"] != LIMIT:
            fields["time_left"], self._last_elapsed = LEFT, SLOW
        fields["bank_left"] = BANK


def _lines(head: str, fields: Mapping[str, Any]) -> Iterator[str]:
    """Yields a message on one line if it fits, else with a line for each field."""
    whole = head + _text(fields)
    if len(whole) <= WIDTH:
        yield whole
        return
    yield f"{head}{{"
    *names, last = fields
    for name in (*names, last):
        yield from _wrapped(f'  "{name}": {_text(fields[name])}' + "," * (name != last))
    yield "}"


def _wrapped(line: str) -> Iterator[str]:
    """Breaks a long line behind commas."""
    while len(line) > WIDTH:
        cut = line.rindex(", ", 0, WIDTH) + 1
        yield line[:cut]
        line = " " * 4 + line[cut:].lstrip()
    yield line


def _text(value: Any) -> str:
    return json.dumps(_tidy(value)).replace(json.dumps(SHORTENED), SHORTENED)


def _tidy(value: Any) -> Any:
    """Returns options in their order, and their numbers as the whole ones that they are."""
    if isinstance(value, dict):
        named = value.get("options")
        if named:
            value = {**value, "options": dict(sorted(named.items()))}
        return {name: _tidy(inner) for name, inner in value.items()}
    return int(value) if isinstance(value, float) else value
