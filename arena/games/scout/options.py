"""What an operator may choose, and what is refused."""

from collections.abc import Container, Mapping
from dataclasses import dataclass, fields
from typing import Any, cast


@dataclass(frozen=True, slots=True)
class Options:
    """The options of SCOUT with their defaults."""

    start_player: str = "seat0"
    flip_phase: str = "simultaneous_hidden"
    unbeaten_even_if_emptied: bool = True
    max_turns_per_round: int = 500
    two_player_owner_gets_chip: bool = False
    two_player_unspent_chip_vp: int = 1
    scout_insert_public: bool = False
    tie_policy: str = "shared"

    @classmethod
    def of(cls, given: Mapping[str, object]) -> "Options":
        """Raises `ValueError` that names the option at fault."""
        for name, value in given.items():
            if name not in _ALLOWED:
                known = ", ".join(sorted(_ALLOWED))
                raise ValueError(f"scout has no option {name!r}; it has: {known}")
            allowed, description = _ALLOWED[name]
            # By exact type, because True is an int and 1.0 is in a range.
            if type(value) is not type(_DEFAULTS[name]) or value not in allowed:
                raise ValueError(f"option {name!r} of scout must be {description}")
        return cls(**cast(dict[str, Any], given))

    def named(self) -> dict[str, str | int | bool]:
        """Returns every option by name."""
        return {f.name: getattr(self, f.name) for f in fields(self)}


_DEFAULTS: dict[str, object] = {f.name: f.default for f in fields(Options)}

_ALLOWED: dict[str, tuple[Container[object], str]] = {
    "start_player": (("seat0", "random"), "'seat0' or 'random'"),
    "flip_phase": (
        ("simultaneous_hidden", "sequential"),
        "'simultaneous_hidden' or 'sequential'",
    ),
    "unbeaten_even_if_emptied": ((True, False), "true or false"),
    "max_turns_per_round": (range(10_001), "an integer from 0 (no limit) to 10000"),
    "two_player_owner_gets_chip": ((True, False), "true or false"),
    "two_player_unspent_chip_vp": ((0, 1), "0 or 1"),
    "scout_insert_public": ((True, False), "true or false"),
    "tie_policy": (("shared",), "'shared'"),
}
