"""Parameters of OpenSpiel's games as options of ours."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, TypeAlias

import pyspiel

Value: TypeAlias = str | int | bool

SEATS: Final = "players"
"""The parameter that says how many play, of games that leave it open; it is not an option."""


_UNCHECKED: Final = frozenset({"hanabi", "universal_poker"})
"""Games that bring down the process over a wrong parameter."""


def seat_counts(kind: Any) -> range:
    """Returns for how many seats OpenSpiel makes a game: the first row of such counts."""
    fewest = pyspiel.load_game(kind.short_name).num_players()
    if SEATS not in kind.parameter_specification:
        return range(fewest, fewest + 1)
    counts = iter(range(kind.min_num_players, kind.max_num_players + 1))
    first = next(seats for seats in counts if _is_made(kind, seats))
    return range(
        first, next((n for n in counts if not _is_made(kind, n)), kind.max_num_players + 1)
    )


def _is_made(kind: Any, seats: int) -> bool:
    try:
        return bool(_load(kind.short_name, ((SEATS, seats),)).num_players() == seats)
    except pyspiel.SpielError:
        return False


def options_of(kind: Any) -> dict[str, Value]:
    """Returns every option with its default; fractions are text.

    Parameters that name files are left out: an option must not make the arena open one.
    """
    if kind.short_name in _UNCHECKED:
        return {}
    return {
        name: repr(value) if isinstance(value, float) else value
        for name, value in kind.parameter_specification.items()
        if name != SEATS
        and not name.endswith(("file", "root"))
        and type(value) in (str, int, bool, float)
    }


def loaded(kind: Any, seats: int, options: Mapping[str, Value]) -> Any:
    """Returns the `pyspiel.Game`; raises `ValueError` that names the option at fault."""
    defaults = kind.parameter_specification
    given = {name: _parameter(name, options[name], defaults[name]) for name in options}
    # Some defaults stand for "not given", and are refused or mean something else when they are.
    given = {name: value for name, value in given.items() if value != defaults[name]}
    if SEATS in defaults:
        given[SEATS] = seats
    try:
        game = _load(kind.short_name, tuple(sorted(given.items())))
        game.new_initial_state()  # which finds out about more of them
    except (pyspiel.SpielError, ValueError, MemoryError) as error:
        named = ", ".join(f"{name}={value!r}" for name, value in options.items())
        raise ValueError(f"OpenSpiel refuses {seats} seats with {named}: {error}") from error
    if game.num_players() != seats:
        raise ValueError(f"{kind.short_name} is for {game.num_players()} seats, not {seats}")
    return game


@lru_cache(maxsize=64)
def _load(name: str, parameters: tuple[tuple[str, Any], ...]) -> Any:
    return pyspiel.load_game(name, dict(parameters))


def _parameter(name: str, value: Value, default: Any) -> Any:
    if isinstance(default, float):
        try:
            return float(value) if isinstance(value, str) else _refused(name, value, "a decimal")
        except ValueError:
            return _refused(name, value, "a decimal as text")
    if type(value) is not type(default):
        return _refused(name, value, f"of type {type(default).__name__}")
    if isinstance(value, str) and not (value.isprintable() or "\n" in str(default)):
        return _refused(name, value, "one line")
    return value


def _refused(name: str, value: object, wanted: str) -> Any:
    raise ValueError(f"option {name} must be {wanted}, not {value!r}")
