"""Why a game of OpenSpiel cannot be played here, if it cannot."""

from typing import Any, Final

import pyspiel

_DYNAMICS = pyspiel.GameType.Dynamics
_CHANCE = pyspiel.GameType.ChanceMode
_INFORMATION = pyspiel.GameType.Information

_WITHOUT_NUMBERS: Final = frozenset({"crossword"})
"""They say so nowhere; asked for legal actions they raise."""


def obstacle(kind: Any) -> str | None:
    """Returns what stands in the way of a `pyspiel.GameType`, or `None`."""
    if not kind.default_loadable:
        return "it needs another game or a file to be made from"
    if kind.dynamics == _DYNAMICS.MEAN_FIELD:
        return "its players are a distribution, not seats"
    if kind.chance_mode == _CHANCE.SAMPLED_STOCHASTIC:
        return "it draws its chance itself, so that no seed of ours could repeat a match"
    if kind.short_name in _WITHOUT_NUMBERS:
        return "its actions are structures without numbers"
    if not (is_open(kind) or tells(kind)):
        return "it tells its players nothing as text"
    return None


def is_open(kind: Any) -> bool:
    """Returns whether nothing but a simultaneous choice is ever hidden."""
    return bool(kind.information in (_INFORMATION.PERFECT_INFORMATION, _INFORMATION.ONE_SHOT))


def tells(kind: Any) -> bool:
    """Returns whether there is a text for each player."""
    return bool(kind.provides_information_state_string or kind.provides_observation_string)
