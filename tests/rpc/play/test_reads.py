"""A read that is given up breaks its call, so no read may stand under a timeout of its own."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
TIMEOUTS = {"wait_for", "timeout", "timeout_at"}


def interrupted_reads(source: str) -> Iterator[int]:
    """Yields the lines where a `.read()` can be cancelled by a timeout around it."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Attribute(attr="wait_for") | ast.Name(id="wait_for")):
                inside: list[ast.AST] = [*node.args]
            case ast.AsyncWith() if any(_is_timeout(item.context_expr) for item in node.items):
                inside = [*node.body]
            case _:
                continue
        for call in (inner for part in inside for inner in ast.walk(part)):
            if isinstance(call, ast.Call) and getattr(call.func, "attr", "") == "read":
                yield call.lineno


def _is_timeout(expression: ast.expr) -> bool:
    return isinstance(expression, ast.Call) and getattr(expression.func, "attr", "") in TIMEOUTS


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("await asyncio.wait_for(call.read(), 5)", [1]),
        ("await wait_for(asyncio.shield(call.read()), 5)", [1]),
        ("async with asyncio.timeout(5):\n  x = 1\n  await call.read()", [3]),
        ("await call.read()", []),
        ("async with lock:\n  await call.read()", []),
    ],
)
def test_the_search_finds_them(source: str, lines: list[int]) -> None:
    assert list(interrupted_reads(source)) == lines


@pytest.mark.parametrize("room", ["arena", "sdk", "workers"])
def test_no_read_is_interrupted(room: str) -> None:
    found = {
        str(path.relative_to(ROOT)): lines
        for path in (ROOT / room).rglob("*.py")
        if (lines := list(interrupted_reads(path.read_text())))
    }

    assert not found
