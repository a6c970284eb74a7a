"""What the arena can refuse with, read off its sources: every text with `{}` where values stand."""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import TypeAlias

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef
Shapes: TypeAlias = Mapping[str, tuple[int, str]]
"""Which argument of a call has the text, and what is made of it; `<>` is a further value."""

ARENA = Path(__file__).parents[2] / "arena"
ROOMS = ("service", "storage", "hosting", "web")
PASSED_ON = (
    "contest/gauntlet.py",
    "contest/knockout.py",
    "contest/round_robin.py",
    "contest/sprt.py",
    "contest/swiss.py",
    "contest/tournament.py",
    "games/carrera/options.py",
    "games/carrera/rules.py",
    "games/registry.py",
    "games/scout/options.py",
    "games/scout/rules.py",
    "match/clock.py",
)
"""Whose own errors a use case or a page passes on as refusals."""

_SHAPES: Shapes = {
    "AlreadyExists": (0, "{} <> exists already"),
    "InvalidArgument": (1, "{}"),
    "NotAllowed": (0, "{}"),
    "NotFound": (0, "no {} <>"),
    "TooMany": (1, "{}; try again in <> s"),
    "Unauthenticated": (0, "{}"),
    "Unavailable": (0, "{}"),
    "WrongState": (0, "{}"),
}
_SHAPES_OF_UPLOADS: Shapes = {**_SHAPES, "_refused": (0, "{}"), "_wrong": (1, "{}")}
_PASSED_SHAPES: Shapes = {"UnknownGame": (0, "{}"), "ValueError": (0, "{}")}


@dataclass(frozen=True, slots=True)
class Text:
    """One text, and where it comes from."""

    template: str
    place: str


def texts() -> Iterator[Text]:
    """Reads every text; those that a use case passes on stand where they are first said."""
    for room in ROOMS:
        shapes = _SHAPES_OF_UPLOADS if room == "hosting" else _SHAPES
        for path in sorted((ARENA / room).rglob("*.py")):
            yield from _texts_of(path, shapes)
    for name in PASSED_ON:
        yield from _texts_of(ARENA / name, _PASSED_SHAPES)


def _texts_of(path: Path, shapes: Shapes) -> Iterator[Text]:
    for call, around in _calls(ast.parse(path.read_text())):
        name = ast.unparse(call.func)
        if name in shapes and (around is None or around.name not in shapes):
            at, shape = shapes[name]
            for said in _said(call.args[at], around):
                template = shape.replace("{}", said).replace("<>", "{}")
                yield Text(template, str(path.relative_to(ARENA)))


def _calls(
    node: ast.AST, around: Function | None = None
) -> Iterator[tuple[ast.Call, Function | None]]:
    """Yields every call with the function that it stands in."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Call):
            yield child, around
        inside = child if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)) else around
        yield from _calls(child, inside)


def _said(expression: ast.expr, around: Function | None) -> Iterator[str]:
    """Yields what an expression may say; nothing for what is passed on."""
    match expression:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=parts):
            for said in product(*(list(_part(part, around)) for part in parts)):
                yield "".join(said)
        case ast.IfExp(body=one, orelse=other):
            yield from _said(one, around)
            yield from _said(other, around)
        case ast.Name(id=name) if values := _assigned(name, around):
            for value in values:
                yield from _said(value, around)
        case ast.Call(func=ast.Name(id="str")):
            return
        case _:
            yield "{}"


def _part(part: ast.expr, around: Function | None) -> Iterator[str]:
    match part:
        case ast.FormattedValue(value=ast.Name() as name):
            yield from _said(name, around)
        case ast.FormattedValue():
            yield "{}"
        case _:
            yield from _said(part, around)


def _assigned(name: str, around: Function | None) -> list[ast.expr]:
    """Returns what a function assigns to a name of its own."""
    nodes = ast.walk(around) if around is not None else ()
    return [
        node.value
        for node in nodes
        if isinstance(node, ast.Assign)
        and any(isinstance(t, ast.Name) and t.id == name for t in node.targets)
    ]
