"""The options of the game and what each may be (Rules, "Options")."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import TypeAlias

Value: TypeAlias = str | int | bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What an operator may decide about the rules; the defaults are the rules as written."""

    copies_per_suit: str | int = "n"
    start_player: str = "seat0"
    leader_may_play_face_down: bool = True
    reveal_facedown: str = "never"
    facedown_one_has_power: bool = False
    rank2_take_optional: bool = True
    rank2_limit_check: str = "after_commit"
    tie_break: str = "first"
    all_facedown: str = "no_winner"
    refill_includes_current_trick: bool = False
    max_rounds: int = 20
    placement: str = "trophies"


def chosen(seats: int, given: Mapping[str, Value]) -> Options:
    """Raises `ValueError` that names the option at fault."""
    allowed = _allowed(seats)
    for name, value in given.items():
        if name not in allowed:
            known = ", ".join(field.name for field in fields(Options))
            raise ValueError(f"carrera has no option {name!r}; its options are: {known}")
        if not any(_is(value, choice) for choice in allowed[name]):
            choices = " or ".join(map(_described, allowed[name]))
            raise ValueError(f"option {name} must be {choices}, not {value!r}")
    return Options(**given)  # type: ignore[arg-type]  # each value was checked above


def _allowed(seats: int) -> Mapping[str, tuple[Value | range, ...]]:
    """Returns what each option may be; a range stands for its integers."""
    either = (True, False)
    return {
        # Fewer could not deal six to everybody; more than 20 only makes dealing slow.
        "copies_per_suit": ("n", range(seats, 21)),
        "start_player": ("seat0", "random"),
        "leader_may_play_face_down": either,
        "reveal_facedown": ("never", "end_of_round"),
        "facedown_one_has_power": either,
        "rank2_take_optional": either,
        "rank2_limit_check": ("after_commit", "on_take"),
        "tie_break": ("first", "last"),
        "all_facedown": ("no_winner", "leader_wins"),
        "refill_includes_current_trick": either,
        "max_rounds": (range(1, 1001),),
        "placement": ("trophies", "winner_only"),
    }


def _is(value: Value, choice: Value | range) -> bool:
    """Tells `True` from 1, which `==` does not."""
    if isinstance(choice, range):
        return type(value) is int and value in choice
    return type(value) is type(choice) and value == choice


def _described(choice: Value | range) -> str:
    if isinstance(choice, range):
        return f"an integer from {choice.start} to {choice.stop - 1}"
    return repr(choice)
