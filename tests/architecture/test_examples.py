"""Bots in other languages stay short enough to copy from."""

from collections.abc import Sequence
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "sdk" / "examples"
WIDEST = 120
"""Columns, a tab being four: short is not to mean wide."""


@pytest.mark.parametrize(
    ("most", "names"),
    [
        (155, ["typescript/src/bot.ts", "typescript/src/arena.ts"]),
        (160, ["go/bot.go", "go/arena.go"]),
        (180, ["rust/src/main.rs", "rust/src/arena.rs"]),
        (180, ["java/src/main/java/bot/Bot.java", "java/src/main/java/bot/Arena.java"]),
        (180, ["cpp/bot.cpp", "cpp/arena.h"]),
        (40, ["verify/verify.mjs"]),
        (55, ["verify/verify.go"]),
    ],
    ids=lambda value: "" if isinstance(value, int) else value[0].split("/")[0],
)
def test_an_example_is_short(most: int, names: Sequence[str]) -> None:
    paths = [EXAMPLES / name for name in names]
    lines = [line for path in paths for line in path.read_text().splitlines()]

    assert len(lines) <= most
    assert [line for line in lines if len(line.expandtabs(4)) > WIDEST] == []
    folder, suffix = paths[0].parent, paths[0].suffix
    if len(paths) > 1:
        own = {p for p in folder.iterdir() if p.suffix in (suffix, paths[1].suffix)}
        assert own == set(paths), "nothing else is needed"
