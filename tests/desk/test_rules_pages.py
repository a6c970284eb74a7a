"""The rules in Russian say what the rules in English say, as far as that can be read off."""

import re
from collections import Counter
from pathlib import Path

import pytest

from arena.games.registry import Registry

RULES = Path(__file__).parents[2] / "docs" / "rules"
LETTERS = re.compile(r"[а-яё]", re.IGNORECASE)


def paragraphs(name: str) -> dict[int, str]:
    """Returns the numbered paragraphs, what follows a number up to the next one or a heading."""
    text = re.split(r"^## (?:Options|Параметры)$", (RULES / name).read_text(), flags=re.MULTILINE)[
        0
    ]
    found = re.split(r"^(?:\*\*(\d+)\.\*\*|## .*)", text, flags=re.MULTILINE)
    return {
        int(number): body for number, body in zip(found[1::2], found[2::2], strict=True) if number
    }


def options(name: str) -> list[tuple[str, str, list[str]]]:
    """Returns each row of the table: the option with its paragraph, the default, the others."""
    rows = re.findall(
        r"^\| (`\w+` \(§\d+\)) \| `(\w+)` \|(.*)\|$", (RULES / name).read_text(), re.M
    )
    return [(option, default, re.findall(r"`\w+`|\d+", rest)) for option, default, rest in rows]


@pytest.mark.parametrize("game", ["scout", "carrera"])
def test_the_russian_rules_are_the_english_ones(game: str) -> None:
    english, russian = paragraphs(f"{game}.md"), paragraphs(f"{game}.ru.md")

    assert list(russian) == list(english) == list(range(1, len(english) + 1))
    for number, text in english.items():
        for marks in (r"`[^`]+`", r"§\d+", r"(?<![\w`/])\d{2,}(?![\w`/])"):
            said, says = (Counter(re.findall(marks, t)) for t in (text, russian[number]))
            assert says == said, f"§{number}"
        assert LETTERS.search(russian[number])
    assert options(f"{game}.ru.md") == options(f"{game}.md")
    assert len(options(f"{game}.md")) == len(Registry.installed().find(game)(3).options)


@pytest.mark.parametrize("game", ["scout", "carrera"])
def test_the_pages_lead_to_each_other(game: str) -> None:
    assert f"]({game}.ru.md)" in (RULES / f"{game}.md").read_text()
    assert f"]({game}.md)" in (RULES / f"{game}.ru.md").read_text()
