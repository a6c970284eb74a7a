"""What actions of OpenSpiel are called: as OpenSpiel calls them, as far as that is unique."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from arena.research.spiel.state import Act


def acts(position: Any, player: int) -> tuple[Act, ...]:
    """Returns the legal actions of a player; what is called alike is told apart by its number."""
    numbers = position.legal_actions(player)
    texts = [_line(position.action_to_string(player, number)) for number in numbers]
    if len(set(texts)) == len(texts) and "" not in texts:
        return tuple(map(Act, numbers, texts))
    return tuple(map(Act, numbers, _told_apart(numbers, texts)))


def _told_apart(numbers: Sequence[int], texts: Sequence[str]) -> list[str]:
    times = Counter(texts)
    told = [
        text if text and times[text] == 1 else f"{text or 'action'}#{number}"
        for number, text in zip(numbers, texts, strict=True)
    ]
    if len(set(told)) == len(told):
        return told
    return [f"action#{number}" for number in numbers]


def _line(text: str) -> str:
    """Returns `text` as one printable line."""
    if text.isprintable():
        return text.strip()
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
